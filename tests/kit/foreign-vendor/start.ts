import { randomInt, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '../../../server/net/test-server.ts';
import { cover, FOREIGN_GAMES, gameList, MATCH_GAME, ROOM_GAME } from './games.ts';
import { eventOf, type ForeignMatch, type ForeignSlip, newMatches, oddsOf, type Pick, slipOf } from './matches.ts';
import { gamePage } from './page.ts';
import { type Played, type StudioHost, studioCall } from './studio-calls.ts';
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
  readonly matches: readonly ForeignMatch[];
  /** Reports its games, repeating until the wallet answers. */
  reportGames(): Promise<WalletAnswer>;
  /** Reports its matches. */
  reportMatches(): Promise<WalletAnswer>;
  /** Reports its two rooms, with the players in the first. */
  reportRooms(players: number, waiting: number): Promise<WalletAnswer>;
  /** A bet on a match from the last session of a player; settles it later. */
  betOn(match: ForeignMatch, pick: Pick, stake: string): Promise<Played>;
  /** Ends a match: pays and reports the slips on it. */
  endMatch(match: ForeignMatch, score: { home: number; away: number }): Promise<void>;
  stop(): Promise<void>;
}

export interface ForeignVendorInput {
  readonly code: string;
  readonly key: string;
  /** Address of the merchant's site, known when it has started. */
  readonly site: () => string;
  /** How long each of its own pages takes. */
  readonly slowMs?: number;
  /** Sends every bet and win twice, as it does by default. */
  readonly twice?: boolean;
  /** A violation of the protocol, for tests of the certificate. */
  readonly fault?: ForeignFault;
}

/** `new-win-id`: a repeated win has another id. `keeps-bet`: a bet without an answer is not rolled back. `no-slip`: slips are not sent. */
export type ForeignFault = 'new-win-id' | 'keeps-bet' | 'no-slip' | 'opens-anything';

interface Seat {
  readonly token: string;
  readonly player: string;
  readonly currency: string;
  readonly gameId: string;
  /** Units; undefined: none. */
  readonly maximum: bigint | undefined;
}
interface Play {
  readonly session: string;
  readonly key: string;
  readonly stake: string;
  readonly shell: 'left' | 'right';
}
type Outcome = Readonly<Record<string, unknown>>;
interface SentBet {
  readonly transactionId: string;
  readonly roundId: string;
  readonly gameId: string;
  readonly player: string;
  readonly currency: string;
  readonly amount: string;
}

const UNITS = 10_000n;

