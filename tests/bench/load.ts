import autocannon from 'autocannon';
import { cpuSecondsOf } from './processes.ts';

export interface Target {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The requests carry many client addresses, for a server that trusts loopback as its proxy, because its limits apply per address. */
  readonly manyClients?: boolean;
  /** The process that answers. */
  readonly pid: number;
}

export interface Rate {
  readonly perSecond: number;
  /** Answers per second of CPU time of the answering processes, which is comparable on a loaded machine. */
  readonly perCpuSecond: number;
}
export type Rates = ReadonlyMap<string, Rate>;

const ROUNDS = 5;
const SECONDS = 3;
/** Long enough for the JIT compiler to optimise the hot code. */
const WARM_SECONDS = 3;
const CONNECTIONS = 16;
const CLIENTS = Array.from({ length: 200 }, (_, client) => `198.51.100.${client}`);

/**
 * Rates of each target as the medians of interleaved rounds, because figures from a shared machine are comparable only when
 * measured together. Any answer other than 2xx aborts the run: a fast error is not a result.
 */
export async function measure(targets: readonly Target[]): Promise<Rates> {
  const rates = new Map<string, Rate[]>(targets.map((target) => [target.name, []]));
  for (const target of targets) await shoot(target, WARM_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of targets) rates.get(target.name)?.push(await shoot(target, SECONDS));
  }
  const middle = (values: readonly Rate[], of: keyof Rate) => median(values.map((value) => value[of]));
  return new Map(
    [...rates].map(([name, values]) => [name, { perSecond: middle(values, 'perSecond'), perCpuSecond: middle(values, 'perCpuSecond') }]),
  );
}

async function shoot(target: Target, seconds: number): Promise<Rate> {
  const headers = { ...target.headers };
  const requests = target.manyClients ? CLIENTS.map((address) => ({ headers: { ...headers, 'x-forwarded-for': address } })) : undefined;
  const before = cpuSecondsOf(target.pid) ?? Number.NaN;
  const result = await autocannon({
    url: target.url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    ...(requests ? { requests } : {}),
  });
  const spent = (cpuSecondsOf(target.pid) ?? Number.NaN) - before;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.name}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  return { perSecond: result.requests.total / result.duration, perCpuSecond: result.requests.total / spent };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
