import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { walletBalance } from '../../shared/api/balance/calls.ts';
import { gameMenus } from '../../shared/api/games/calls.ts';
import { type Service, startService } from '../kit/service.ts';
import { serve } from './children.ts';
import { type CpuShare, cpuShare } from './cpu-share.ts';
import { median } from './load.ts';
import { childrenOf, cpuSecondsOf } from './processes.ts';

export interface WorkerRate {
  readonly perSecond: number;
  /** CPUs used by the answering processes: the single process, or the two workers together. */
  readonly cores: number;
  /** CPUs used by the primary process of two workers; zero for a single process. */
  readonly firstCores: number;
}
export type WorkerRates = ReadonlyMap<string, WorkerRate>;

/** CPU share of each answering process. The load and the upstream then also fit on two CPUs. */
export const SHARE = 0.3;
const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = '16';
/** The product's limits apply per address. */
const MANY_CLIENTS = `
local n = 0
request = function()
  n = (n + 1) % 200
  wrk.headers["x-forwarded-for"] = "198.51.100." .. n
  wrk.headers["authorization"] = "Bearer bench"
  return wrk.format()
end
`;

interface Side {
  readonly service: Service;
  readonly answering: readonly number[];
  readonly first: number | undefined;
}

/**
 * One process against two workers, each limited to the same fraction of a CPU by a control group, so that load, upstream and
 * other processes on the machine do not affect the result. The primary process, which distributes connections and keeps shared
 * counters, has no limit; its use is reported. Returns a string with the reason if nothing could be measured.
 */
export async function benchWorkers(): Promise<WorkerRates | string> {
  if (spawnSync('wrk', ['-v']).error) return 'wrk is not installed';
  const groups: CpuShare[] = [];
  const share = (name: string, cores?: number): CpuShare => {
    const group = cpuShare(name, cores);
    if (!group) throw new NoShare();
    groups.push(group);
    return group;
  };
  const folder = mkdtempSync(join(tmpdir(), 'lagoon-bench-'));
  const script = join(folder, 'many-clients.lua');
  writeFileSync(script, MANY_CLIENTS);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const free = share('free');
    const limited = [share('a', SHARE), share('b', SHARE), share('c', SHARE)] as const;
    const upstream = await serve('upstream');
    stops.push(upstream.stop);
    const env = {
      UPSTREAM_WPS_URL: upstream.url,
      UPSTREAM_LGW_URL: upstream.url,
      UPSTREAM_LOTTO_URL: upstream.url,
      TRUST_PROXY: 'loopback',
    };
    const one = await startService({ env });
    stops.push(one.stop);
    const two = await startService({ env: { ...env, WORKERS: '2' } });
    stops.push(two.stop);
    const singlePid = one.process.pid ?? 0;
    const first = two.process.pid ?? 0;
    const workers = childrenOf(first);
    if (workers.length !== 2) throw new Error(`${workers.length} workers, not two`);
    for (const pid of [process.pid, upstream.pid, first]) free.add(pid);
    for (const [n, pid] of [singlePid, ...workers].entries()) limited[n]?.add(pid);
    return await rounds(script, {
      one: { service: one, answering: [singlePid], first: undefined },
      two: { service: two, answering: workers, first },
    });
  } catch (error) {
    if (error instanceof NoShare) return 'this machine lets nobody make control groups for processors';
    throw error;
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true });
    // This process is a member of one of the groups until it ends.
    for (const group of groups.slice(1)) group.remove();
  }
}

class NoShare extends Error {}

async function rounds(script: string, sides: Readonly<Record<'one' | 'two', Side>>): Promise<WorkerRates> {
  const paths = { cached: gameMenus.path, proxied: walletBalance.path };
  const found = new Map<string, WorkerRate[]>();
  // The first round warms up the compiler and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [what, path] of Object.entries(paths)) {
      for (const [name, side] of Object.entries(sides)) {
        const rate = await shoot(script, side, path);
        const rates = found.get(`${what}, ${name}`) ?? [];
        if (round > 0) rates.push(rate);
        found.set(`${what}, ${name}`, rates);
      }
    }
  }
  const middle = (rates: readonly WorkerRate[], of: keyof WorkerRate) => median(rates.map((rate) => rate[of]));
  return new Map(
    [...found].map(([name, rates]) => [
      name,
      { perSecond: middle(rates, 'perSecond'), cores: middle(rates, 'cores'), firstCores: middle(rates, 'firstCores') },
    ]),
  );
}

async function shoot(script: string, { service, answering, first }: Side, path: string): Promise<WorkerRate> {
  const used = () => answering.reduce((sum, pid) => sum + (cpuSecondsOf(pid) ?? Number.NaN), 0);
  // Children of the primary process are counted with it.
  const usedByFirst = () => (first === undefined ? 0 : (cpuSecondsOf(first) ?? Number.NaN) - used());
  const [before, firstBefore] = [used(), usedByFirst()];
  const output = await wrk(['-t', '1', '-c', CONNECTIONS, '-d', `${SECONDS}s`, '-s', script, service.url + path]);
  const [after, firstAfter] = [used(), usedByFirst()];
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`unexpected wrk output:\n${output}`);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? Number.NaN);
  await sleep(100);
  return { perSecond, cores: (after - before) / SECONDS, firstCores: (firstAfter - firstBefore) / SECONDS };
}

function wrk(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('wrk', args, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}