export async function startForeignVendor(input: ForeignVendorInput): Promise<ForeignVendor> {
  let stopped = false;
  const wallet = walletClient({ walletUrl: () => `${input.site()}/seamless/${input.code}`, key: input.key, isStopped: () => stopped });
  const seats = new Map<string, Seat>();
  const rounds = new Map<string, Promise<Outcome>>();
  const bets = new Map<string, SentBet>();
  const pearls: ('left' | 'right')[] = [];
  const slips: ForeignSlip[] = [];
  const matches = newMatches(Date.now());
  const { fault, twice = true } = input;
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
    const studio = await studioCall(host, url, req, () => readBody(req));
    if (studio) return send(res, studio.status, JSON.stringify(studio.body), 'application/json');
    if (url.pathname === '/play' && req.method === 'POST') return sendJson(res, await play(JSON.parse(await readBody(req)) as Play));
    send(res, 404, 'nothing here', 'text/plain');
  }

  async function open(url: URL, res: ServerResponse): Promise<void> {
    const game = FOREIGN_GAMES.find(({ id }) => id === url.searchParams.get('game'));
    if (!game) return send(res, 404, 'no such game', 'text/plain');
    const seat = await openSeat(url.searchParams.get('token') ?? '', game.id);
    if (!seat) return send(res, 200, 'The game cannot be opened', 'text/plain');
    const { session, balance, currency } = seat;
    const place = url.searchParams.get('match') ?? url.searchParams.get('room') ?? undefined;
    const language = url.searchParams.get('lang') ?? 'EN';
    const theme = url.searchParams.get('theme') ?? 'dark';
    send(
      res,
      200,
      gamePage({ game, language, theme, session, balance: decimal(BigInt(balance)), currency, place }),
      'text/html; charset=utf-8',
    );
  }

  async function openSeat(ticket: string, gameId: string) {
    const answered = await wallet.retryUntilAnswered('authenticate', { ticket, gameId });
    const { status, token, player, currency, balance, maximumStake } = answered;
    const isOpen = status === 'OK' && token && player && currency && balance;
    if (!isOpen && fault !== 'opens-anything') return undefined;
    const session = randomUUID();
    const maximum = maximumStake === undefined ? undefined : BigInt(maximumStake);
    seats.set(session, { token: token ?? '', player: player ?? '', currency: currency ?? '', gameId, maximum });
    return { session, currency: currency ?? '', balance: balance ?? '0' };
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
    const { token, player, currency, gameId, maximum } = seat;
    const ids = { roundId: `round-${randomUUID()}`, gameId, player };
    const amount = units(stake);
    if (maximum !== undefined && amount > maximum) return { refused: 'MAXIMUM_STAKE' };
    const bet = { token, transactionId: `bet-${randomUUID()}`, ...ids, currency, amount: String(amount) };
    const booked = await place(bet);
    if (booked !== 'OK') return { refused: booked };
    const pearl = pearls.shift() ?? (randomInt(2) === 0 ? 'left' : 'right');
    const won = pearl === shell ? (amount * 192n) / 100n : 0n;
    const win = { transactionId: `win-${randomUUID()}`, betTransactionId: bet.transactionId, ...ids, currency, amount: String(won) };
    await pay(win);
    return { round: ids.roundId, pearl, ...(won > 0n ? { won: decimal(won) } : {}) };
  }

  async function pay(win: Readonly<Record<string, unknown>>): Promise<void> {
    if (fault === 'new-win-id') {
      while (!(await wallet.send('win', { ...win, transactionId: `win-${randomUUID()}`, endRound: true })));
      return;
    }
    await wallet.retryUntilAnswered('win', { ...win, endRound: true });
    if (twice) await wallet.retryUntilAnswered('win', { ...win, endRound: true });
  }

  /** The bet of a ticket on one match. Its slip is reported when the wallet has accepted it. */
  async function bet(session: string, { match, pick, stake }: { match: ForeignMatch; pick: Pick; stake: string }): Promise<Played> {
    const seat = seats.get(session);
    if (!seat) return { refused: 'no session' };
    if (seat.maximum !== undefined && units(stake) > seat.maximum) return { refused: 'MAXIMUM_STAKE' };
    const roundId = `slip-${randomUUID()}`;
    const ids = { roundId, gameId: seat.gameId, player: seat.player, currency: seat.currency };
    const sent = { token: seat.token, transactionId: `bet-${roundId}`, ...ids, amount: String(units(stake)), market: match.eventId };
    const booked = await place(sent);
    if (booked !== 'OK') return { refused: booked };
    const slip: ForeignSlip = { roundId, match, pick, odds: oddsOf(match, pick), state: 'open' };
    slips.push(slip);
    bets.set(roundId, sent);
    if (fault !== 'no-slip') await wallet.retryUntilAnswered('slips', { slips: [slipOf(seat.gameId, slip)] });
    return { round: roundId };
  }

  async function settle(slip: ForeignSlip, winner: Pick): Promise<void> {
    const sent = bets.get(slip.roundId);
    if (!sent) return;
    slip.state = slip.pick === winner ? 'won' : 'lost';
    const [whole = '1', part = '00'] = slip.odds.split('.');
    const won = slip.state === 'won' ? (BigInt(sent.amount) * BigInt(whole + part)) / 100n : 0n;
    const { roundId, gameId, player, currency, transactionId } = sent;
    await pay({ transactionId: `win-${roundId}`, betTransactionId: transactionId, roundId, gameId, player, currency, amount: String(won) });
    await wallet.retryUntilAnswered('slips', { slips: [slipOf(gameId, slip)] });
  }

  const reportMatches = () =>
    wallet.retryUntilAnswered('events', { events: matches.map((match, index) => eventOf(MATCH_GAME, match, index + 1)) });

  async function endMatch(match: ForeignMatch, score: { home: number; away: number }): Promise<void> {
    match.score = score;
    match.state = 'drawn';
    const winner = score.home === score.away ? 'draw' : score.home > score.away ? 'home' : 'away';
    await reportMatches();
    for (const slip of slips) if (slip.match === match && slip.state === 'open') await settle(slip, winner);
  }

  const host: StudioHost = {
    matches,
    openSeat,
    async play(session, key) {
      const { round: roundId, won, refused } = await play({ session, key, stake: '1', shell: 'left' });
      return refused === undefined
        ? { round: String(roundId), payout: won === undefined ? '0.0000' : String(won) }
        : { refused: String(refused) };
    },
    bet: (session, { key, ...request }) => {
      const known = (rounds.get(key) as Promise<Played> | undefined) ?? bet(session, request);
      rounds.set(key, known as Promise<Outcome>);
      return known;
    },
  };

  /** Both copies have the same id, so that one of them is a repeat. Without a response the bet is looked up and withdrawn. */
  async function place(bet: { transactionId: string; roundId: string; gameId: string; player: string }): Promise<string> {
    const answers = await Promise.all(twice ? [wallet.send('bet', bet), wallet.send('bet', bet)] : [wallet.send('bet', bet)]);
    const answered = answers.find((each) => each !== undefined);
    if (answered) return answered.status;
    const { transactionId, roundId, gameId, player } = bet;
    if (fault === 'keeps-bet') return 'OK';
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

  origin = await listenLocally(server);
  return {
    url: origin,
    wallet,
    pearls,
    matches,
    reportMatches,
    endMatch,
    betOn(match, pick, stake) {
      const session = [...seats.keys()].at(-1) ?? '';
      return bet(session, { match, pick, stake });
    },
    reportRooms: (players, waiting) =>
      wallet.retryUntilAnswered('rooms', {
        rooms: ['low', 'high'].map((name, index) => ({
          roomId: `reef-${name}`,
          gameId: ROOM_GAME,
          stake: String(units(index === 0 ? '20' : '200')),
          present: index === 0 ? [{ currency: 'THB', players, waiting }] : [],
        })),
      }),
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
