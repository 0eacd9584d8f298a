import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  SEAMLESS,
  SEAMLESS_PREFIX,
  type SeamlessAnswer,
  type SeamlessOperation,
  SIGNATURE_HEADER,
  SIGNATURE_WINDOW_MS,
  signedHead,
  TIMESTAMP_HEADER,
} from '../../../shared/seamless/wallet.ts';
import { createModelWallet, type ModelWallet, type WalletRules } from './wallet.ts';
import type { WalletDefect } from './wallet-defects.ts';

/**
 * Fault of a request. `lost`: not processed, no answer. `unanswered`: processed, no answer. `broken`: HTTP 500, not processed. `garbled`:
 * processed, unreadable answer. `late`: no answer, processed later.
 */
export type WalletFault = 'lost' | 'unanswered' | 'broken' | 'garbled' | 'late';

export interface ReceivedRequest {
  readonly operation: string;
  readonly body: Readonly<Record<string, string>>;
  readonly isSigned: boolean;
  readonly fault: WalletFault | undefined;
  /** The status that was answered, or would have been. */
  status: string;
}

export interface WalletServer extends ModelWallet {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Selects the fault of each request; undefined for none. */
  fault: (operation: SeamlessOperation, body: ReceivedRequest['body']) => WalletFault | undefined;
  /** Processes the delayed requests. */
  releaseLate(): Promise<void>;
  close(): Promise<void>;
}

export interface WalletOptions extends WalletRules {
  readonly provider: string;
  readonly secret: string;
  readonly gameId: string;
  /** A second game, of bets on matches. */
  readonly matches?: string;
  /** A further game, between players. */
  readonly room?: string;
  readonly host?: string;
  readonly port?: number;
  /** A further game, with free rounds. */
  readonly free?: string;
  /** For tests of the certification. */
  readonly defect?: WalletDefect;
}

export async function startWallet({
  provider,
  secret,
  gameId,
  matches,
  room,
  free,
  host = '127.0.0.1',
  port = 0,
  defect,
  ...rules
}: WalletOptions): Promise<WalletServer> {
  const has = (one: WalletDefect) => one === defect;
  const model = createModelWallet([gameId, ...[matches, room, free].filter((one) => one !== undefined)], has, rules);
  const late: (() => Promise<unknown>)[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await textOf(request);
    const [operation = '', ...rest] = (request.url ?? '').replace(`${SEAMLESS_PREFIX}/${provider}/`, '').split('/');
    const body = (jsonOf(raw) ?? {}) as ReceivedRequest['body'];
    const refusal = signatureRefusal(request, raw, secret, has);
    const isKnown = Object.hasOwn(SEAMLESS, operation) && rest.length === 0;
    const fault = refusal || !isKnown ? undefined : wallet.fault(operation as SeamlessOperation, body);
    const entry: ReceivedRequest = { operation, body, isSigned: !refusal, fault, status: '' };
    wallet.received.push(entry);
    const work = async (): Promise<SeamlessAnswer> => {
      const reply: SeamlessAnswer =
        refusal ?? (isKnown ? await model.perform(operation as SeamlessOperation, body) : { status: 'BAD_REQUEST' });
      entry.status = reply.status;
      return reply;
    };
    if (fault === 'late') late.push(work);
    // The connection closes at once, so that the vendor does not wait for its deadline.
    if (fault === 'lost' || fault === 'late') return void request.socket.destroy();
    if (fault === 'broken') return void response.writeHead(500).end('{"status":"OK"}');
    const reply = await work();
    if (fault === 'unanswered') return void request.socket.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(fault === 'garbled' ? '<html>Bad gateway</html>' : JSON.stringify(reply));
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const wallet: WalletServer = {
    ...model,
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    received: [],
    fault: () => undefined,
    async releaseLate() {
      for (const work of late.splice(0)) await work();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return wallet;
}

function signatureRefusal(
  { method = '', url = '', headers }: IncomingMessage,
  raw: string,
  secret: string,
  has: (defect: WalletDefect) => boolean,
): SeamlessAnswer | undefined {
  const timestamp = String(headers[TIMESTAMP_HEADER] ?? '');
  const given = headers[SIGNATURE_HEADER];
  const signs = (path: string, time: string) =>
    given ===
    createHmac('sha256', secret)
      .update(signedHead(method, path, time))
      .update(raw)
      .digest('hex');
  const otherPath = () => Object.keys(SEAMLESS).some((name) => signs(url.replace(/[^/]+$/, name), timestamp));
  const otherTime = () => Array.from({ length: 2_000 }, (_, ms) => String(Number(timestamp) - ms)).some((time) => signs(url, time));
  const isGood =
    has('any-signature') || signs(url, timestamp) || (has('unsigned-path') && otherPath()) || (has('unsigned-time') && otherTime());
  if (!isGood) return { status: 'BAD_SIGNATURE' };
  const isFresh = Math.abs(Date.now() - Number(timestamp)) <= SIGNATURE_WINDOW_MS;
  return isFresh || has('no-staleness') ? undefined : { status: 'STALE_REQUEST' };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
