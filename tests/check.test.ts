import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

describe('.ci/run', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'check-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs it with a substitute for npm, whose body is the same for both parts; `$*` are its arguments. */
  function run(npm: string): { readonly lines: readonly string[]; readonly status: number | null } {
    writeFileSync(join(folder, 'npm'), `#!/usr/bin/env bash\n${npm}\n`);
    chmodSync(join(folder, 'npm'), 0o755);
    const env = {
      ...process.env,
      PATH: folder + delimiter + process.env.PATH,
      TEST_BROWSER: 'core',
      TEST_REDIS_URL: 'redis://example.test',
    };
    const { stdout, status } = spawnSync('.ci/run', { env, encoding: 'utf8' });
    return { lines: stdout.trimEnd().split('\n'), status };
  }

  test('prints the sum of both parts last, the first without any variable of the tests', () => {
    const { lines, status } = run('echo "$*: $(compgen -e TEST_ | tr "\\n" " ")"; echo "30 passed, 0 failed"');
    expect(lines.filter((line) => /^test.*:/.test(line)).map((line) => line.trim())).toEqual([
      'test:',
      'test -- --services: TEST_DATABASE_URL TEST_REDIS_URL',
    ]);
    expect([lines.at(-1), status]).toEqual(['60 passed, 0 failed', 0]);
  });

  test.each([
    ['failed tests', 'echo "5 passed, 2 failed"; exit 1', '10 passed, 4 failed'],
    ['a failure that no test reports', 'echo "5 passed, 0 failed"; exit 1', '10 passed, 2 failed'],
    ['a runner that is killed before its summary', 'echo "5 tests"; kill -9 $$', '0 passed, 2 failed'],
    ['one part that fails', '[[ "$*" == test ]] && exit 1; echo "7 passed, 0 failed"', '7 passed, 1 failed'],
  ])('counts %s and does not exit with 0', (_what, npm, sum) => {
    const { lines, status } = run(npm);
    expect([lines.at(-1), status]).toEqual([sum, 1]);
  });

  test('repeats every failure of both parts just before the sum', () => {
    const part = 'echo "FAILED file of $# > name > message"; echo "12 passed, 1 failed"; exit 1';
    expect(run(part).lines.slice(-3)).toEqual([
      'FAILED in npm test: file of 1 > name > message',
      'FAILED in npm test -- --services: file of 3 > name > message',
      '24 passed, 2 failed',
    ]);
  });

  test.each([
    ['exits early', 'exit 7', 'npm test -- --services: ended with exit code 7 without a sum'],
    ['fails without a failed test', 'echo "5 passed, 0 failed"; exit 1', 'npm test -- --services: exit code 1 without a failed test'],
  ])('names a part that %s', (_what, npm, failure) => {
    expect(run(npm).lines.at(-2)).toBe(`FAILED ${failure}`);
  });
});

/** Races and the platform's tests run on PostgreSQL as a separate project. The long form of the kills runs only manually. */
const ELSEWHERE = /^(tests\/races\/|server\/(platform|games|paysim)\/|tests\/faults\/kill-in-play\.test\.ts$|tests\/check\.test\.ts$)/;

test('every test file that is given the address of a service runs with that service in the check', () => {
  const config = readFileSync('vitest.config.ts', 'utf8');
  const files = ['server', 'tests'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name).replaceAll('\\', '/')),
  );
  const given = files.filter(
    (file) => file.endsWith('.test.ts') && !ELSEWHERE.test(file) && /TEST_(DATABASE|REDIS)_URL/.test(readFileSync(file, 'utf8')),
  );
  expect(given.length).toBeGreaterThan(2);
  expect(given.filter((file) => !config.includes(`'${file}'`))).toEqual([]);
});
