import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { parseWireAmount } from '../../shared/money/money.ts';
import { DIGITS } from '../../shared/studio/digits.ts';
import { EVENT_API, type EventsAnswer, type TicketAnswer } from '../../shared/studio/events/protocol.ts';
import { STUDIO_GAMES } from '../../shared/studio/games.ts';
import { type SlipAnswer, TABLE_API, type TableAnswer } from '../../shared/studio/live/protocol.ts';
import { TABLE_GAMES, type TableGame, tableRules } from '../../shared/studio/live/table.ts';
import { type EngineBet, type PlayAnswer, STUDIO_API } from '../../shared/studio/protocol.ts';
import { ROOM_API } from '../../shared/studio/rooms/protocol.ts';
import { allBets, DEMO, type GameSeat, type Player, signIn } from '../kit/player.ts';
import { type Service, startService } from '../kit/service.ts';

/** `TEST_KILLS` says how often, `TEST_ROUNDS` after how many acknowledged stakes each time. */
const CYCLES = Number(process.env.TEST_KILLS ?? 2);
const STAKES_A_CYCLE = Number(process.env.TEST_ROUNDS ?? 24);
/** By hand: hands between players too, and the end of everything that ends later is waited for. */
const IS_LONG = process.env.TEST_KILLS !== undefined;
const LATER_MS = 300_000;

/** What has been acknowledged: the round in the wallet's books, its stake, and what it has paid when that was said. */
interface Said {
  readonly roundId: string;
  readonly stake: string;
  readonly payout?: string;
}
interface Seat {
  readonly url: string;
  readonly gameId: string;
  readonly session: GameSeat['session'];
}
interface Answer {
  readonly status: number;
  readonly said?: Said;
}

const INSTANT: Readonly<Record<EngineBet['engine'], EngineBet>> = {
  dice: { engine: 'dice', stake: '1.0000', over: true, target: 50 },
  roulette: { engine: 'roulette', chips: [{ spot: 'red', stake: '2.0000' }] },
  slot: { engine: 'slot', stake: '1.0000' },
  keno: { engine: 'keno', stake: '1.0000', picks: [1, 2, 3] },
  fish: { engine: 'fish', stake: '1.0000', target: 'ray' },
  duel: { engine: 'duel', stake: '1.0000', side: 'one' },
  digits: { engine: 'digits', stake: '1.0000', kind: 'straight', number: '7'.padStart(DIGITS.triple, '0') },
};
const PLAYS: readonly { readonly gameId: string; readonly send: (seat: Seat) => Promise<Answer> }[] = [
  ...Object.entries(INSTANT).map(([engine, bet]) => ({
    gameId: gameOf((game) => game.engine === engine && (engine !== 'digits' || game.variant === 'triple')),
    send: (seat: Seat) => playRound(seat, bet),
  })),
  ...TABLE_GAMES.map((variant) => ({ gameId: gameOf((game) => game.variant === variant), send: (seat: Seat) => placeSlip(seat, variant) })),
  { gameId: gameOf(({ engine }) => engine === 'match'), send: placeTicket },
];
const ROOM = gameOf(({ engine }) => engine === 'thirteen');

let service: Service | undefined;
afterAll(async () => {
  if (!service) return;
  await service.stop();
  rmSync(service.dataDir, { recursive: true, force: true });
});

test('killed in the middle of play again and again, the service loses and doubles nothing', async () => {
  service = await startService();
  const acknowledged = new Map<string, Said>();
  const opening = units((await (await signIn(service.url)).balance()).sumBalance);
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const { url } = service;
    const player = await signIn(url, DEMO.member);
    if (IS_LONG) await sitDown(url, [player, await signIn(url, DEMO.agent)]);
    const seats = await Promise.all(PLAYS.map(async ({ gameId, send }) => ({ send, seat: await open(url, player, gameId) })));
    const playing = seats.map(({ seat, send }) => playUntilCut(seat, send, acknowledged));
    // The kill falls between two acknowledged stakes of a running game, at a moment that nobody chose.
    await untilAcknowledged(acknowledged, (cycle + 1) * STAKES_A_CYCLE);
    await service.kill();
    await Promise.all(playing);
    service = await startService({ dataDir: service.dataDir });
  }
  const player = await signIn(service.url);
  await everyRoundClosed(player);
  const bets = await allBets(player);
  // What is open still, at a table or on a match, has its stake in the wallet's books and no more.
  const net = bets.reduce((sum, bet) => sum + (bet.status === 'open' ? -units(bet.stake) : units(bet.net)), 0n);
  expect(units((await player.balance()).sumBalance)).toBe(opening + net);
  expect(new Set(bets.map((bet) => bet.roundId)).size).toBe(bets.length);
  const byRound = new Map(bets.map((bet) => [bet.roundId, bet]));
  for (const [roundId, { stake, payout }] of acknowledged)
    expect(byRound.get(roundId)).toMatchObject({ stake, ...(payout === undefined ? {} : { payout }) });
  const audit = (await (await fetch(`${service.adminUrl}/audit`)).json()) as { ok: boolean };
  expect(audit.ok).toBe(true);
  if (IS_LONG) console.log(`${CYCLES} kills, ${acknowledged.size} stakes acknowledged, ${bets.length} rounds in the books: ${tally(bets)}`);
});

