import { defineConfig } from 'vitest/config';

const postgres = process.env.TEST_DATABASE_URL;
const PLATFORM_TESTS = ['server/platform/**/*.test.ts', 'server/studio/**/*.test.ts'];

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
        },
      },
      { test: { name: 'embedded', include: PLATFORM_TESTS, provide: { engine: 'embedded' }, testTimeout: 60_000, hookTimeout: 60_000 } },
      ...(postgres
        ? [
            {
              test: {
                name: 'postgres',
                include: [...PLATFORM_TESTS, 'tests/races/**/*.test.ts'],
                provide: { engine: 'postgres' },
                testTimeout: 60_000,
                hookTimeout: 60_000,
              },
            },
          ]
        : []),
      {
        test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 60_000, fileParallelism: false },
      },
      { test: { name: 'browser', include: ['tests/e2e/**/*.test.ts'], testTimeout: 90_000, hookTimeout: 90_000, fileParallelism: false } },
    ],
  },
});
