import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const FILES = {
  'vitest.config.ts': 'export default {};',
  'sums.test.ts': `
    import { describe, expect, test } from 'vitest';
    test('passes', () => expect(1).toBe(1));
    describe('sums', () => {
      describe('of cents', () => test('add up', () => expect([1, 2]).toEqual([1, 3])));
      test('of nothing', () => { throw new Error('first line\\nsecond line'); });
    });`,
  'broken.test.ts': `throw new Error('cannot be loaded');`,
};

let root: string;
let failures: readonly string[];

beforeAll(async () => {
  mkdirSync('.cache', { recursive: true });
  root = resolve(mkdtempSync(join('.cache', 'failed-tests-')));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
  const report = join(root, 'report.json');
  const vitest = resolve('node_modules/.bin/vitest');
  spawnSync(vitest, ['run', '--root', root, '--config', 'vitest.config.ts', '--reporter=json', `--outputFile.json=${report}`], {
    env: { ...process.env, FORCE_COLOR: '1' },
  });
  const tool = './failed-tests.mjs';
  const { describeFailedTests } = (await import(tool)) as {
    describeFailedTests(report: unknown, root: string): readonly string[];
  };
  failures = describeFailedTests(JSON.parse(readFileSync(report, 'utf8')), root);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('each failed test is a line of file, full name and the first line of its message', () => {
  expect([...failures].sort()).toEqual([
    'FAILED broken.test.ts > cannot be loaded',
    'FAILED sums.test.ts > sums > of cents > add up > AssertionError: expected [ 1, 2 ] to deeply equal [ 1, 3 ]',
    'FAILED sums.test.ts > sums > of nothing > Error: first line',
  ]);
});
