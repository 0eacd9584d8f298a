import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callById, callByRoute } from '../../../shared/api/call-table.ts';
import type { PendingValue, SignedInValue } from '../../../shared/api/sign-in/schemas.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { sampleOf } from './sample-of.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}
export type TinyAnswer = (request: ReceivedRequest, response: ServerResponse) => void;

/** A platform of a few lines: records requests and answers as a test defines. */
export interface TinyUpstream {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Requests of one call, by id. */
  of(callId: string): ReceivedRequest[];
  on(callId: string, answer: TinyAnswer): void;
  /** Stops listening and drops its connections; `start` listens on the same port again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const STATUS = {
  info: {
    merchantCode: 'test',
    resources: [],
    customerService: null,
    analytics: { gtagId: null },
    imageCDNs: [],
    launchGameCDNs: ['https://games.example'],
  },
  location: { ip: '', country: null },
  maintenance: false,
  regionRestriction: false,
  maintenanceEnd: null as string | null,
};
export const WHITELABEL = {
  merchantCode: 'test',
  brandName: 'Test',
  languages: ['EN', 'CN', 'JA', 'TH', 'VI', 'ID'],
  defaultLanguage: 'EN',
  defaultTheme: 'dark',
  currency: 'USD',
  currencySymbol: '$',
  timeZone: 'UTC',
  features: {},
  clockAheadSeconds: 0,
  contentVersion: '1',
};

export function succeed(value: unknown): TinyAnswer {
  return (_request, response) => void json(response, 200, { success: true, value });
}

/** A valid value of a call, with overrides of the test. */
export function sampleValue(callId: string, more: object = {}): object {
  const call = callById(callId);
  if (!call) throw new Error(`no call ${callId}`);
  return { ...(sampleOf(call) as object), ...more };
}

/** A refusal in the platform's envelope. */
export function refuse(code: RefusalCode, status = 200): TinyAnswer {
  return (_request, response) => void json(response, status, { success: false, value: null, code, message: `refused: ${code}` });
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

/** Value of a sign-in. */
export function loginAnswer(token: string, account = 'ann', more: Partial<SignedInValue> = {}): unknown {
  const member = {
    id: `id-${account}`,
    account,
    nickname: account,
    type: 0,
    toUpline: false,
    clubLabel: null,
    memberLabel: [],
    avatar: '',
    avatarType: 'STATIC',
    currency: 'USD',
    lastLoginAt: null,
  };
  return { token, expiresAt: inAnHour(), firstTimeLogin: false, passwordExpired: false, member, ...more };
}

/** Value of a sign-in that waits for its second step. */
export function pendingAnswer(ticket: string, reason: PendingValue['verification']['reason'] = 'second_factor'): unknown {
  const methods = reason === 'registration' ? [] : ['sms', 'totp'];
  return { verification: { ticket, reason, methods, mobile: '•••• 4321', email: null, expiresAt: inAnHour() } };
}

function inAnHour(): string {
  return new Date(Date.now() + HOUR_MS).toISOString();
}

export async function startTinyUpstream(): Promise<TinyUpstream> {
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, TinyAnswer>([
    ['system.status', succeed(STATUS)],
    ['system.whitelabel', succeed(WHITELABEL)],
  ]);
  const server = createServer((request, response) => {
    void receive(request).then((body) => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const noted = { method, url, headers, rawHeaders, body };
      received.push(noted);
      const call = callByRoute(method, url.split('?')[0] ?? '');
      const answer = answers.get(call?.id ?? '') ?? succeed(call && sampleOf(call));
      answer(noted, response);
    });
  });
  let port = 0;
  const start = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port;
        server.off('error', reject);
        resolve();
      });
    });
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    of: (callId) => received.filter(({ method, url }) => callByRoute(method, url.split('?')[0] ?? '')?.id === callId),
    on: (callId, answer) => void answers.set(callId, answer),
    start,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function receive(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    // The client disconnected; the received part is still recorded.
  }
  return Buffer.concat(chunks).toString('utf8');
}
