import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, realpathSync, unlinkSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The folder is open in another process. Two writers on one folder lose acknowledged rows, so this stops the start. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
  readonly dir: string;

  constructor(dir: string) {
    super(`The database folder ${dir} is in use by another process.`);
    this.dir = dir;
  }
}

export interface DirectoryLock {
  release(): Promise<void>;
}

/** Takes the folder for this process until released; the folder exists. */
export async function lockDirectory(dir: string): Promise<DirectoryLock> {
  return process.platform === 'linux' ? lockWithSocket(dir) : lockWithPidFile(dir);
}

/**
 * An abstract socket: the kernel frees it with the process, however that ends. It is not seen from another network
 * namespace (two containers on one volume).
 */
function lockWithSocket(dir: string): Promise<DirectoryLock> {
  const name = `\0lagoon-db-${createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 32)}`;
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? new DirectoryInUse(dir) : error));
    server.listen({ path: name }, () => {
      server.unref();
      resolve({ release: () => new Promise((done) => server.close(() => done())) });
    });
  });
}

async function lockWithPidFile(dir: string): Promise<DirectoryLock> {
  const file = join(dir, 'lagoon.pid');
  if (!tryCreate(file)) {
    if (isAlive(Number(readFileSync(file, 'utf8')))) throw new DirectoryInUse(dir);
    unlinkSync(file);
    if (!tryCreate(file)) throw new DirectoryInUse(dir);
  }
  return { release: async () => unlinkSync(file) };
}

function tryCreate(file: string): boolean {
  try {
    const descriptor = openSync(file, 'wx');
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
