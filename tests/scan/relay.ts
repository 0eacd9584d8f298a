import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listenLocally, localUrl } from '../../server/net/test-server.ts';
import { CALLS } from '../../shared/api/call-table.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import { sessionKeys } from '../../shared/api/session/calls.ts';
import type { Service } from '../kit/service.ts';
import { FORM_TYPE, type Visitor } from './contracts.ts';

/** A proxy between a scanner and the service that makes requests look like a browser's. */
export interface Relay {
  readonly url: string;
  /** Number of answers by status, method and path. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** The first requests answered with 500, which are reported even if the tool saw no vulnerability in them. */
  readonly broken: readonly string[];
  close(): Promise<void>;
}

export interface RelayOptions {
  /** The session by path; renewed when the service no longer accepts it. */
  readonly visitor: (path: string, again: boolean) => Promise<Visitor>;
  /** Paths that the scanner must not reach, because they would end the session or hide the account from the rest of the scan. */
  readonly isExcluded?: (path: string) => boolean;
  /** Removes scripts, styles and icons, and turns redirects into pages, so that tools have less to compare. */
  readonly plain?: boolean;
  /** Served at `/`, where the service only redirects to its home page. */
  readonly start?: string;
}

const ADMIN = /^\/(?:console|outbox|audit)\b/;
const CONSOLE_SIGN_IN = '/console/sign-in';
const ENTRY = /^\/console\/(?:sign-in|password|code)\b/;
const MAX_BROKEN = 200;
const SEALED = new Map(CALLS.filter(({ encrypted }) => encrypted).map((call) => [call.path, call]));
/** Headers of the connection, and of a content encoding that the relay removes. */
const NOT_PASSED = ['transfer-encoding', 'content-length', 'content-encoding', 'connection', 'keep-alive'];

/**
 * Each request carries the cookies of its member or operator and a same-origin header, and has its own client address, so that
 * the code after sessions, origin checks and limits is tested. The relay seals the bodies of sealed calls.
 */
export async function startRelay(
  service: Pick<Service, 'url' | 'adminUrl'>,
  { visitor, isExcluded, plain = false, start }: RelayOptions,
): Promise<Relay> {
  let key: Promise<PayloadKey> | undefined;
  const statuses = new Map<string, Map<number, number>>();
  const broken: string[] = [];
  let requestCount = 0;

  function forwardRequest(
    incoming: IncomingMessage,
    path: string,
    unkeyed: Buffer,
    { cookie, formKey }: Visitor,
  ): Promise<IncomingMessage> {
    const target = new URL(ADMIN.test(path) ? service.adminUrl : service.url);
    requestCount += 1;
    const body = keyed(incoming, unkeyed, formKey);
    const headers = {
      ...incoming.headers,
      host: target.host,
      origin: target.origin,
      cookie,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `198.18.${(requestCount >> 8) & 255}.${requestCount & 255}`,
      ...(body.length > 0 && { 'content-length': String(body.length) }),
    };
    if (body.length === 0) Reflect.deleteProperty(headers, 'content-length');
    Reflect.deleteProperty(headers, 'transfer-encoding');
    if (plain) Reflect.deleteProperty(headers, 'accept-encoding');
    return new Promise((resolve, reject) => {
      const sent = request({ host: target.hostname, port: target.port, method: incoming.method, path, headers, agent }, resolve);
      sent.once('error', reject);
      sent.end(body);
    });
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    if (path === '/' && start !== undefined) return void outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(start);
    if (isExcluded?.(path)) return void outgoing.writeHead(404).end();
    const typed = await bodyOf(incoming);
    const body = await sealed(path, typed, () => (key ??= keyOf(service.url)));
    let answer = await forwardRequest(incoming, path, body, await visitor(path, false));
    if (isUnknown(path, answer)) {
      answer.resume();
      answer = await forwardRequest(incoming, path, body, await visitor(path, true));
    }
    const status = answer.statusCode ?? 0;
    const name = `${incoming.method} ${path.split('?')[0]}`;
    const times = statuses.get(name) ?? new Map<number, number>();
    statuses.set(name, times.set(status, (times.get(status) ?? 0) + 1));
    if (status === 500 && broken.length < MAX_BROKEN) broken.push(`${incoming.method} ${path} ${typed}`);
    if (plain) return sendPlain(answer, outgoing);
    outgoing.writeHead(status, answer.headers);
    answer.pipe(outgoing);
  }

  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => void outgoing.destroy());
  });
  await listenLocally(server);
  return {
    url: localUrl(server),
    statuses,
    broken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        agent.destroy();
      }),
  };
}

/** The console redirects unknown visitors to its sign-in, so that page means that the session has ended. */
function isUnknown(path: string, { statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 401 || (headers.location?.startsWith(CONSOLE_SIGN_IN) === true && !ENTRY.test(path));
}

/** Adds the session's form key, which no tool knows, to a form of the console. */
function keyed({ headers }: IncomingMessage, body: Buffer, formKey: string | undefined): Buffer {
  if (formKey === undefined || !headers['content-type']?.startsWith(FORM_TYPE)) return body;
  return Buffer.concat([body, Buffer.from(`${body.length > 0 ? '&' : ''}formKey=${formKey}`)]);
}

async function sendPlain(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const text = (await bodyOf(answer)).toString();
  const { location } = answer.headers;
  const isPage = /html/.test(answer.headers['content-type'] ?? '');
  const plainBody = location === undefined ? (isPage ? withoutScripts(text) : text) : `<p>${location}</p>`;
  const headers = Object.entries(answer.headers).filter(([name]) => !NOT_PASSED.includes(name) && name !== 'location');
  outgoing.writeHead(location === undefined ? (answer.statusCode ?? 0) : 200, Object.fromEntries(headers) as Record<string, string>);
  outgoing.end(plainBody);
}

function withoutScripts(page: string): string {
  return page.replace(/<(script|style|svg)\b[^>]*>[\s\S]*?<\/\1>|<(?:link|meta)\b[^>]*>| (?:class|style|nonce)="[^"]*"/g, '');
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function keyOf(url: string): Promise<PayloadKey> {
  const answer = await fetch(`${url}${sessionKeys.path}`);
  return (await answer.json()).value.keys[0];
}

async function sealed(path: string, body: Buffer, key: () => Promise<PayloadKey>): Promise<Buffer> {
  const call = SEALED.get(path.split('?')[0] ?? '');
  if (!call) return body;
  try {
    return Buffer.from(JSON.stringify({ payload: await sealPayload(await key(), call.id, JSON.parse(body.toString())) }));
  } catch {
    return body;
  }
}
