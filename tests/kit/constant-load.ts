import { Agent, request } from 'node:http';

export interface Load {
  /** Requests that were answered with 200 so far. */
  count(): number;
  /** `p99`: milliseconds that all but one in a hundred took at most. */
  stop(): Promise<{ readonly answered: number; readonly failed: readonly string[]; readonly p99: number }>;
}

interface Question {
  readonly url: string;
  readonly agent?: Agent;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const CLIENTS = 4;
/** Of each client; the next request begins when the last one has been answered and this has passed. */
const PAUSE_MS = 15;
/** A connection that was handed to a worker in the moment of its death is answered by nobody. */
const GIVE_UP_MS = 20_000;

/** Visitors who never stop asking, on connections that they keep. What is not answered with 200 is noted. */
export function startLoad(url: string, headers: Readonly<Record<string, string>> = {}): Load {
  let isRunning = true;
  let answered = 0;
  const failed: string[] = [];
  const times: number[] = [];
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (isRunning) {
      const start = performance.now();
      const result = await ask({ url, agent, headers });
      times.push(performance.now() - start);
      if (result === 200) answered++;
      else failed.push(String(result));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
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

/** Status of one request, or the code of what went wrong; without an agent on a connection of its own. */
export function ask({ url, agent, method = 'GET', headers = {} }: Question): Promise<number | string> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent: agent ?? false, method, headers }, (answer) => {
      answer.resume();
      answer
        .once('end', () => resolve(answer.statusCode ?? 0))
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'cut'));
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    outgoing.setTimeout(GIVE_UP_MS, () => outgoing.destroy(new Error('no answer'))).end();
  });
}
