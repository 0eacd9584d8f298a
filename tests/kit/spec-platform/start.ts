import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, localUrl } from '../../../server/net/test-server.ts';
import { SPEC_CALLS, type SpecCall, SpecRefusal, type SpecSessions } from './calls.ts';

/** A request that the platform received. */
export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly body: Record<string, unknown>;
  /** Content type of the body. */
  readonly type: string;
  readonly found: boolean;
}

export interface SpecPlatform {
  readonly url: string;
  readonly received: ReceivedCall[];
  /** Changes the value of a call ("GET /path"), until cleared. */
  readonly change: Map<string, (value: unknown) => unknown>;
  /** Time before each answer, in milliseconds; files are sent at once. */
  delay: number;
  stop(): Promise<void>;
}

export interface SpecPlatformInput {
  /** The calls that exist; all of the specification by default. */
  readonly has?: (call: SpecCall) => boolean;
  /** Calls under names of the platform's own, in addition. */
  readonly more?: readonly SpecCall[];
}

/** What a player must never see. */
export const RAW_TEXT = 'HTTP Status 404 &ndash; No mapping for the servlet';

/** A platform written from the specification of its calls, without a look at the call table of the portal. */
export async function startSpecPlatform(input: SpecPlatformInput = {}): Promise<SpecPlatform> {
  const calls = new Map<string, SpecCall>(
    [...SPEC_CALLS.filter(input.has ?? (() => true)), ...(input.more ?? [])].map((call) => [`${call.method} ${call.path}`, call] as const),
  );
  const sessions: SpecSessions = { passwords: new Map([['player1', 'Secret123']]), tokens: new Map() };
  const received: ReceivedCall[] = [];
  const change = new Map<string, (value: unknown) => unknown>();
  const platform = {
    url: '',
    received,
    change,
    delay: 0,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((req, res) => {
    void answer(req, res).catch((error: unknown) => send(res, 500, `<html>${String(error)}</html>`, 'text/html'));
  });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://platform');
    if (sendFile(url.pathname, res)) return;
    const key: string = `${req.method} ${url.pathname}`;
    const call = calls.get(key);
    if (platform.delay > 0) await new Promise((resolve) => setTimeout(resolve, platform.delay));
    const body = await readBody(req);
    received.push({
      method: req.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body,
      type: req.headers['content-type'] ?? '',
      found: call !== undefined,
    });
    if (!call) return send(res, 404, `<html><body><h1>${RAW_TEXT}</h1></body></html>`, 'text/html;charset=utf-8');
    const account = sessions.tokens.get((req.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (call.token && account === undefined) return sendJson(res, 401, { success: false, message: 'Token invalid', code: '100401' });
    try {
      const value = call.answer({ query: url.searchParams, body, account, sessions });
      const changed = change.get(key);
      sendJson(res, 200, { success: true, value: changed ? changed(value) : value, message: null, traceId: 'a1-b2', elapsed: '12' });
    } catch (error) {
      if (!(error instanceof SpecRefusal)) throw error;
      sendJson(res, 200, { success: false, value: null, message: error.message, captcha: error.captcha });
    }
  }

  await listenLocally(server);
  platform.url = localUrl(server);
  return platform;
}

/** What its hosts of pictures and games have: no picture of every fourth game. */
function sendFile(path: string, res: ServerResponse): boolean {
  const number = /^\/(?:icons|banners)\/(\w+)\.\w+$/.exec(path)?.[1];
  if (number !== undefined && Number(number) % 4 !== 1) {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"><rect width="300" height="400" fill="#256"/></svg>';
    send(res, 200, picture, 'image/svg+xml');
    return true;
  }
  const isGame = path.startsWith('/play/');
  if (isGame) send(res, 200, '<!doctype html><title>Game</title><p>The game runs</p>', 'text/html;charset=utf-8');
  return isGame;
}

async function readBody(req: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return {};
  if (req.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  send(res, status, JSON.stringify(body), 'application/json;charset=UTF-8');
}

function send(res: ServerResponse, status: number, body: string, type: string): void {
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}
