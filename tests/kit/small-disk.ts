import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk in memory that only processes started `through` it see at `path`; this process reaches it at `outside`. */
export interface SmallDisk {
  readonly path: string;
  readonly outside: string;
  readonly through: readonly string[];
  /** Writes until nothing more fits. */
  fill(): void;
  /** Removes what `fill` has written. */
  clear(): void;
  remove(): Promise<void>;
}

/** Without root, a user namespace of its own may mount as well, where the machine permits that. */
const ROOT = process.getuid?.() === 0;
const ENTER = ROOT ? ['-m'] : ['-U', '-r', '-m'];

/** False on systems without namespaces, and where they may mount nothing. */
export function mountsSmallDisks(): boolean {
  const { status } = spawnSync('unshare', [...ENTER, 'sh', '-c', `mount -t tmpfs tmpfs '${tmpdir()}' && command -v nsenter`]);
  return status === 0;
}

export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const path = mkdtempSync(join(tmpdir(), 'lagoon-disk-'));
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs '${path}' && echo mounted && exec sleep infinity`;
  const holder = spawn('unshare', [...ENTER, 'sh', '-c', mount], { stdio: ['ignore', 'pipe', 'inherit'] });
  await firstOutput(holder);
  const outside = join(`/proc/${holder.pid}/root`, path);
  const ballast = join(outside, 'ballast');
  return {
    path,
    outside,
    through: ['nsenter', '-t', String(holder.pid), ...(ROOT ? [] : ['-U', '--preserve-credentials']), '-m', '-w'],
    fill() {
      for (const size of [2 ** 20, 2 ** 12]) while (appends(ballast, size));
    },
    clear: () => rmSync(ballast, { force: true }),
    async remove() {
      const ended = new Promise((resolve) => holder.once('exit', resolve));
      holder.kill('SIGKILL');
      await ended;
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function firstOutput(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the disk could not be mounted (exit code ${code})`)));
    child.once('error', reject);
  });
}

function appends(file: string, size: number): boolean {
  try {
    writeFileSync(file, Buffer.alloc(size, 1), { flag: 'a' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
