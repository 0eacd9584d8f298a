import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, readSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';

/** Owner of a database folder, as stored in the lock file. */
export interface LockRecord {
  /** Random id of this opening of the folder. */
  readonly owner: string;
  readonly host: string;
  readonly pid: number;
  /** Start time of the process in kernel ticks, because pids are reused. Empty if unavailable. */
  readonly started: string;
  /** Boot id of the kernel. Containers of a machine share it; another machine, or the same one after a restart, has another. */
  readonly boot: string;
  /** Process namespace in which the pid is valid. */
  readonly pidNamespace: string;
  /** ISO time. */
  readonly since: string;
  /** The owner also holds the kernel lock. */
  readonly kernelLock: boolean;
  /** Heartbeat counter. */
  readonly beat: number;
  readonly released: boolean;
}

/** Inode and device of a lock file: equal values mean the same file. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

const RECORD_BYTES = 1_024;
const READ_TRIES = 5;

export function newRecord(owner: string, kernelLock: boolean): LockRecord {
  return {
    owner,
    host: hostname(),
    pid: process.pid,
    started: startOf(process.pid) ?? '',
    boot: bootId(),
    pidNamespace: pidNamespace(),
    since: new Date().toISOString(),
    kernelLock,
    beat: 0,
    released: false,
  };
}

/** Overwritten in a single call: a reader sees the old or the new record. */
export function writeRecord(descriptor: number, record: LockRecord): void {
  const text = JSON.stringify(record);
  writeSync(descriptor, Buffer.from(`${text.padEnd(RECORD_BYTES - 1)}\n`), 0, undefined, 0);
}

/** Undefined if there is no readable record. */
export function readRecord(descriptor: number): LockRecord | undefined {
  const bytes = Buffer.alloc(RECORD_BYTES);
  for (let attempt = 0; attempt < READ_TRIES; attempt += 1) {
    const length = readSync(descriptor, bytes, 0, RECORD_BYTES, 0);
    const record = parse(bytes.toString('utf8', 0, length));
    if (record) return record;
  }
  return undefined;
}

/** Opens the file for each read, so that a network file system asks its server. */
export function readFile(file: string): { readonly record: LockRecord | undefined; readonly identity: FileIdentity } {
  const descriptor = openSync(file, 'r');
  try {
    return { record: readRecord(descriptor), identity: identityOf(descriptor) };
  } finally {
    closeSync(descriptor);
  }
}

export function identityOf(descriptor: number): FileIdentity {
  const { dev: device, ino: inode } = fstatSync(descriptor, { bigint: true });
  return { device, inode };
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.device === other.device && one.inode === other.inode;
}

/**
 * Whether the recorded owner is certainly dead: proved by the kernel lock on the same kernel, if the owner had it, or by a shared process
 * table. Otherwise the heartbeat decides.
 */
export function isProvedDead(record: LockRecord, hasKernelLock: boolean): boolean {
  if (record.boot !== bootId()) return false;
  if (hasKernelLock && record.kernelLock) return true;
  return record.pidNamespace !== '' && record.pidNamespace === pidNamespace() && startOf(record.pid) !== record.started;
}

function parse(text: string): LockRecord | undefined {
  try {
    const record = JSON.parse(text) as LockRecord;
    return typeof record.owner === 'string' && typeof record.beat === 'number' ? record : undefined;
  } catch {
    return undefined;
  }
}

function bootId(): string {
  return readText('/proc/sys/kernel/random/boot_id') ?? hostname();
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Field 22 of the process's status line; the name before it may contain spaces and brackets. */
function startOf(pid: number): string | undefined {
  const line = readText(`/proc/${pid}/stat`);
  return line?.slice(line.lastIndexOf(')') + 2).split(' ')[19];
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
