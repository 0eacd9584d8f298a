import { defineConfig } from 'vitest/config';

const PLATFORM_TESTS = ['server/platform/**/*.test.ts', 'server/studio/**/*.test.ts'];
/** Loading the modules anew for each file takes longer than many a file; no test leaves anything behind in them. */
const SHARED = { isolate: false };
/** Guards against a test that hangs, far above what any needs: no test here sets a bound in milliseconds. */
const PATIENT = { ...SHARED, testTimeout: 300_000, hookTimeout: 300_000 };

/** Tests of the gate, the wire and outside services: they read and write nothing that the engines could differ in. */
const ONE_ENGINE = [
  'server/platform/{access,http}/**',
  'server/platform/verification/{human,phone-service,routes}.test.ts',
  'server/platform/accounts/recovery-timing.test.ts',
  'server/platform/games/find.test.ts',
  'server/platform/{visitor-service,oauth}/**',
];

/**
 * `TEST_BROWSER=core` leaves these out, for machines with a limit of time: they go once more, at another size, in another
 * language or without script, through what the other browser tests and the tests of the parts go through.
 */
const BEYOND_CORE = ['tests/e2e/{languages,layout-shift,lists,match,passkey-sign-in,register,slow-script,tabs,without-script}.test.ts'];

/** The platform's tests once more on PostgreSQL, and the races that only a real one can lose. */
const POSTGRES = {
  test: {
    name: 'postgres',
    include: [...PLATFORM_TESTS, 'tests/races/**/*.test.ts'],
    exclude: ONE_ENGINE,
    provide: { engine: 'postgres' as const },
    ...PATIENT,
  },
};

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
            'server/{config,portal,tools}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
          ],
          ...SHARED,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'embedded', include: PLATFORM_TESTS, provide: { engine: 'embedded' as const }, ...PATIENT } },
      ...(process.env.TEST_DATABASE_URL ? [POSTGRES] : []),
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], ...PATIENT } },
      {
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: process.env.TEST_BROWSER === 'core' ? BEYOND_CORE : [],
          globalSetup: 'tests/kit/seeded-data.ts',
          expect: { poll: { timeout: 30_000 } },
          ...PATIENT,
        },
      },
    ],
  },
});
