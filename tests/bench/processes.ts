import { readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second, whatever its own clock. */
const TICKS_A_SECOND = 100;

/** Seconds of processor time that a process and those that it started have used; undefined where the system does not say. */
export function cpuSecondsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // What follows the name, which may hold anything, is numbers: user and system time are the 14th and 15th of the whole.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const own = (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
    return childrenOf(pid).reduce((sum, child) => sum + (cpuSecondsOf(child) ?? 0), own);
  } catch {
    return undefined;
  }
}

/** Bytes that a process holds in memory. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** Processes that a process has started itself. */
export function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
