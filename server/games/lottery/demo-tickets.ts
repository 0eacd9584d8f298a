import { sql, type Transaction } from 'kysely';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { type DrawTerms, playDraw, seedOfLink } from '../../../shared/games/events/draw.ts';
import { type Series, seriesOf, VOID_AFTER_SECONDS } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { readOrder } from '../../../shared/games/lottery/order.ts';
import { settleTicket } from '../../../shared/games/lottery/settle.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import type { Units } from '../../../shared/money/money.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { SeedSealer } from '../contract.ts';
import { insertEvents, lockEvent, voidDraw } from '../events/event-store.ts';
import { drawEvent, newEvent } from '../events/schedule.ts';
import { findTicket, type TicketRecord, updateTicket } from '../events/ticket-store.ts';
import { newTicket } from '../events/tickets.ts';
import { createChains } from '../live/chains.ts';
import { createSeeds, type Seeds } from '../seeds.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import { endChase, insertChase } from './chase-store.ts';
import { newChase } from './chases.ts';
import { lotteryBetRequest } from './lottery-bet-request.ts';
import { cancelTicket } from './lottery-store.ts';

/** A ticket of the demo's history, for the books of the platform. */
interface DemoTicket {
  readonly id: string;
  readonly gameId: string;
  readonly stake: Units;
  /** Zero for a refunded one. */
  readonly payout: Units;
  readonly isRefunded: boolean;
  readonly placedAt: Date;
  readonly endedAt: Date;
}

interface DemoTicketDay {
  /** Id of the player at the built-in vendor. */
  readonly player: string;
  readonly currency: string;
  /** Whole days before the first start. */
  readonly daysLeft: number;
  /** End of the day. */
  readonly until: Date;
}

type Outcome = 'won' | 'lost' | 'cancelled' | 'void';
interface Wanted {
  readonly gameId: string;
  readonly playType: string;
  /** One for each draw; several are a chase. */
  readonly outcomes: readonly Outcome[];
}

const [MINUTE, FOUR, NORTH] = ['HALO_HALO_MINUTE', 'TCG_SEA_SEA_FOUR', 'TCG_LOTTO_VN_NORTHERN_SET'];
/** Orders of the last days, by the number of days before the first start. */
const ORDERS: Readonly<Record<number, readonly Wanted[]>> = {
  3: [
    { gameId: MINUTE, playType: 'digit1', outcomes: ['lost'] },
    { gameId: FOUR, playType: 'digit1', outcomes: ['won'] },
  ],
  2: [{ gameId: MINUTE, playType: 'digit1', outcomes: ['lost', 'lost', 'won'] }],
  1: [
    { gameId: NORTH, playType: 'tail', outcomes: ['lost'] },
    { gameId: FOUR, playType: 'digit1', outcomes: ['cancelled'] },
    { gameId: NORTH, playType: 'tail', outcomes: ['void'] },
  ],
};
/** The other play of a day has ended by then. */
const DAY_SECONDS = 86_400;
const BEFORE_END_MS = 55 * MINUTE_MS;
const ORDER_EVERY_MS = 12 * MINUTE_MS;
const PLACED_BEFORE_SECONDS = 40;
const CANCELLED_AFTER_SECONDS = 10;
const CHASED_DRAWS = 5;
const BETS = 3;
/** Draws that an order may be later, so that its bets fit. */
const MOST_LATER = 15;
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/**
 * Lottery tickets of the demo's player in the days before the first start: stored, drawn, cancelled and settled by the functions of real ones,
 * at the times of their days. The platform books what is returned, in the same transaction. The numbers are those of the chain of the day;
 * the bets are chosen after them.
 */
export function createDemoTickets<Tables>(sealer: SeedSealer) {
  const seeds = createSeeds(sealer);
  return async (given: Transaction<Tables>, day: DemoTicketDay, offered: ReadonlySet<string>): Promise<readonly DemoTicket[]> => {
    const tx = given as unknown as StudioTx;
    const tickets: DemoTicket[] = [];
    for (const [index, wanted] of (ORDERS[day.daysLeft] ?? []).entries()) {
      if (!offered.has(wanted.gameId)) continue;
      const from = new Date(day.until.getTime() - BEFORE_END_MS + index * ORDER_EVERY_MS);
      tickets.push(...(await playOrder({ tx, seeds, day, wanted, from })));
    }
    return tickets;
  };
}

interface Play {
  readonly tx: StudioTx;
  readonly seeds: Seeds;
  readonly day: DemoTicketDay;
  readonly wanted: Wanted;
  readonly from: Date;
}

