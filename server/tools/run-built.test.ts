import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lagoon-run-'));
  for (const file of ['package.json', 'server/tools/run-built.mjs']) cpSync(file, join(root, file), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const COMMANDS = [
  'audit',
  'backup',
  'restore',
  'move',
  'operator',
  'geo',
  'merchant:check',
  'upstream:check',
  'vendor:certify',
  'payments:certify',
];
/** Runs a script of package.json as npm does. */
const run = (name: string, ...given: readonly string[]) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const [, ...args] = (scripts[name] ?? '').split(' ');
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...given], { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
};

test.each(COMMANDS)('%s before a build says in one line what to run', (name) => {
  const stderr = 'This command needs a build: run npm ci && npm run build first.\n';
  expect(run(name, 'FILE')).toEqual({ status: 1, stdout: '', stderr });
});

test('a built command gets its arguments and runs as the program, and a failure inside it is shown', () => {
  mkdirSync(join(root, 'dist/server'), { recursive: true });
  const program = (text: string) => writeFileSync(join(root, 'dist/server/audit.js'), text);
  program(`import { fileURLToPath } from 'node:url';
process.stdout.write(JSON.stringify([process.argv[1] === fileURLToPath(import.meta.url), ...process.argv.slice(2)]));
process.exitCode = 3;`);
  expect(run('audit', '--since', 'a b')).toEqual({ status: 3, stdout: '[true,"--since","a b"]', stderr: '' });
  program("import './missing.js';");
  expect(run('audit')).toMatchObject({ status: 1, stderr: expect.stringContaining('missing.js') });
});
