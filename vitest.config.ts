import { defineConfig } from 'vitest/config';

const PLATFORM_TESTS = ['server/platform/**/*.test.ts', 'server/studio/**/*.test.ts'];
/** Guards against a test that hangs, far above what any needs: this product has no test that measures time. */
const PATIENT = { testTimeout: 300_000, hookTimeout: 300_000 };

/** The platform's tests once more on PostgreSQL, and the races that only a real one can lose. */
const POSTGRES = {
  test: {
    name: 'postgres',
    include: [...PLATFORM_TESTS, 'tests/races/**/*.test.ts'],
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'embedded', include: PLATFORM_TESTS, provide: { engine: 'embedded' as const }, ...PATIENT } },
      ...(process.env.TEST_DATABASE_URL ? [POSTGRES] : []),
      { test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], ...PATIENT } },
      { test: { name: 'browser', include: ['tests/e2e/**/*.test.ts'], ...PATIENT } },
    ],
  },
});