async function playOrder({ tx, seeds, day, wanted, from }: Play): Promise<readonly DemoTicket[]> {
  const game = STUDIO_GAMES.find(({ gameId }) => gameId === wanted.gameId);
  const [series] = game ? seriesOf([game]) : [];
  if (!game || !series) return [];
  const { entry, draws } = await findEntry(series, game, { tx, seeds, day, wanted, from });
  const tickets: DemoTicket[] = [];
  const isChase = wanted.outcomes.length > 1;
  let chaseId: string | undefined;
  for (const [nr, draw] of draws.entries()) {
    // The platform learns nothing of draws before its first start.
    await insertEvents(tx, [{ ...draw.event, unsent: false }]);
    const placedAt = new Date(draw.drawsAt.getTime() - PLACED_BEFORE_SECONDS * SECOND_MS);
    const session = { player: day.player, game_id: game.gameId, currency: day.currency, trial: false };
    const choices = { playType: wanted.playType, entry, unit: '1', multiplier: 1 } as const;
    const key = `demo-${draw.id}`;
    if (isChase && nr === 0) {
      const chase = newChase(
        session,
        { ...choices, key, drawId: draw.id, draws: CHASED_DRAWS, step: 0, stopOnWin: true },
        draw.event,
        placedAt,
      );
      await insertChase(tx, chase);
      chaseId = chase.id;
    }
    const bet = lotteryBetRequest(game, session, { ...choices, key, drawId: draw.id }, () => sql<Date>`${placedAt}::timestamptz`);
    const ticket = newTicket(session, game, chaseId === undefined ? bet : { ...bet, chase: { id: chaseId, nr } }, placedAt);
    if (!(await bet.placeAtOnce?.(tx as StudioDatabase, ticket))) throw new Error(`${key} is used`);
    await updateTicket(tx, ticket, { state: 'open' });
    tickets.push(await finish(tx, seeds, draw, ticket, wanted.outcomes[nr] ?? 'lost'));
    if (chaseId !== undefined) {
      const moved = { next_place: draw.event.place + 1, next_at: draw.drawsAt };
      await tx.updateTable('studio_chase').set(moved).where('id', '=', chaseId).execute();
    }
  }
  const last = tickets.at(-1);
  if (chaseId !== undefined && last) await endChase(tx, chaseId, 'won', last.endedAt);
  return tickets;
}

interface Announced {
  readonly id: string;
  readonly event: ReturnType<typeof newEvent>;
  readonly drawsAt: Date;
  readonly numbers: readonly string[];
}

/** The first draws from then on for which one order has the wanted outcomes: the digit that wins may not win in another draw of a chase. */
async function findEntry(series: Series, game: StudioGame, { tx, seeds, day, wanted, from }: Play) {
  const first = Math.ceil(from.getTime() / SECOND_MS / series.everySeconds) + 1;
  for (let later = 0; later < MOST_LATER; later += 1) {
    const draws: Announced[] = [];
    for (const nr of wanted.outcomes.keys()) draws.push(await drawAt(tx, seeds, series, first + later + nr));
    const entry = entryFor(game, wanted, draws, coinOf(day.currency));
    if (entry !== undefined) return { entry, draws };
  }
  throw new Error(`${wanted.gameId} has no draws for the order`);
}

async function drawAt(tx: StudioTx, seeds: Seeds, series: Series, place: number): Promise<Announced> {
  const seed = seedOfLink(await createChains(tx as StudioDatabase, seeds).seedAt(series.gameId, place, DAY_SECONDS / series.everySeconds));
  const event = newEvent(series, place, new Date(0), seed, seeds);
  return { id: event.id, event, drawsAt: event.draws_at, numbers: playDraw(JSON.parse(event.terms) as DrawTerms, seed, event.id) };
}

/** Three digits: in each winning draw one of them wins, in the others no one does. Undefined if no three digits do this. */
function entryFor(game: StudioGame, { playType, outcomes }: Wanted, draws: readonly Announced[], coin: Units): string | undefined {
  const isHit = (digit: string, { numbers }: Announced) => {
    const order = readOrder(game, { playType, entry: digit, unit: '1', multiplier: 1 }, coin);
    if (typeof order === 'string') throw new Error(`${game.gameId} takes no ${playType}: ${order}`);
    return settleTicket({ ...order, rule: order.playType.rule }, numbers, coin).paid > 0n;
  };
  const winning = draws.filter((_, nr) => outcomes[nr] === 'won');
  const usable = DIGITS.filter((digit) => draws.every((draw) => winning.includes(draw) || !isHit(digit, draw)));
  const hits = usable.filter((digit) => winning.length > 0 && winning.every((draw) => isHit(digit, draw))).slice(0, 1);
  if (winning.length > 0 && hits.length === 0) return undefined;
  const misses = usable.filter((digit) => winning.every((draw) => !isHit(digit, draw)));
  return [...hits, ...misses].slice(0, BETS).toSorted().join(' ');
}

async function finish(tx: StudioTx, seeds: Seeds, { id, drawsAt }: Announced, ticket: TicketRecord, outcome: Outcome): Promise<DemoTicket> {
  const stored = await lockEvent(tx, id);
  if (!stored) throw new Error(`${id} was not announced`);
  const opened = { ...stored, server_seed: seeds.open('event', stored.server_seed) };
  let endedAt = drawsAt;
  if (outcome === 'cancelled') {
    endedAt = new Date(ticket.placed_at.getTime() + CANCELLED_AFTER_SECONDS * SECOND_MS);
    await cancelTicket(tx, ticket, endedAt, sql<Date>`${endedAt}::timestamptz`);
  }
  if (outcome === 'void') {
    endedAt = new Date(drawsAt.getTime() + (VOID_AFTER_SECONDS + 1) * SECOND_MS);
    await voidDraw(tx, id, endedAt);
  } else await drawEvent(tx, opened, drawsAt);
  // Drawn draws of the history are unknown to the platform, as announced ones are.
  await tx.updateTable('studio_event').set({ unsent: false }).where('id', '=', id).execute();
  const ended = await findTicket(tx, ticket.id);
  if (!ended || (ended.state !== 'owed' && ended.state !== 'voided')) throw new Error(`${ticket.id} is ${ended?.state ?? 'missing'}`);
  const isRefunded = ended.state === 'voided';
  await updateTicket(tx, ended, { state: isRefunded ? 'refunded' : 'settled', ended_at: endedAt });
  const payout = isRefunded ? 0n : BigInt(ended.payout ?? 0);
  return { id: ended.id, gameId: ended.game_id, stake: BigInt(ended.stake), payout, isRefunded, placedAt: ticket.placed_at, endedAt };
}
