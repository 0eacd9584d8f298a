// Prepares a checkout for the start: installs dependencies and builds the product. Uses built-ins only, because it runs before the
// installation. Each step stores a stamp (a hash of its input) and is skipped while the stamp matches.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INSTALL_STAMP = join(ROOT, 'node_modules/.cache/lagoon-install');
const BUILD_STAMP = join(ROOT, 'dist/stamp');
const LOCK = join(ROOT, '.cache/prepare.lock');
const SOURCES = ['client', 'server', 'shared', 'views', 'vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const MINIMUM_NODE = [20, 19];

/** Installs and builds if needed. `build: false` installs only. */
export function prepare({ build = true } = {}) {
  requireNode();
  withLock(() => {
    if (!existsSync(INSTALL_STAMP) && isInstalled()) writeStamp(INSTALL_STAMP, installHash());
    ensure('Installing dependencies (a minute, once)', INSTALL_STAMP, installHash(), () =>
      npm(['ci', '--include=dev', '--no-fund', '--no-audit']),
    );
    if (build) ensure('Building', BUILD_STAMP, sourceHash(), () => run(process.execPath, [join(ROOT, 'server/tools/build.mjs')]));
  });
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
    fail(`Node ${MINIMUM_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
  }
}

function ensure(title, stampFile, stamp, work) {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log(`${title} ...`);
  rmSync(stampFile, { force: true });
  work();
  writeStamp(stampFile, stamp);
}

function writeStamp(stampFile, stamp) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Marks `dist/` as the build of the sources with this hash. */
export const writeBuildStamp = (stamp) => writeStamp(BUILD_STAMP, stamp);

/** Whether `npm ci` has been run by hand, with the build tools: what the lock file needs on every system is there. */
function isInstalled() {
  const installed = packagesOf(join(ROOT, 'node_modules/.package-lock.json'));
  return Object.entries(packagesOf(join(ROOT, 'package-lock.json'))).every(
    ([path, { optional, version }]) => path === '' || optional || installed[path]?.version === version,
  );
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function installHash() {
  const hash = createHash('sha256').update(`${process.versions.modules} ${process.platform} ${process.arch}`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** Hash of everything that the build reads. */
export function sourceHash() {
  const hash = createHash('sha256');
  for (const source of SOURCES) addToHash(hash, source);
  return hash.digest('hex');
}

function addToHash(hash, path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    for (const entry of readdirSync(full).sort()) addToHash(hash, join(path, entry));
  } else if (!/\.test\.tsx?$/.test(path)) {
    hash.update(path).update(readFileSync(full));
  }
}

// A second start at the same moment waits for the first instead of building into the same folder.
function withLock(work) {
  mkdirSync(dirname(LOCK), { recursive: true });
  const handle = takeLock();
  try {
    work();
  } finally {
    closeSync(handle);
    rmSync(LOCK, { force: true });
  }
}

function takeLock() {
  for (;;) {
    try {
      const handle = openSync(LOCK, 'wx');
      writeSync(handle, String(process.pid));
      return handle;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isAbandoned()) rmSync(LOCK, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
    }
  }
}

function isAbandoned() {
  try {
    const owner = Number(readFileSync(LOCK, 'utf8'));
    if (owner > 0) process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) run(process.execPath, [cli, ...args]);
  else run('npm', args);
}

function run(command, args) {
  const result = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: cleanEnvironment() });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) fail(`${command} ${args.join(' ')} failed.`);
}

// A production environment would make npm omit the build tools.
function cleanEnvironment() {
  const dropped = /^(NODE_ENV|npm_config_(omit|only|production|include|ignore_scripts|dev|optional))$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !dropped.test(name)));
}

function fail(message) {
  console.error(message);
  rmSync(LOCK, { force: true });
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) prepare();
