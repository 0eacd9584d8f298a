import { Agent, request } from 'node:http';

export interface Load {
  /** Number of requests that were answered with 200 so far. */
  count(): number;
  /** `p99`: the 99th percentile in milliseconds. */
  stop(): Promise<{ readonly answered: number; readonly failed: readonly string[]; readonly p99: number }>;
}

interface RequestSpec {
  readonly url: string;
  readonly agent?: Agent;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadOptions extends Pick<RequestSpec, 'method' | 'body'> {
  readonly clients?: number;
  /** Pause of each client between an answer and its next request. */
  readonly pauseMs?: number;
}

const CLIENTS = 4;
const PAUSE_MS = 15;
/** A connection that was handed to a worker at the moment of its exit gets no answer. */
const GIVE_UP_MS = 20_000;

/** Clients that send requests continuously over keep-alive connections. Every answer other than 200 is recorded. */
export function startLoad(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  { clients: count = CLIENTS, pauseMs = PAUSE_MS, ...spec }: LoadOptions = {},
): Load {
  let isRunning = true;
  let answered = 0;
  const failed: string[] = [];
  const times: number[] = [];
  const clients = Array.from({ length: count }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (isRunning) {
      const start = performance.now();
      const result = await requestStatus({ ...spec, url, agent, headers });
      times.push(performance.now() - start);
      if (result === 200) answered++;
      else failed.push(String(result));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    agent.destroy();
  });
  return {
    count: () => answered,
    async stop() {
      isRunning = false;
      await Promise.all(clients);
      times.sort((one, other) => one - other);
      return { answered, failed, p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0) };
    },
  };
}

/** Status of one request, or the error code. Without an agent the request has its own connection. */
export function requestStatus({ url, agent, method = 'GET', headers = {}, body }: RequestSpec): Promise<number | string> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent: agent ?? false, method, headers }, (answer) => {
      answer.resume();
      answer
        .once('end', () => resolve(answer.statusCode ?? 0))
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'cut'));
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    outgoing.setTimeout(GIVE_UP_MS, () => outgoing.destroy(new Error('no answer'))).end(body);
  });
}
