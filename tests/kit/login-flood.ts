import { Agent, request } from 'node:http';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import { sessionKeys } from '../../shared/api/session/calls.ts';
import { sessionLogin } from '../../shared/api/sign-in/calls.ts';

/** Number of each answer, such as "429 too_many_requests". */
export type Answers = ReadonlyMap<string, number>;

export interface Flood {
  readonly answers: Answers;
  /** Number of rate-limit refusals, and how many of them had a retry time. */
  readonly turnedAway: { readonly all: number; readonly withRetryAfter: number };
}

export interface FloodPlan {
  readonly url: string;
  readonly loops: number;
  /** Minimum duration. */
  readonly seconds: number;
  /** Continues until this condition holds, because the number of attempts per second depends on the machine. */
  readonly enough?: (flood: Flood) => boolean;
  /** Each attempt has another client address; works only with a service that trusts this machine as its proxy. */
  readonly manyAddresses?: boolean;
}

const TOO_MANY = [429, 503];
/** Time limit for the condition. */
const MAX_TRIES = 20_000;

/** Runs parallel loops of sign-in attempts for users who do not exist. */
export async function floodLogins({ url, loops, seconds, enough = () => true, manyAddresses = false }: FloodPlan): Promise<Flood> {
  const key = (await fetch(`${url}${sessionKeys.path}`).then((answer) => answer.json())).value.keys[0] as PayloadKey;
  const answers = new Map<string, number>();
  const turnedAway = { all: 0, withRetryAfter: 0 };
  const until = performance.now() + seconds * 1000;
  let tries = 0;
  const loop = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (performance.now() < until || (tries < MAX_TRIES && !enough({ answers, turnedAway }))) {
      const own = ++tries;
      const username = `nobody${own}`;
      const body = JSON.stringify({ payload: await sealPayload(key, sessionLogin.id, { username, password: 'not-the-password' }) });
      const from: Record<string, string> = manyAddresses ? { 'x-forwarded-for': `198.18.${(own >> 8) & 255}.${own & 255}` } : {};
      const { status, code, retryAfter } = await post(`${url}${sessionLogin.path}`, agent, from, body);
      const answer = `${status} ${code}`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      if (!TOO_MANY.includes(status)) continue;
      turnedAway.all += 1;
      if (Number(retryAfter) > 0) turnedAway.withRetryAfter += 1;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: loops }, loop));
  return { answers, turnedAway };
}

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | undefined;
}

function post(url: string, agent: Agent, more: Readonly<Record<string, string>>, body: string): Promise<Answer> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), origin: new URL(url).origin, ...more };
    const sent = request(url, { agent, method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, code: codeOf(Buffer.concat(chunks)), retryAfter: answer.headers['retry-after'] }),
      );
    });
    sent.once('error', (error: NodeJS.ErrnoException) => resolve({ status: 0, code: error.code ?? 'cut', retryAfter: undefined }));
    sent.end(body);
  });
}

function codeOf(body: Buffer): string {
  try {
    return String((JSON.parse(body.toString()) as { code?: unknown }).code);
  } catch {
    return 'none';
  }
}
