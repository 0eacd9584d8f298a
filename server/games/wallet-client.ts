import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import * as v from 'valibot';
import {
  SEAMLESS_PREFIX,
  type SeamlessAnswer,
  type SeamlessBody,
  type SeamlessOperation,
  SIGNATURE_HEADER,
  seamlessAnswer,
  signedHead,
  TIMESTAMP_HEADER,
} from '../../shared/seamless/wallet.ts';
import { watchConnectionLoss } from '../net/client-request.ts';
import type { StudioClock } from './contract.ts';

/**
 * `undefined` is a missing reply: a timeout, a broken connection, a 5xx, or a malformed response. The operation may or may not
 * have happened.
 */
export type WalletReply = SeamlessAnswer | undefined;

export interface WalletClient {
  call<O extends SeamlessOperation>(operation: O, body: SeamlessBody<O>): Promise<WalletReply>;
  close(): void;
}

export interface WalletOptions {
  readonly platformUrl: string | (() => string);
  readonly providerCode: string;
  readonly secret: string;
  readonly clock: StudioClock;
  readonly deadlineMs: number;
}

const MAX_ANSWER_BYTES = 16_384;
const MAX_SOCKETS = 64;

export function createWalletClient(options: WalletOptions): WalletClient {
  const agents = { 'http:': new HttpAgent(agentOptions), 'https:': new HttpsAgent(agentOptions) };
  return {
    async call(operation, body) {
      const base = typeof options.platformUrl === 'string' ? options.platformUrl : options.platformUrl();
      const url = new URL(`${SEAMLESS_PREFIX}/${options.providerCode}/${operation}`, base);
      const raw = JSON.stringify(body);
      const headers = {
        ...signedHeaders(options, url.pathname, raw),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(raw),
      };
      const secure = url.protocol === 'https:';
      const request: RequestOptions = { method: 'POST', headers, agent: agents[secure ? 'https:' : 'http:'] };
      const text = await send(secure ? requestHttps : requestHttp, url, request, raw, options.deadlineMs).catch(() => undefined);
      return text === undefined ? undefined : readAnswer(text);
    },
    close() {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

const agentOptions = { keepAlive: true, maxSockets: MAX_SOCKETS, scheduling: 'lifo' } as const;

function signedHeaders({ clock, secret }: WalletOptions, path: string, raw: string): Record<string, string> {
  const timestamp = String(clock.now().getTime());
  const signature = createHmac('sha256', secret)
    .update(signedHead('POST', path, timestamp))
    .update(raw)
    .digest('hex');
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature };
}

/** The body of a 200; rejects on every other response. The deadline covers the whole exchange. */
function send(request: typeof requestHttp, url: URL, options: RequestOptions, raw: string, deadlineMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(deadlineMs);
    const sent = request(url, { ...options, signal }, (answer) => readText(answer).then(resolve, reject));
    sent.on('error', reject);
    watchConnectionLoss(sent, reject);
    sent.end(raw);
  });
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('answer too large');
    chunks.push(chunk);
  }
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
  return Buffer.concat(chunks).toString('utf8');
}

function readAnswer(text: string): WalletReply {
  try {
    const parsed = v.safeParse(seamlessAnswer, JSON.parse(text));
    return parsed.success && parsed.output.status !== 'ERROR' ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
