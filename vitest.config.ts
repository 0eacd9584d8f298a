import { defineConfig } from 'vitest/config';

const PLATFORM_TESTS = ['server/{platform,games,paysim}/**/*.test.ts', 'tests/qa/**/*.test.ts'];
/**
 * Reloading the modules for each file takes longer than many files run; no test leaves state in them. Polling has a long
 * timeout, because the default of one second is too short on a busy machine. A failure names the values it compared: the
 * list of failed tests is often all that is left of a run.
 */
const SHARED = { isolate: false, expect: { poll: { timeout: 30_000 } }, chaiConfig: { truncateThreshold: 1000 } };
/** Guards against a test that hangs, far above what any needs: no test here sets a bound in milliseconds. */
const PATIENT = { ...SHARED, expect: { poll: { timeout: 120_000 } }, testTimeout: 300_000, hookTimeout: 300_000 };

const SEEDED = { globalSetup: 'tests/kit/seeded-data.ts' };

/**
 * Outside the platform's tests, these use PostgreSQL or Redis where they are given the address of one, and do without
 * otherwise. `tests/check.test.ts` compares the list with the files.
 */
const SERVICE_TESTS = [
  'server/portal/throttle/shared-counters.test.ts',
  'tests/faults/deploy.test.ts',
  'tests/faults/move.test.ts',
  'tests/faults/two-merchants.test.ts',
];

/** On top of what runs on every machine; `npm test -- --services` runs these two alone. */
const SERVICE_PROJECTS = [
  ...(process.env.TEST_DATABASE_URL ? [platformProject('postgres', [...PLATFORM_TESTS, 'tests/races/**/*.test.ts'])] : []),
  ...(process.env.TEST_DATABASE_URL || process.env.TEST_REDIS_URL
    ? [{ test: { name: 'services', include: SERVICE_TESTS, ...PATIENT } }]
    : []),
];

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
            'server/{config,html,kit,net,observe,portal,service,tools}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
          ],
          setupFiles: 'tests/kit/no-console-errors.ts',
          ...PATIENT,
        },
      },
      platformProject('embedded', PLATFORM_TESTS),
      ...SERVICE_PROJECTS,
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], ...SEEDED, ...PATIENT } },
      { test: { name: 'browser', include: ['tests/e2e/**/*.test.ts'], ...SEEDED, ...PATIENT } },
    ],
  },
});
