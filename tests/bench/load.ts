import autocannon from 'autocannon';

export interface Target {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The requests name many client addresses, for a server that trusts loopback: its limits count per address. */
  readonly manyClients?: boolean;
}

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 16;
const CLIENTS = Array.from({ length: 200 }, (_, client) => `198.51.100.${client}`);

/**
 * Requests per second of each target, the median of interleaved rounds: on a shared machine only figures of the same
 * minutes may be compared. An answer other than 2xx ends the run, because a fast error is not a result.
 */
export async function measure(targets: readonly Target[]): Promise<ReadonlyMap<string, number>> {
  const rates = new Map<string, number[]>(targets.map((target) => [target.name, []]));
  for (const target of targets) await shoot(target, 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of targets) rates.get(target.name)?.push(await shoot(target, SECONDS));
  }
  return new Map([...rates].map(([name, values]) => [name, median(values)]));
}

async function shoot(target: Target, seconds: number): Promise<number> {
  const headers = { ...target.headers };
  const requests = target.manyClients ? CLIENTS.map((address) => ({ headers: { ...headers, 'x-forwarded-for': address } })) : undefined;
  const result = await autocannon({
    url: target.url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    ...(requests ? { requests } : {}),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.name}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  return result.requests.total / result.duration;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
