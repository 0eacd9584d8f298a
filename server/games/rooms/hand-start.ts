import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { roomStake } from '../../../shared/games/rooms/levels.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { toUnitText, type UnitText } from '../../../shared/money/money.ts';
import type { StudioClock } from '../contract.ts';
import { LEASE_MS } from '../rounds.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import { readDealt } from './dealt-hand.ts';
import type { Entries } from './entries.ts';
import type { AfterCommit, HandEnd } from './hand-end.ts';
import {
  changeHand,
  changeSeat,
  changeTable,
  insertHand,
  listEntries,
  listSeats,
  lockEntries,
  lockTable,
  sessionsOf,
  updateEntry,
} from './room-store.ts';
import type { Entry, Seat, Table } from './rows.ts';
import { after, TIMES, turnDue } from './times.ts';

export interface HandDeps {
  readonly db: StudioDatabase;
  readonly entries: Entries;
  readonly notifier: ChangeNotifier;
  readonly clock: StudioClock;
  readonly log: Logger;
}

export interface HandStart {
  /** Starts the hand for the ready seats; the wallet is called once the hand is stored. */
  begin(tx: StudioTx, table: Table, now: Date): Promise<AfterCommit>;
  /** Resolves when no stakes are being taken. */
  idle(): Promise<void>;
}

/** Starts hands: stores them, takes the stakes, and deals to the players whose stake was accepted. */
export function createHandStart({ db, entries, notifier, clock, log }: HandDeps, { voidHand }: HandEnd): HandStart {
  const staking = new Set<Promise<void>>();

  async function begin(tx: StudioTx, table: Table, now: Date): Promise<AfterCommit> {
    const seats = (await listSeats(tx, table.id)).filter((seat) => seat.ready);
    const sessions = await sessionsOf(
      tx,
      seats.flatMap((seat) => seat.session_id ?? []),
    );
    const id = `h${randomBytes(16).toString('hex')}`;
    const level = roomStake(table.level, coinOf(table.currency));
    if (level === undefined) throw new RangeError('level of a table');
    const stake = toUnitText(level);
    const nr = table.hand_nr + 1;
    await insertHand(
      tx,
      handRow(id, nr, stake, table, now),
      seats.map((seat) => entryRow(id, stake, table, seat, sessions.get(seat.session_id ?? '')?.client_seed, now)),
    );
    for (const seat of seats) await changeSeat(tx, seat, { ready: false, notice: null });
    await changeTable(tx, table, { state: 'staking', hand_nr: nr, hand_id: id, begins_at: null, due_at: after(now, TIMES.staking) });
    return () => track(takeStakes(id, table.id));
  }

  async function takeStakes(handId: string, tableId: string): Promise<void> {
    const all = await listEntries(db, handId);
    await Promise.all(all.filter((entry) => entry.player !== null).map((entry) => entries.stake(entry)));
    const afterwards = await db.transaction().execute(async (tx) => {
      const table = await lockTable(tx, tableId);
      return table?.hand_id === handId && table.state === 'staking' ? deal(tx, table, await lockEntries(tx, handId)) : undefined;
    });
    afterwards?.();
    notifier.notify(tableId);
  }

  async function deal(tx: StudioTx, table: Table, all: readonly Entry[]): Promise<AfterCommit> {
    const inside = all.filter((entry) => entry.state === 'open');
    const seats = await listSeats(tx, table.id);
    for (const entry of all) {
      const seat = seats.find((one) => one.seat === entry.seat && one.player === entry.player);
      if (entry.state === 'refused' && seat) await changeSeat(tx, seat, { ready: false, notice: entry.refusal });
      if (entry.state === 'placing') await updateEntry(tx, entry, { state: 'voided', payout: '0', next_try_at: clock.now() });
    }
    if (inside.length < 2 || inside.every((entry) => entry.player === null)) return voidHand(tx, table, 'too few stakes');
    for (const entry of inside) await updateEntry(tx, entry, { dealt: true });
    await changeHand(tx, table.hand_id ?? '', { state: 'playing' });
    const dealt = await readDealt(tx, table.hand_id ?? '');
    if (!dealt) throw new Error(`hand ${table.hand_id} was not dealt`);
    const due = turnDue(seats, dealt.entries, dealt.state, clock.now());
    await changeTable(tx, table, { state: 'playing', due_at: due });
    return () => entries.resumeSoon(all);
  }

  function track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, 'taking the stakes of a hand failed'))
      .finally(() => staking.delete(tracked));
    staking.add(tracked);
  }

  return {
    begin,
    async idle() {
      while (staking.size > 0) await Promise.allSettled([...staking]);
    },
  };
}

function handRow(id: string, nr: number, stake: UnitText, table: Table, now: Date) {
  return {
    id,
    table_id: table.id,
    nr,
    game_id: table.game_id,
    currency: table.currency,
    trial: table.trial,
    stake,
    server_seed: table.server_seed,
    state: 'staking' as const,
    moves: '[]',
    winner: null,
    pot: null,
    rake: null,
    started_at: now,
    ended_at: null,
  };
}

/** The stake of a seat in a new hand. Bots have no wallet, so their stakes are open at once. */
function entryRow(handId: string, stake: UnitText, table: Table, seat: Seat, clientSeed: string | undefined, now: Date) {
  return {
    id: `${handId}-${seat.seat}`,
    hand_id: handId,
    table_id: table.id,
    seat: seat.seat,
    player: seat.player,
    session_id: seat.session_id,
    alias: seat.alias,
    game_id: table.game_id,
    currency: table.currency,
    stake,
    payout: null,
    client_seed: clientSeed ?? randomBytes(8).toString('hex'),
    dealt: false,
    state: seat.player === null ? ('open' as const) : ('placing' as const),
    refusal: null,
    balance_after: null,
    next_try_at: after(now, LEASE_MS),
    placed_at: now,
    ended_at: null,
  };
}
