import { defineConfig } from 'vitest/config';

const PLATFORM_TESTS = ['server/{platform,studio,paysim}/**/*.test.ts', 'tests/qa/**/*.test.ts'];
/**
 * Loading the modules anew for each file takes longer than many a file; no test leaves anything behind in them. What is
 * waited for comes when the machine has time for it: the second that is usual is no bound to be held to.
 */
const SHARED = { isolate: false, expect: { poll: { timeout: 30_000 } } };
/** Guards against a test that hangs, far above what any needs: no test here sets a bound in milliseconds. */
const PATIENT = { ...SHARED, expect: { poll: { timeout: 120_000 } }, testTimeout: 300_000, hookTimeout: 300_000 };

/**
 * Tests of the platform run on one engine: on PostgreSQL where there is one, since a fresh database costs a tenth there
 * of what an embedded one does; else embedded. What stands here runs on both, because the engines could differ in it:
 * types and transactions, who waits for whom, what may be written once only, and what the database itself computes or
 * refuses for money. The browser and fault tests go through the rest on the embedded database.
 */
const BOTH_ENGINES = [
  'server/platform/{db,jobs,turnover,vendors,wallet}/**/*.test.ts',
  'server/platform/{cashier/cashier,records/play-sums,transfers/transfers,withdrawals/withdrawals}.test.ts',
  'server/platform/{accounts/registration,games/find,seed/seed,sign-in/login-lock}.test.ts',
];

/**
 * `TEST_BROWSER=core` leaves these out, for machines with a limit of time: they go once more, at another size, in another
 * language or without script, through what the other browser tests and the tests of the parts go through.
 */
const BEYOND_CORE = [
  'tests/e2e/{accessibility,content,keyboard,languages,launch,layout-shift,lists,match}.test.ts',
  'tests/e2e/{message-dialog,messages,passkey-sign-in,register,shell,tabs,transfers,without-script}.test.ts',
];

const PLATFORM_PROJECTS = process.env.TEST_DATABASE_URL
  ? [platformProject('postgres', [...PLATFORM_TESTS, 'tests/races/**/*.test.ts']), platformProject('embedded', BOTH_ENGINES)]
  : [platformProject('embedded', PLATFORM_TESTS)];

function platformProject(engine: 'embedded' | 'postgres', include: readonly string[]) {
  return { test: { name: engine, include: [...include], provide: { engine }, ...PATIENT } };
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'shared/**/*.test.ts',
            'client/**/*.test.{ts,tsx}',
            'views/**/*.test.{ts,tsx}',
            'server/{config,observe,portal,service,tools}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
          ],
          ...PATIENT,
        },
      },
      ...PLATFORM_PROJECTS,
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], ...PATIENT } },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: process.env.TEST_BROWSER === 'core' ? BEYOND_CORE : [],
          globalSetup: 'tests/kit/seeded-data.ts',
          ...PATIENT,
        },
      },
    ],
  },
});
