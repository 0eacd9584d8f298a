import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { localUrl } from '../../../server/net/test-server.ts';
import { callByRoute } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { hashOfBody, type RecordedAnswer, type RecordedEntry, type RecordingFile, sortedQuery } from './format.ts';
import { createMasker, type Masker } from './mask.ts';

/** A proxy between a portal and a real platform that records the platform's answers. */
export interface Recorder {
  readonly url: string;
  /** The recording so far, without personal data or secrets. */
  file(): RecordingFile;
  /** Requests that were forwarded but not recorded: unknown calls and streams. */
  readonly passedBy: readonly string[];
  /** Fields of answers without a schema; not part of the recording. */
  readonly leftOut: number;
  close(): Promise<void>;
}

interface Exchange {
  readonly call: AnyCall;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly status: number;
  readonly type: string;
  readonly answer: string;
}

/** Public calls, whose answers contain no personal data. All other calls are treated as personal. */
const PUBLIC: ReadonlySet<string> = new Set([
  'content.announcements',
  'content.help',
  'content.vipLevels',
  'games.hot',
  'games.list',
  'games.matches',
  'games.menus',
  'games.popular',
  'games.types',
  'games.vendors',
  'lottery.menu',
  'lottery.openedNumbers',
  'lottery.vnNumbers',
  'session.keys',
  'setting.register',
  'system.countries',
  'system.domainRoute',
  'system.whitelabel',
  'verification.phoneService',
]);
const MAX_ANSWERS = 20;

export async function startRecorder({ upstream, port = 0 }: { upstream: string; port?: number }): Promise<Recorder> {
  const recordedAt = new Date();
  const exchanges: Exchange[] = [];
  const passedBy: string[] = [];
  let leftOut = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const { method = '', url = '' } = request;
    const address = new URL(url, 'http://recorder.invalid');
    const call = callByRoute(method, address.pathname);
    const answer = await forward(new URL(url, upstream), request, body);
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (!call || call.answer === 'events') {
      passedBy.push(`${method} ${address.pathname}`);
      response.on('close', () => answer.destroy());
      return void answer.pipe(response);
    }
    const bytes = await bytesOf(answer);
    response.end(bytes);
    const sent = call.rawBody > 0 || call.encrypted ? '' : body.toString('utf8');
    const type = answer.headers['content-type'] ?? '';
    exchanges.push({
      call,
      query: address.searchParams,
      body: sent,
      status: answer.statusCode ?? 502,
      type,
      answer: bytes.toString('utf8'),
    });
  }

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: localUrl(server),
    passedBy,
    get leftOut() {
      return leftOut;
    },
    file() {
      const masker = createMasker(recordedAt);
      const entries = gathered(exchanges, masker);
      leftOut = masker.leftOut;
      return { version: 1, recordedAt: recordedAt.toISOString(), entries };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sorted by call, query and body, independent of the order of requests. */
function gathered(exchanges: readonly Exchange[], masker: Masker): readonly RecordedEntry[] {
  const byKey = new Map<string, RecordedEntry & { answers: RecordedAnswer[] }>();
  for (const one of [...exchanges].sort((a, b) => (a.call.id < b.call.id ? -1 : Number(a.call.id > b.call.id)))) {
    const { call, status } = one;
    const query = sortedQuery([...one.query].map(([name, value]) => [name, maskedParameter(call, name, value, masker)] as const));
    const sent = jsonOf(one.body);
    const bodyHash = hashOfBody(sent === undefined ? undefined : masker.personal(call.body, sent));
    const key = `${call.method} ${call.path}?${query}#${bodyHash}`;
    const entry = byKey.get(key) ?? { call: call.id, method: call.method, path: call.path, query, bodyHash, answers: [] };
    byKey.set(key, entry);
    if (entry.answers.length < MAX_ANSWERS) entry.answers.push({ status, ...answerOf(one, masker) });
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

function maskedParameter(call: AnyCall, name: string, value: string, masker: Masker): string {
  if (PUBLIC.has(call.id)) return value;
  return (masker.personal(call.query, { [name]: value }) as Record<string, string>)[name] ?? masker.text(value);
}

function answerOf({ call, type, answer }: Exchange, masker: Masker): Pick<RecordedAnswer, 'type' | 'body'> {
  const envelope = jsonOf(answer) as Record<string, unknown> | undefined;
  if (typeof envelope !== 'object' || envelope === null) return { type: type.split(';')[0] ?? '', body: null };
  const clean = PUBLIC.has(call.id) ? masker.publicValue : masker.personal;
  const { success, code, message } = envelope;
  const body = success
    ? { success: true, value: clean(call.value, envelope.value) }
    : {
        success: false,
        value: null,
        code: typeof code === 'string' ? code : 'internal_error',
        message: message === undefined ? '' : 'masked',
      };
  return { type: 'application/json', body };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function forward(url: URL, { method, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  // Disables compression, because the proxy must read the answer.
  const passed = { ...headers, host: url.host, 'accept-encoding': 'identity' };
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers: passed, agent: false }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}
