import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the product as in the image, in a folder owned by another user than the one who runs it. */
export interface ProductCopy {
  readonly folder: string;
  /** The user who runs it: an unprivileged one where this machine allows it, otherwise the current one. */
  readonly user: { readonly uid?: number; readonly gid?: number };
  /** A writable folder of this user, like `/data` in a container. */
  dataFolder(name: string): string;
  remove(): void;
}

const UNPRIVILEGED_UID = 65_534;
const OPEN = 0o755;
/** Runs the commands of package.json. */
const RUNNER = 'server/tools/run-built.mjs';

/** `whole` runs all steps of the Dockerfile; otherwise the copy uses the build and packages of this checkout. */
export function copyProduct({ whole }: { readonly whole: boolean }): ProductCopy {
  const root = mkdtempSync(join(tmpdir(), 'lagoon-image-'));
  chmodSync(root, OPEN);
  const folder = join(root, 'app');
  mkdirSync(folder);
  if (whole) buildAsImage(root, folder);
  else takeCheckout(folder);
  const user = otherUser(folder);
  return {
    folder,
    user,
    dataFolder(name) {
      const data = join(root, name);
      mkdirSync(data, { recursive: true });
      if (user.uid !== undefined) chownSync(data, user.uid, user.gid ?? user.uid);
      return data;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function takeCheckout(folder: string): void {
  cpSync('package.json', join(folder, 'package.json'));
  cpSync(RUNNER, join(folder, RUNNER), { recursive: true });
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  linkTree('node_modules', join(folder, 'node_modules'));
}

/** Clean copy, packages, build, prune, and only the files of the last stage: the steps of the Dockerfile. */
function buildAsImage(root: string, folder: string): void {
  const build = join(root, 'build');
  for (const file of filesOfContext()) {
    mkdirSync(dirname(join(build, file)), { recursive: true });
    cpSync(file, join(build, file));
  }
  const run = (command: string, args: string[]) => spawnSync(command, args, { cwd: build, stdio: 'inherit' }).status === 0;
  if (!run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline'])) {
    console.warn('\n*** LEFT OUT: npm ci did not work here (no network?). The packages of this checkout are used instead. ***\n');
    rmSync(join(build, 'node_modules'), { recursive: true, force: true });
    linkTree('node_modules', join(build, 'node_modules'));
  }
  if (!run('node', ['server/tools/build.mjs'])) throw new Error('the build failed in a clean copy');
  if (!run('npm', ['prune', '--omit=dev', '--no-audit', '--no-fund', '--offline'])) throw new Error('npm prune failed');
  if (existsSync(join(build, 'node_modules/vite'))) throw new Error('the build tools were not removed');
  mkdirSync(join(folder, dirname(RUNNER)), { recursive: true });
  for (const name of ['package.json', 'node_modules', 'dist', RUNNER]) renameSync(join(build, name), join(folder, name));
  rmSync(build, { recursive: true });
}

/** Files that `.dockerignore` includes; its rules here are names to include and suffixes to exclude. */
function filesOfContext(): string[] {
  const rules = readFileSync('.dockerignore', 'utf8').split('\n');
  const taken = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const left = rules.filter((rule) => rule.startsWith('**/')).map((rule) => rule.slice(3).replace('*', ''));
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\n');
  return tracked.filter(
    (file) =>
      existsSync(file) &&
      taken.some((name) => file === name || file.startsWith(`${name}/`)) &&
      !left.some((ending) => file.endsWith(ending)),
  );
}

/** Hard links where possible: a copy of all packages would take half a gigabyte. */
function linkTree(from: string, to: string): void {
  if (spawnSync('cp', ['-al', from, to], { stdio: 'ignore' }).status === 0) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function otherUser(folder: string): ProductCopy['user'] {
  const user = { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID };
  const reads = 'require("fs").readFileSync("package.json")';
  if (process.getuid?.() === 0 && spawnSync(process.execPath, ['-e', reads], { cwd: folder, ...user }).status === 0) return user;
  console.log('LEFT OUT: another user to run the product; it is only made read-only. Run as root to try that.');
  spawnSync('chmod', ['-R', 'a-w', join(folder, 'dist')]);
  return {};
}
