import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '../../../server/net/test-server.ts';
import { createTransferBook, type TransferBook } from '../../../server/platform/play/vendors/transfer-wallet/test-book.ts';
import { transferGamePage } from './transfer-page.ts';

/**
 * What happens to a request. `lost`: it never arrives. `dropped`: executed, the answer is lost. `late`: the connection is lost, and it is
 * executed after `lateMs`. `refused`: not executed. `broken`: executed, answered with a page of a proxy. `silent`: never answered.
 */
export type TransferFault = 'lost' | 'dropped' | 'late' | 'refused' | 'broken' | 'silent';

/** An outside provider that keeps the balances of its players, written from docs/vendors/transfer-wallet.md alone. */
export interface TransferVendor {
  readonly book: TransferBook;
  /** Address of its wallet, and of its pages. */
  readonly wallet: string;
  readonly url: string;
  /** Requests with a valid signature, as they arrived. */
  readonly received: readonly { readonly operation: string; readonly body: Readonly<Record<string, unknown>> }[];
  fault: (operation: string) => TransferFault | undefined;
  /** Whether the next rounds are won; lost after the last one. */
  readonly wins: boolean[];
  /** Milliseconds for each answer. */
  slowMs: number;
  stop(): Promise<void>;
}

export interface TransferVendorInput {
  readonly key: string;
  readonly currency: string;
  readonly games: readonly string[];
  readonly now?: () => Date;
  readonly lateMs?: number;
}

const FIVE_MINUTES = 300_000;
const WALLET_PATH = '/wallet/v1';

export async function startTransferVendor({
  key,
  currency,
  games,
  now = () => new Date(),
  lateMs = 300,
}: TransferVendorInput): Promise<TransferVendor> {
  const received: { operation: string; body: Readonly<Record<string, unknown>> }[] = [];
  const sessions = new Map<string, { player: string; gameId: string }>();
  let origin = '';
  const urlOf = (player: string, gameId: string) => {
    const session = randomUUID();
    sessions.set(session, { player, gameId });
    return `${origin}/game?session=${session}`;
  };
  const book = createTransferBook({ currency, games, urlOf });
  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  const vendor = { book, received, wins: [] as boolean[], slowMs: 0, fault: (_operation: string): TransferFault | undefined => undefined };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', origin);
    const text = await readBody(req);
    if (url.pathname === '/game') return showGame(url, res);
    if (url.pathname === '/play') return reply(res, playRound(JSON.parse(text) as { session: string; stake: string }));
    const operation = url.pathname.startsWith(`${WALLET_PATH}/`) ? url.pathname.slice(WALLET_PATH.length + 1) : '';
    if (req.method !== 'POST' || operation === '') return void res.writeHead(404).end();
    const refusal = refusalOf(req, url.pathname + url.search, text);
    if (refusal) return reply(res, { status: refusal });
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    received.push({ operation, body });
    await perform(operation, body, res);
  }

  async function perform(operation: string, body: Readonly<Record<string, unknown>>, res: ServerResponse): Promise<void> {
    const fault = vendor.fault(operation);
    if (vendor.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, vendor.slowMs));
    if (fault === 'lost') return void res.destroy();
    if (fault === 'late') {
      setTimeout(() => book.perform(operation, body), lateMs);
      return void res.destroy();
    }
    if (fault === 'refused') return reply(res, { status: 'LIMIT_REACHED' });
    const answered = book.perform(operation, body);
    if (fault === 'silent') return;
    if (fault === 'dropped') return void res.destroy();
    if (fault === 'broken') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<html>upstream</html>');
    reply(res, answered ?? { status: 'BAD_REQUEST' });
  }

  function refusalOf(req: IncomingMessage, path: string, text: string): string | undefined {
    const timestamp = String(req.headers['x-timestamp'] ?? '');
    const expected = createHmac('sha256', key).update(`POST\n${path}\n${timestamp}\n${text}`).digest();
    const given = Buffer.from(String(req.headers['x-signature'] ?? ''), 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'BAD_SIGNATURE';
    return Math.abs(now().getTime() - Number(timestamp)) > FIVE_MINUTES ? 'STALE_REQUEST' : undefined;
  }

  function showGame(url: URL, res: ServerResponse): void {
    const session = url.searchParams.get('session') ?? '';
    const seat = sessions.get(session);
    if (!seat) return void res.writeHead(404).end('no session');
    const balance = decimal(book.balances.get(seat.player) ?? 0n);
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(transferGamePage({ session, balance, currency }));
  }

  function playRound({ session, stake }: { session: string; stake: string }): Readonly<Record<string, unknown>> {
    const seat = sessions.get(session);
    if (!seat) return { status: 'no session' };
    const amount = BigInt(stake) * 10_000n;
    const win = vendor.wins.shift() === true ? amount * 2n : 0n;
    const isPlayed = book.play(seat.player, { gameId: seat.gameId, stake: amount, win, now: now() });
    const balance = decimal(book.balances.get(seat.player) ?? 0n);
    return { status: isPlayed ? (win > 0n ? 'won' : 'lost') : 'refused', balance };
  }

  origin = await listenLocally(server);
  return Object.assign(vendor, {
    wallet: `${origin}${WALLET_PATH}`,
    url: origin,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function decimal(units: bigint): string {
  return `${units / 10_000n}.${String(units % 10_000n)
    .padStart(4, '0')
    .slice(0, 2)}`;
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function reply(res: ServerResponse, body: Readonly<Record<string, unknown>>): void {
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