async function playUntilCut(seat: Seat, send: (seat: Seat) => Promise<Answer>, acknowledged: Map<string, Said>): Promise<void> {
  for (;;) {
    const answer = await send(seat).catch(() => undefined);
    if (!answer || answer.status >= 500) return;
    if (answer.said) acknowledged.set(answer.said.roundId, answer.said);
    // Bets are closed for the moment, or the bet is being settled.
    if (answer.status !== 200) await pause(50);
  }
}

async function playRound(seat: Seat, bet: EngineBet): Promise<Answer> {
  const { status, body } = await call<PlayAnswer>(seat, STUDIO_API.play, { key: randomUUID(), bet });
  return status === 200 ? { status, said: body.round } : { status };
}

async function placeSlip(seat: Seat, variant: TableGame): Promise<Answer> {
  const { body: table } = await call<TableAnswer>(seat, `${TABLE_API.table}?gameId=${seat.gameId}`);
  const chips = [{ spot: tableRules(variant).spots[0]?.id ?? '', stake: '1.0000' }];
  const { status, body } = await call<SlipAnswer>(seat, TABLE_API.slip, { key: randomUUID(), roundId: table.round?.roundId ?? '', chips });
  return status === 200 ? { status, said: { roundId: body.slip.slipId, stake: body.slip.stake } } : { status };
}

async function placeTicket(seat: Seat): Promise<Answer> {
  const { body: events } = await call<EventsAnswer>(seat, `${EVENT_API.events}?gameId=${seat.gameId}`);
  const next = events.fixtures.find(({ startsAt }) => Date.parse(startsAt) > Date.parse(events.now));
  if (!next) return { status: 409 };
  const [offer] = next.markets[0]?.picks ?? [];
  const legs = [{ eventId: next.eventId, selection: offer?.selection, odds: offer?.odds }];
  const request = { key: randomUUID(), legs, stake: '1.0000', acceptBetter: true };
  const { status, body } = await call<TicketAnswer>(seat, EVENT_API.ticket, request);
  return status === 200 ? { status, said: { roundId: body.ticket.ticketId, stake: body.ticket.stake } } : { status };
}

/** A hand between two: the kill falls into its stakes, its turns or its end. */
async function sitDown(url: string, players: readonly Player[]): Promise<void> {
  for (const player of players) {
    const seat = await open(url, player, ROOM);
    await call(seat, ROOM_API.sit, { level: 'cove' });
    await call(seat, ROOM_API.ready, { ready: true });
  }
}

async function open(url: string, player: Player, gameId: string): Promise<Seat> {
  return { url, gameId, session: (await player.openGame(gameId)).session };
}

async function call<Body>({ url, session }: Seat, path: string, body?: unknown): Promise<{ status: number; body: Body }> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${session.token}` };
  const answer = await fetch(url + path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Body };
}

async function untilAcknowledged(acknowledged: ReadonlyMap<string, unknown>, count: number): Promise<void> {
  while (acknowledged.size < count) await pause(5);
}

/** In a hurry only of what ends at once: the next match ends in minutes. */
async function everyRoundClosed(player: Player): Promise<void> {
  const later = new Set(IS_LONG ? [] : PLAYS.slice(Object.keys(INSTANT).length).map(({ gameId }) => gameId));
  const isWaitedFor = (bet: Awaited<ReturnType<typeof allBets>>[number]) => bet.status === 'open' && !later.has(bet.gameId);
  const until = performance.now() + LATER_MS;
  while ((await allBets(player)).some(isWaitedFor)) {
    if (IS_LONG && performance.now() > until) throw new Error('rounds are open that should have ended');
    await pause(100);
  }
}

function tally(bets: Awaited<ReturnType<typeof allBets>>): string {
  const counts = new Map<string, number>();
  for (const { status } of bets) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function units(wire: string): bigint {
  const value = parseWireAmount(wire);
  if (value === undefined) throw new Error(`not an amount: ${wire}`);
  return value;
}

function gameOf(isIt: (game: (typeof STUDIO_GAMES)[number]) => boolean): string {
  const game = STUDIO_GAMES.find(isIt);
  if (!game) throw new Error('no such game');
  return game.gameId;
}
