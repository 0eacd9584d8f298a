import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, localUrl } from '../../../server/net/test-server.ts';
import { callByRoute } from '../../../shared/api/call-table.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { hashOfBody, type RecordedEntry, type RecordingFile, sortedQuery } from './format.ts';
import { MOMENT } from './mask.ts';

/** Describes an upstream: `openPortal({ upstream: recorded('…') })`. */
export interface Recording {
  readonly kind: 'recorded';
  readonly file: string | RecordingFile;
  readonly tolerate: Tolerance;
}

/** Fields that may differ from the recording, for every call or for calls by id. */
export interface Tolerance {
  readonly query?: boolean | readonly string[];
  readonly body?: boolean | readonly string[];
}

export function recorded(file: string | RecordingFile, tolerate: Tolerance = {}): Recording {
  return { kind: 'recorded', file, tolerate };
}

/** A server that replays recorded answers. */
export interface Replay {
  readonly url: string;
  /** Requests without a recording. A reliable test expects this to be empty. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

/** A status outside of HTTP, which no other server uses. */
export const NOT_RECORDED = 599;
/** One transparent pixel, which replaces every picture. */
const EMPTY_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export async function startReplay({ file, tolerate }: Recording): Promise<Replay> {
  const { entries } = typeof file === 'string' ? (JSON.parse(readFileSync(file, 'utf8')) as RecordingFile) : file;
  const given = new Map<RecordedEntry, number>();
  const missing: string[] = [];

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const { method = '', url = '' } = request;
    const { pathname, searchParams } = new URL(url, 'http://replay.invalid');
    const call = callByRoute(method, pathname);
    const query = sortedQuery(searchParams);
    const bodyHash = call?.encrypted || call?.rawBody || body === '' ? '' : hashOfBody(JSON.parse(body));
    const sameCall = entries.filter((entry) => entry.method === method && entry.path === pathname);
    const found = sameCall.find(
      (entry) =>
        (entry.query === query || allows(tolerate.query, entry.call)) && (entry.bodyHash === bodyHash || allows(tolerate.body, entry.call)),
    );
    if (!found) {
      missing.push(`${method} ${url}`);
      const message = `not recorded: ${method} ${url}${sameCall.length > 0 ? ', only with another query or body' : ''}`;
      return json(response, NOT_RECORDED, { success: false, value: null, code: 'internal_error', message });
    }
    const turn = given.get(found) ?? 0;
    given.set(found, turn + 1);
    const answer = found.answers[Math.min(turn, found.answers.length - 1)] ?? { status: NOT_RECORDED, type: '', body: null };
    if (answer.body === null) return void response.writeHead(answer.status, { 'content-type': 'image/png' }).end(EMPTY_PICTURE);
    json(response, answer.status, withMoments(answer.body));
  }

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await listenLocally(server);
  return {
    url: localUrl(server),
    missing,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function allows(tolerance: boolean | readonly string[] | undefined, call: string): boolean {
  return typeof tolerance === 'object' ? tolerance.includes(call) : tolerance === true;
}

/** Shifts times of the recording, so that their distance from now is as recorded. */
function withMoments(value: unknown): unknown {
  if (typeof value === 'string') {
    const minutes = MOMENT.exec(value)?.[1];
    return minutes === undefined ? value : new Date(Date.now() + Number(minutes) * MINUTE_MS).toISOString();
  }
  if (Array.isArray(value)) return value.map(withMoments);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withMoments(one)]));
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
