import { randomInt, randomUUID } from 'node:crypto';
import { eventStream } from '../../shared/api/live/calls.ts';
import { paymentPasswordChange, payoutAdd, payoutList } from '../../shared/api/payout-accounts/calls.ts';
import { transferDownline, transferUpline } from '../../shared/api/transfer/calls.ts';
import { withdrawalOptions, withdrawalRequest } from '../../shared/api/withdrawal/calls.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { parseInputAmount, parseWireAmount } from '../../shared/money/money.ts';
import { accepted, type Credentials, DEMO, type GameSeat, type Player, signIn } from '../kit/player.ts';
import type { Journal } from './journal.ts';
import { pause } from './processes.ts';

export interface Crowd {
  readonly counts: Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

interface Seat {
  readonly url: string;
  readonly journal: Journal;
  readonly counts: Record<string, number>;
  readonly isOver: () => boolean;
}

const PAYMENT_PASSWORD = '482915';
const PAGES = ['/index', '/rng', '/member/transactionHistory', '/member/depositv2', '/promotions', '/help'];
const GAMES = STUDIO_GAMES.filter(({ engine }) => engine === 'dice');
/** Pause between two steps of one member, long enough for a machine with other load. */
const PAUSE_MS = 350;
const AFTER_TROUBLE_MS = 700;
/** Time limit for retries of an unanswered step with the same reference. */
const TRIES = 60;

/** Members who sign in, play, deposit, transfer, withdraw, load pages and keep event streams open until they are stopped. */
export function startCrowd(url: string, journal: Journal): Crowd {
  const counts: Record<string, number> = {};
  let over = false;
  const seat: Seat = { url, journal, counts, isOver: () => over };
  const running = [
    live(seat, DEMO.member, 0),
    live(seat, DEMO.member, 1),
    live(seat, DEMO.agent, 2),
    live(seat, DEMO.trial, 3),
    visit(seat),
    listen(seat, DEMO.member),
    listen(seat, DEMO.agent),
  ];
  return {
    counts,
    async stop() {
      over = true;
      await Promise.all(running);
    },
  };
}

/** One member at one game; signs in again after losing a session. */
async function live(seat: Seat, credentials: Credentials, index: number): Promise<void> {
  const gameId = GAMES[index % GAMES.length]?.gameId ?? '';
  while (!seat.isOver()) {
    try {
      const player = await signIn(seat.url, credentials);
      note(seat, 'signed in');
      await prepare(player, credentials);
      await spend(seat, player, await player.openGame(gameId), credentials);
    } catch {
      // The witness has recorded the reason; the member signs in again.
      await pause(AFTER_TROUBLE_MS);
    }
  }
}

/** Sets a payment password and a withdrawal account once; "exists already" is an accepted refusal. */
async function prepare(player: Player, credentials: Credentials): Promise<void> {
  if (credentials === DEMO.trial) return;
  const body = { paymentPassword: PAYMENT_PASSWORD, confirmPaymentPassword: PAYMENT_PASSWORD };
  await player.call(paymentPasswordChange, { body });
  const { accounts, providers } = accepted(await player.call(payoutList));
  if (accounts.length > 0) return;
  const accountNumber = String(randomInt(1e9, 9e9));
  await player.call(payoutAdd, { body: { provider: providers[0]?.code ?? '', holder: 'Ann Demo', accountNumber } });
}

async function spend(seat: Seat, player: Player, game: GameSeat, credentials: Credentials): Promise<void> {
  for (let step = randomInt(20); !seat.isOver(); step++) {
    await play(seat, game);
    const isReal = credentials !== DEMO.trial;
    if (isReal && step % 12 === 3) await deposit(seat, player);
    if (isReal && step % 8 === 5) await transfer(seat, player, credentials);
    if (isReal && step % 200 === 7) await withdraw(seat, player);
    if (step % 3 === 1) await read(seat, PAGES[step % PAGES.length] ?? '/index', player.cookie);
    await pause(PAUSE_MS);
  }
}

/** Idempotent: one key is one round, however often it is sent. */
async function play({ journal, isOver, ...seat }: Seat, game: GameSeat): Promise<void> {
  const key = randomUUID();
  for (let tries = 0; tries < TRIES && !isOver(); tries++) {
    const result = await game.play({ engine: 'dice', stake: '1.0000', over: true, target: 50 }, key).catch(() => undefined);
    if (result?.status === 401) throw new Error('the seat is lost');
    const round = result?.status === 200 ? result.answer.round : undefined;
    if (round?.status === 'settled') {
      note(seat, 'rounds');
      return journal.acknowledge({ action: 'round', id: round.roundId, units: [wire(round.stake), wire(round.payout)] });
    }
    if (round?.status === 'refunded') return note(seat, 'rounds given back');
    if (result && result.status < 500 && ![200, 409, 429].includes(result.status)) return;
    await pause(AFTER_TROUBLE_MS);
  }
}

async function deposit({ journal, ...seat }: Seat, player: Player): Promise<void> {
  const paid = await player.deposit('20');
  note(seat, 'deposits');
  journal.acknowledge({ action: 'deposit', id: paid.depositId, units: [wire(paid.net)] });
}

/** Agent and member transfer money to each other, so both wallets are locked in either order. */
async function transfer(seat: Seat, player: Player, credentials: Credentials): Promise<void> {
  const order = { amount: '2', paymentPassword: PAYMENT_PASSWORD, reference: randomUUID() };
  const send = () =>
    credentials === DEMO.agent
      ? player.call(transferDownline, { body: { account: DEMO.member.username, ...order } })
      : player.call(transferUpline, { body: order });
  const sent = await untilAnswered(seat, send);
  if (!sent?.success) return;
  note(seat, 'transfers');
  seat.journal.acknowledge({ action: 'transfer', id: sent.value.transferId, units: [wire(sent.value.amount)] });
}

async function withdraw(seat: Seat, player: Player): Promise<void> {
  const { accounts } = accepted(await player.call(withdrawalOptions));
  const body = {
    amount: '10',
    payoutAccountId: accounts[0]?.payoutAccountId ?? '',
    paymentPassword: PAYMENT_PASSWORD,
    reference: randomUUID(),
  };
  const requested = await untilAnswered(seat, () => player.call(withdrawalRequest, { body }));
  if (!requested?.success) return;
  note(seat, 'withdrawals');
  seat.journal.acknowledge({ action: 'withdrawal', id: requested.value.withdrawalId, units: [parseInputAmount(body.amount) ?? 0n] });
}

const UNKNOWN = ['upstream_timeout', 'upstream_unavailable', 'system_error', 'server_busy', 'too_many_requests'];

/** Retries with the same reference until the result is known. */
async function untilAnswered<Answer extends { readonly success: boolean; readonly code?: string }>(
  { isOver }: Seat,
  send: () => Promise<Answer>,
): Promise<Answer | undefined> {
  for (let tries = 0; tries < TRIES && !isOver(); tries++) {
    const answer = await send().catch(() => undefined);
    if (answer?.success || (answer?.code !== undefined && !UNKNOWN.includes(answer.code))) return answer;
    await pause(AFTER_TROUBLE_MS);
  }
  return undefined;
}

async function visit(seat: Seat): Promise<void> {
  for (let step = 0; !seat.isOver(); step++) {
    await read(seat, PAGES[step % PAGES.length] ?? '/index').catch(() => pause(AFTER_TROUBLE_MS));
    await pause(PAUSE_MS);
  }
}

async function read(seat: Pick<Seat, 'url' | 'counts'>, path: string, cookie = ''): Promise<void> {
  const answer = await fetch(seat.url + path, { headers: { accept: 'text/html', cookie } });
  const text = await answer.text();
  if (answer.ok && text.trimEnd().endsWith('</html>')) note(seat, 'pages');
}

/** An event stream that reconnects whenever it ends. */
async function listen(seat: Seat, credentials: Credentials): Promise<void> {
  while (!seat.isOver()) {
    const leaving = new AbortController();
    const watch = setInterval(() => seat.isOver() && leaving.abort(), PAUSE_MS);
    try {
      const { cookie } = await signIn(seat.url, credentials);
      const headers = { cookie, accept: 'text/event-stream' };
      const stream = await fetch(seat.url + eventStream.path, { headers, signal: leaving.signal });
      if (stream.ok) note(seat, 'event streams');
      for await (const piece of stream.body ?? []) if (Buffer.from(piece).includes('data:')) note(seat, 'events');
    } catch {
      // A stream ends with its portal; the browser reconnects.
    }
    clearInterval(watch);
    if (!seat.isOver()) await pause(5 * AFTER_TROUBLE_MS);
  }
}

function note({ counts }: Pick<Seat, 'counts'>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

function wire(amount: string): bigint {
  const units = parseWireAmount(amount);
  if (units === undefined) throw new Error(`not an amount: ${amount}`);
  return units;
}
