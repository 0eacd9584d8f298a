import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/** Short compared with a measurement, long compared with a context switch. */
const PERIOD_US = 20_000;
/** A high weight guarantees the configured share even when other processes want the CPU. */
const WEIGHT_V1 = '100000';
const WEIGHT_V2 = '10000';

/** A Linux control group (cgroup). */
export interface CpuShare {
  /** Moves a process with all its threads into the group. */
  add(pid: number): void;
  /** Must be called after its processes have ended. */
  remove(): void;
}

/**
 * Creates a control group limited to `cores` CPUs (1: one CPU), or unlimited without `cores`. Undefined where the machine does
 * not allow it, as in most containers.
 */
export function cpuShare(name: string, cores?: number): CpuShare | undefined {
  const second = existsSync(join(ROOT, 'cgroup.controllers'));
  const dir = join(ROOT, second ? '' : 'cpu', `lagoon-bench-${process.pid}-${name}`);
  const quota = cores === undefined ? undefined : String(Math.round(cores * PERIOD_US));
  const settings: readonly (readonly [string, string])[] = second
    ? [['cpu.weight', WEIGHT_V2], ...(quota ? [['cpu.max', `${quota} ${PERIOD_US}`] as const] : [])]
    : [['cpu.shares', WEIGHT_V1], ['cpu.cfs_period_us', String(PERIOD_US)], ...(quota ? [['cpu.cfs_quota_us', quota] as const] : [])];
  try {
    if (!existsSync(join(ROOT, second ? '' : 'cpu'))) return undefined;
    mkdirSync(dir);
    for (const [file, value] of settings) writeFileSync(join(dir, file), value);
  } catch {
    if (existsSync(dir)) rmdirSync(dir);
    return undefined;
  }
  return { add: (pid) => writeFileSync(join(dir, 'cgroup.procs'), String(pid)), remove: () => rmdirSync(dir) };
}
