// `npm test`: installs and builds if needed, then runs lint, types and every test without outside services. `--services` runs only the
// suites that need PostgreSQL or Redis. The last line is the sum; skipped suites and the names of all failures come before it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeFailedTests, describeFailure } from './failed-tests.mjs';
import { prepare } from './prepare.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REPORT = join(ROOT, '.cache/test-report.json');
const OWN_OPTIONS = ['--tests-only', '--services'];
/** Projects of vitest.config.ts. */
const EVERYWHERE = ['unit', 'embedded', 'faults', 'browser'];
const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;

const [testsOnly, servicesOnly] = OWN_OPTIONS.map((option) => process.argv.includes(option));
if (servicesOnly && !(TEST_DATABASE_URL && TEST_REDIS_URL)) {
  end(0, [describeFailure('npm test -- --services needs TEST_DATABASE_URL and TEST_REDIS_URL.')]);
}

prepare();
mkdirSync(join(ROOT, '.cache'), { recursive: true });
rmSync(REPORT, { force: true });

const leftOut = servicesOnly ? [] : describeLeftOut();
printLoudly(leftOut);
const checks = testsOnly || servicesOnly ? [] : [check('Lint', 'biome', ['check', '.']), check('Types', 'tsc', ['-b'])];
const tests = bin('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, ...projects(), ...passedOn()]);
const { passed, failures } = readResults(tests);
printLoudly(leftOut);
end(passed, [...checks.flat(), ...failures]);

function end(passed, failures) {
  for (const line of failures) console.log(line);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(failures.length === 0 ? 0 : 1);
}

function passedOn() {
  return process.argv.slice(2).filter((argument) => !OWN_OPTIONS.includes(argument));
}

function projects() {
  if (passedOn().some((argument) => argument.startsWith('--project'))) return [];
  const names = servicesOnly ? ['postgres', 'services'] : [...EVERYWHERE, ...(TEST_DATABASE_URL ? ['postgres'] : [])];
  return names.map((name) => `--project=${name}`);
}

function describeLeftOut() {
  const lines = [];
  if (!TEST_DATABASE_URL)
    lines.push('LEFT OUT: races of several nodes, and the platform on PostgreSQL. Set TEST_DATABASE_URL to run them.');
  if (!TEST_REDIS_URL) lines.push('LEFT OUT: counters that several portals share in Redis. Set TEST_REDIS_URL to run them.');
  return lines;
}

function printLoudly(lines) {
  if (lines.length === 0) return;
  const border = '*'.repeat(Math.max(...lines.map((line) => line.length)) + 4);
  console.log(['', border, ...lines.map((line) => `* ${line.padEnd(border.length - 4)} *`), border, ''].join('\n'));
}

function check(title, tool, args) {
  console.log(`${title} ...`);
  return bin(tool, args) === 0 ? [] : [describeFailure(title)];
}

function bin(tool, args) {
  return spawnSync(join(ROOT, 'node_modules/.bin', tool), args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}

// Without a readable report the runner has crashed, and an unhandled rejection belongs to no test: both count as one failure, never zero.
function readResults(status) {
  try {
    const report = JSON.parse(readFileSync(REPORT, 'utf8'));
    const failures = describeFailedTests(report, ROOT);
    if (failures.length === 0 && status !== 0) failures.push(describeFailure('an error outside of all tests, described above'));
    return { passed: report.numPassedTests, failures };
  } catch {
    return { passed: 0, failures: [describeFailure('the test runner ended without a report')] };
  }
}
