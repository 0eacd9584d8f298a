import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryKernelLock } from './kernel-lock.ts';
import { identityOf, isProvedDead, isSameFile, type LockRecord, newRecord, readFile, readRecord, writeRecord } from './lock-record.ts';

/** Another process has opened the folder. Two writers would destroy the data, so the start fails. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
  readonly dir: string;

  constructor(dir: string, holder?: LockRecord | string) {
    super(
      typeof holder === 'string' ? holder : `The database folder ${dir} is in use by ${holder ? describe(holder) : 'another process'}.`,
    );
    this.dir = dir;
  }
}

/** Another process has taken the folder, or the lock file was replaced: this process must not write any more. */
export class DirectoryLost extends Error {
  override readonly name = 'DirectoryLost';
}

/** Exclusive write access to a folder. */
export interface DirectoryLock {
  /** Throws `DirectoryLost` once another process owns the folder. `isCommit`: the following write makes data durable. */
  check(isCommit?: boolean): void;
  /** Set once the folder is lost. */
  readonly lost: DirectoryLost | undefined;
  release(): Promise<void>;
}

export interface LockOptions {
  /** Called once when the folder is lost. */
  readonly onLost?: (reason: DirectoryLost) => void;
  /** Other values in tests only. */
  readonly heartbeatMs?: number;
  readonly staleMs?: number;
  readonly tryKernel?: typeof tryKernelLock;
}

const LOCK_FILE = 'lagoon.lock';
const HEARTBEAT_MS = 2_000;
/** An owner without a heartbeat for this time counts as dead, if there is no other proof. */
const STALE_MS = 15_000;
const WATCH_MS = 250;
/** Without a kernel lock, two processes that take over at the same moment detect each other within this time. */
const SETTLE_MS = 500;
/** Maximum age of a check for writes other than commits, while the kernel lock is held. */
const CHECKED_MS = 1_000;

/** Takes the existing folder for this process. Fails with `DirectoryInUse`. */
export async function lockDirectory(dir: string, options: LockOptions = {}): Promise<DirectoryLock> {
  const { heartbeatMs = HEARTBEAT_MS, staleMs = STALE_MS, tryKernel = tryKernelLock, onLost } = options;
  const file = join(dir, LOCK_FILE);
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const kernel = tryKernel(descriptor);
    if (kernel === 'held') throw new DirectoryInUse(dir, readRecord(descriptor));
    if (!isSameFile(readFile(file).identity, identityOf(descriptor))) throw new DirectoryInUse(dir);
    const hasKernelLock = kernel === 'granted';
    const last = readRecord(descriptor);
    if (last && !last.released && !isProvedDead(last, hasKernelLock)) await waitUntilStale(dir, descriptor, last, staleMs);
    const record = newRecord(randomUUID(), hasKernelLock);
    writeRecord(descriptor, record);
    if (!hasKernelLock) await settle(dir, descriptor, record);
    return holdLock({ file, descriptor, record, heartbeatMs, onLost });
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Resolves after the last owner has sent no heartbeat for long enough. */
async function waitUntilStale(dir: string, descriptor: number, last: LockRecord, staleMs: number): Promise<void> {
  for (let waited = 0; waited < staleMs; waited += WATCH_MS) {
    await sleep(WATCH_MS);
    const now = readRecord(descriptor);
    if (now?.released) return;
    if (now?.owner !== last.owner || now.beat !== last.beat) throw new DirectoryInUse(dir, now);
  }
}

async function settle(dir: string, descriptor: number, record: LockRecord): Promise<void> {
  await sleep(SETTLE_MS);
  const now = readRecord(descriptor);
  if (now?.owner !== record.owner) throw new DirectoryInUse(dir, now);
}

interface HeldLock {
  readonly file: string;
  readonly descriptor: number;
  readonly record: LockRecord;
  readonly heartbeatMs: number;
  readonly onLost: LockOptions['onLost'];
}

function holdLock({ file, descriptor, record, heartbeatMs, onLost }: HeldLock): DirectoryLock {
  const identity = identityOf(descriptor);
  let beat = 0;
  let lost: DirectoryLost | undefined;
  let checked = clocks();

  function lose(reason: string): never {
    lost = new DirectoryLost(`The database folder was taken from this process: ${reason}. Nothing more is written to it.`);
    clearInterval(timer);
    onLost?.(lost);
    throw lost;
  }
  function verify(): void {
    if (lost) throw lost;
    const now = readLockFile(file, descriptor);
    if (now === 'gone' || !isSameFile(now.identity, identity)) lose(`its lock file ${file} was removed or replaced`);
    if (now.record?.owner !== record.owner) lose(`it is now in use by ${now.record ? describe(now.record) : 'an unknown process'}`);
    checked = clocks();
  }
  function check(isCommit = false): void {
    if (lost) throw lost;
    if (isCommit || !record.kernelLock || ageOf(checked) > CHECKED_MS) verify();
  }
  function tick(): void {
    try {
      verify();
      beat += 1;
      writeRecord(descriptor, { ...record, beat });
    } catch {
      // If the folder is lost, `lose` has reported it. A temporary read or write failure is repeated with the next heartbeat; meanwhile
      // each database write does its own check.
    }
  }
  const timer = setInterval(tick, heartbeatMs);
  timer.unref();
  return {
    check,
    get lost() {
      return lost;
    },
    async release() {
      clearInterval(timer);
      if (!lost) writeRecord(descriptor, { ...record, beat: beat + 1, released: true });
      closeSync(descriptor);
    },
  };
}

/** Without a free file descriptor it reads through the open one, so that the database write does not fail. */
function readLockFile(file: string, descriptor: number): ReturnType<typeof readFile> | 'gone' {
  try {
    return readFile(file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'gone';
    if (!['EMFILE', 'ENFILE'].includes(code)) throw error;
    return { record: readRecord(descriptor), identity: identityOf(descriptor) };
  }
}

/** Both clocks: the monotonic clock stops while a machine is suspended, the other one can be set. */
function clocks(): { readonly monotonic: number; readonly wall: number } {
  return { monotonic: performance.now(), wall: Date.now() };
}

function ageOf(then: ReturnType<typeof clocks>): number {
  const now = clocks();
  return Math.max(now.monotonic - then.monotonic, Math.abs(now.wall - then.wall));
}

function describe({ host, pid, since }: LockRecord): string {
  return `process ${pid} on host ${host}, since ${since}`;
}
