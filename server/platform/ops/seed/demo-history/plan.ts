import { UNITS_PER_WHOLE, type Units } from '../../../../../shared/money/money.ts';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { pick, type Random, randomOf } from './random.ts';

export interface DemoGame {
  readonly id: string;
  readonly vassalage: string;
  readonly category: string;
}

/** A member of the team while its history is made. */
export interface Player {
  readonly memberId: string;
  readonly account: string;
  readonly joinedAt: Date;
  /** Share of the days with play, 1: every day. */
  readonly habit: number;
  /** Excluded or blocked from then on. */
  stopsAt: Date | undefined;
  /** Units of the wallet, without wages. */
  balance: Units;
  lastPlayAt: Date | undefined;
}

interface Planned {
  readonly memberId: string;
  /** Unique in the history. */
  readonly id: string;
  readonly at: Date;
}
export type PlannedRound = Planned & { readonly kind: 'round'; readonly stake: Units; readonly payout: Units; readonly game: DemoGame };
export type PlannedCash = Planned & { readonly kind: 'deposit' | 'withdrawal' | 'bonus'; readonly units: Units };
export type DemoEvent = PlannedRound | PlannedCash;

/** What a day is planned from: whole windows of play, and the games. */
export interface DemoDay {
  /** "2026-11-21" */
  readonly day: string;
  readonly from: Date;
  /** Begins of windows of five minutes. */
  readonly sessions: readonly Date[];
  readonly games: readonly DemoGame[];
}

const whole = (amount: number): Units => BigInt(amount) * UNITS_PER_WHOLE;
const STAKES = [5, 10, 20, 25, 50, 75, 100];
/** In percent of the stake; a return of 93 % with the share of rounds that win. */
const PAYOUTS = [50, 120, 160, 200, 250, 400, 480];
const WINNING = 0.39;
const DEPOSITS = [100, 150, 200, 300];
const [FIRST_ROUND_MS, ROUND_MS] = [20_000, 50_000];
/** A member withdraws above the first amount and leaves the second. */
const [RICH, RESERVE] = [whole(600), whole(150)];

/** The events of a day in the order of their times; changes the balances of the players. */
export function planDay(day: DemoDay, players: readonly Player[]): readonly DemoEvent[] {
  return players
    .flatMap((player) => planMember(day, player))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.id.localeCompare(other.id));
}

function planMember({ day, from, sessions, games }: DemoDay, player: Player): readonly DemoEvent[] {
  const random = randomOf(`${player.account} ${day}`);
  if (player.joinedAt >= from || (player.stopsAt !== undefined && player.stopsAt <= from) || random() > player.habit) return [];
  if (sessions.length === 0) return [];
  const events = planSession(random, player, { id: `${player.account}-${day}`, session: pick(random, sessions), games, from });
  if (random() < 0.06) {
    const bonus = { kind: 'bonus' as const, units: whole(pick(random, [5, 10, 20])), at: new Date(from.getTime() + MINUTE_MS) };
    events.push({ ...bonus, memberId: player.memberId, id: `${player.account}-${day}-bonus` });
    player.balance += bonus.units;
  }
  return events;
}

interface Session {
  readonly id: string;
  readonly session: Date;
  readonly games: readonly DemoGame[];
  readonly from: Date;
}

function planSession(random: Random, player: Player, { id, session, games, from }: Session): DemoEvent[] {
  const { memberId } = player;
  const events: DemoEvent[] = [];
  const stake = whole(pick(random, STAKES));
  const game = pick(random, games);
  const rounds = 2 + Math.floor(random() * 4);
  if (player.balance < stake * BigInt(rounds)) {
    const units = whole(pick(random, DEPOSITS)) + stake * BigInt(rounds);
    const at = new Date(Math.max(from.getTime() + 2 * MINUTE_MS, session.getTime() - 20 * MINUTE_MS));
    events.push({ kind: 'deposit', id: `${id}-in`, memberId, units, at });
    player.balance += units;
  }
  for (let round = 0; round < rounds; round += 1) {
    const payout = random() < WINNING ? (stake * BigInt(pick(random, PAYOUTS))) / 100n : 0n;
    const at = new Date(session.getTime() + FIRST_ROUND_MS + round * ROUND_MS);
    events.push({ kind: 'round', id: `${id}-${round}`, memberId, stake, payout, game, at });
    player.balance += payout - stake;
    player.lastPlayAt = at;
  }
  if (player.balance > RICH) {
    const units = ((player.balance - RESERVE) / whole(10)) * whole(10);
    events.push({ kind: 'withdrawal', id: `${id}-out`, memberId, units, at: new Date(session.getTime() + 4.5 * MINUTE_MS) });
    player.balance -= units;
  }
  return events;
}
