// `npm test`: installs and builds what is missing, then lint, types and every test. What this machine cannot run is said, not skipped in silence.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REPORT = join(ROOT, '.cache/test-report.json');

prepare();
mkdirSync(join(ROOT, '.cache'), { recursive: true });
rmSync(REPORT, { force: true });

const missing = announceMissing();
const checks = process.argv.includes('--tests-only') ? [] : [check('Lint', 'biome', ['check', '.']), check('Types', 'tsc', ['-b'])];
const tests = bin('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, ...passedOn()]);
const { passed, failed } = count(tests);
for (const line of missing) console.log(line);
const wrong = failed + checks.filter((status) => status !== 0).length;
console.log(`${passed} passed, ${wrong} failed`);
process.exit(wrong === 0 ? 0 : 1);

function passedOn() {
  return process.argv.slice(2).filter((argument) => argument !== '--tests-only');
}

function announceMissing() {
  const lines = [];
  if (!process.env.TEST_DATABASE_URL) {
    lines.push(
      'LEFT OUT: the PostgreSQL suites (races, the platform on PostgreSQL). Set TEST_DATABASE_URL to run them; the embedded database was used.',
    );
  }
  if (!process.env.TEST_REDIS_URL) lines.push('LEFT OUT: the Redis suites (shared counters). Set TEST_REDIS_URL to run them.');
  if (process.env.TEST_BROWSER === 'core')
    lines.push('LEFT OUT: browser tests beyond the core (vitest.config.ts). Unset TEST_BROWSER to run them.');
  for (const line of lines) console.log(line);
  return lines;
}

function check(title, tool, args) {
  console.log(`${title} ...`);
  const status = bin(tool, args);
  if (status !== 0) console.error(`${title} failed.`);
  return status;
}

function bin(tool, args) {
  return spawnSync(join(ROOT, 'node_modules/.bin', tool), args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}

// No readable report means that the runner died, and a rejection that nobody handled is in no test's account: one failure, never zero.
function count(status) {
  try {
    const report = JSON.parse(readFileSync(REPORT, 'utf8'));
    const failed = report.numFailedTests + report.testResults.filter(brokenFile).length;
    return { passed: report.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function brokenFile(file) {
  return file.status === 'failed' && file.assertionResults.every((result) => result.status !== 'failed');
}
