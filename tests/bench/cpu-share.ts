import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/** Short against a measurement, long against the switch from one process to another. */
const PERIOD_US = 20_000;
/** Weight against the rest of the machine: what has a fixed share shall get it, whoever else wants the processors. */
const WEIGHT_V1 = '100000';
const WEIGHT_V2 = '10000';

/** A control group of Linux. */
export interface CpuShare {
  /** Puts a process with all its threads under the limit. */
  add(pid: number): void;
  /** To be called when its processes have ended. */
  remove(): void;
}

/**
 * A control group that gets no more than so many processors (1: one of them), or as many as it likes without `cores`. Undefined where
 * this machine does not let us make one, as in most containers.
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
