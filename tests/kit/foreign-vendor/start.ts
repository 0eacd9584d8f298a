import { randomInt, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cover, FOREIGN_GAMES, gameList } from './games.ts';
import { gamePage } from './page.ts';
import { type WalletAnswer, type WalletClient, walletClient } from './wallet.ts';

/**
 * An outside vendor, written from docs/vendors/*.md alone: it imports nothing of the product. Its habits: its pages are slow, it sends
 * every bet twice at the same time and repeats wins, and its game list has fields that only it knows.
 */
export interface ForeignVendor {
  readonly url: string;
  readonly wallet: WalletClient;
  /** Where the pearl is in the next rounds; random after the last one. */
  readonly pearls: ('left' | 'right')[];
  /** Reports its games, repeating until the wallet answers. */
  reportGames(): Promise<WalletAnswer>;
  stop(): Promise<void>;
}

export interface ForeignVendorInput {
  readonly code: string;
  readonly key: string;
  /** Address of the merchant's site, known when it has started. */
  readonly site: () => string;
  /** How long each of its own pages takes. */
  readonly slowMs?: number;
}

interface Seat {
  readonly token: string;
  readonly player: string;
  readonly currency: string;
  readonly gameId: string;
}
interface Play {
  readonly session: string;
  readonly key: string;
  readonly stake: string;
  readonly shell: 'left' | 'right';
}
type Outcome = Readonly<Record<string, unknown>>;

const UNITS = 10_000n;

export async function startForeignVendor(input: ForeignVendorInput): Promise<ForeignVendor> {
  let stopped = false;
  const wallet = walletClient({ walletUrl: () => `${input.site()}/seamless/${input.code}`, key: input.key, isStopped: () => stopped });
  const seats = new Map<string, Seat>();
  const rounds = new Map<string, Promise<Outcome>>();
  const pearls: ('left' | 'right')[] = [];
  let origin = '';

  const server = createServer((req, res) => {
    setTimeout(() => {
      void answer(req, res).catch((error: unknown) => send(res, 500, String(error), 'text/plain'));
    }, input.slowMs ?? 150);
  });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', origin);
    if (url.pathname === '/open') return open(url, res);
    const picture = FOREIGN_GAMES.find(({ id }) => url.pathname === `/covers/${id}.png`);
    if (picture) return send(res, 200, await cover(picture), 'image/png');
    if (url.pathname === '/play' && req.method === 'POST') return sendJson(res, await play(JSON.parse(await readBody(req)) as Play));
    send(res, 404, 'nothing here', 'text/plain');
  }

  async function open(url: URL, res: ServerResponse): Promise<void> {
    const game = FOREIGN_GAMES.find(({ id }) => id === url.searchParams.get('game'));
    if (!game) return send(res, 404, 'no such game', 'text/plain');
    const answered = await wallet.send('authenticate', { ticket: url.searchParams.get('token'), gameId: game.id });
    const { status, token, player, currency, balance } = answered ?? { status: 'no response' };
    if (status !== 'OK' || !token || !player || !currency || !balance)
      return send(res, 200, `The game cannot be opened: ${status}`, 'text/plain');
    const session = randomUUID();
    seats.set(session, { token, player, currency, gameId: game.id });
    const language = url.searchParams.get('lang') ?? 'EN';
    const theme = url.searchParams.get('theme') ?? 'dark';
    send(res, 200, gamePage({ game, language, theme, session, balance: decimal(BigInt(balance)), currency }), 'text/html; charset=utf-8');
  }

  /** The same key is the same round. */
  function play(request: Play): Promise<Outcome> {
    const known = rounds.get(request.key) ?? round(request);
    rounds.set(request.key, known);
    return known;
  }

  async function round({ session, stake, shell }: Play): Promise<Outcome> {
    const seat = seats.get(session);
    if (!seat) return { refused: 'no session' };
    const { token, player, currency, gameId } = seat;
    const ids = { roundId: `round-${randomUUID()}`, gameId, player };
    const amount = units(stake);
    const bet = { token, transactionId: `bet-${randomUUID()}`, ...ids, currency, amount: String(amount) };
    const booked = await place(bet);
    if (booked !== 'OK') return { refused: booked };
    const pearl = pearls.shift() ?? (randomInt(2) === 0 ? 'left' : 'right');
    const won = pearl === shell ? (amount * 192n) / 100n : 0n;
    const win = { transactionId: `win-${randomUUID()}`, betTransactionId: bet.transactionId, ...ids, currency, amount: String(won) };
    await wallet.retryUntilAnswered('win', { ...win, endRound: true });
    await wallet.retryUntilAnswered('win', { ...win, endRound: true });
    return { round: ids.roundId, pearl, ...(won > 0n ? { won: decimal(won) } : {}) };
  }

  /** Both copies have the same id, so that one of them is a repeat. Without a response the bet is looked up and withdrawn. */
  async function place(bet: { transactionId: string; roundId: string; gameId: string; player: string }): Promise<string> {
    const answers = await Promise.all([wallet.send('bet', bet), wallet.send('bet', bet)]);
    const answered = answers.find((each) => each !== undefined);
    if (answered) return answered.status;
    const { transactionId, roundId, gameId, player } = bet;
    const found = await wallet.retryUntilAnswered('status', { transactionId });
    if (found.status === 'OK' && found.transaction?.state === 'accepted') return 'OK';
    await wallet.retryUntilAnswered('rollback', {
      transactionId: `back-${transactionId}`,
      betTransactionId: transactionId,
      roundId,
      gameId,
      player,
    });
    return 'no response';
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    wallet,
    pearls,
    reportGames: () => wallet.retryUntilAnswered('games', { games: gameList(origin) }),
    async stop() {
      stopped = true;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Units of 1/10,000 of a decimal with at most four digits after the point. */
function units(text: string): bigint {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole) * UNITS + BigInt(part.padEnd(4, '0'));
}

function decimal(amount: bigint): string {
  return `${amount / UNITS}.${String(amount % UNITS).padStart(4, '0')}`;
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(res: ServerResponse, body: unknown): void {
  send(res, 200, JSON.stringify(body), 'application/json');
}

function send(res: ServerResponse, status: number, body: string | Buffer, type: string): void {
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}
