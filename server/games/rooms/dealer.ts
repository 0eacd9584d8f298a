import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { RAKE_CAP, ROOM_LEVELS, ROOM_SEATS, rakeOf } from '../../../shared/games/rooms/levels.ts';
import { afterMove, automaticMove, botMove, type Move } from '../../../shared/games/rooms/thirteen.ts';
import type { StudioClock } from '../contract.ts';
import { LEASE_MS, newServerSeed } from '../rounds.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import { type DealtHand, readDealt } from './dealt-hand.ts';
import type { Entries } from './entries.ts';
import { findLinkedSeat } from './player-links.ts';
import {
  changeHand,
  changeSeat,
  changeTable,
  deleteSeat,
  insertHand,
  listEntries,
  listSeats,
  lockEntries,
  lockTable,
  sessionsOf,
  updateEntry,
} from './room-store.ts';
import type { Entry, Table } from './rows.ts';
import { AWAY_AFTER, after, isAbsent, TIMES, turnDue, waitingTimes } from './times.ts';

export interface DealerDeps {
  readonly db: StudioDatabase;
  readonly entries: Entries;
  readonly notifier: ChangeNotifier;
  readonly clock: StudioClock;
  readonly log: Logger;
}

/** Runs after the transaction has been committed. */
export type AfterCommit = () => void;

export interface Dealer {
  /** Processes a due table: starts a hand, ends a turn that timed out, voids a hand, or frees a seat. */
  processDue(tableId: string): Promise<void>;
  /** Stores a legal move and its consequences. */
  move(tx: StudioTx, table: Table, dealt: DealtHand, move: Move): Promise<AfterCommit>;
  /** Updates the due times of a table without a hand after its seats have changed. */
  updateTimes(tx: StudioTx, table: Table): Promise<void>;
  /** Resolves when no stakes are being taken. */
  idle(): Promise<void>;
}

/** Attempts to read a hand that cannot be replayed before it is voided; the loop runs twice a second. */
const READ_TRIES = 5;

/** Runs the hands of all tables. Each change locks the table's row, so any number of processes may process a table. */
export function createDealer({ db, entries, notifier, clock, log }: DealerDeps): Dealer {
  const staking = new Set<Promise<void>>();
  const unreadable = createTries(READ_TRIES);

  async function processDue(tableId: string): Promise<void> {
    const afterwards = await db.transaction().execute(async (tx) => {
      const table = await lockTable(tx, tableId);
      const now = clock.now();
      if (!table?.due_at || table.due_at > now) return undefined;
      if (table.state === 'staking') return voidHand(tx, table, 'stakes did not come together');
      if (table.state === 'playing') return timeOut(tx, table, now);
      const isDue = table.begins_at !== null && table.begins_at <= now;
      const isReady = isDue && !(await hasAbsentPlayer(tx, table, now)) && (table.trial || !(await findLinkedSeat(tx, table.id, now)));
      return isReady ? begin(tx, table, now) : removeAbsent(tx, table, now);
    });
    afterwards?.();
    notifier.notify(tableId);
  }

  async function timeOut(tx: StudioTx, table: Table, now: Date): Promise<AfterCommit> {
    const dealt = await readOrGiveUp(tx, table.hand_id ?? '');
    if (dealt === 'unreadable') return voidHand(tx, table, 'the moves cannot be replayed');
    const isLate = now.getTime() - (table.due_at?.getTime() ?? 0) > TIMES.late;
    if (!dealt || isLate) return voidHand(tx, table, 'the turn was not processed in time');
    const isBot = dealt.entries[dealt.state.turn]?.player === null;
    return move(tx, table, dealt, isBot ? botMove(dealt.state) : automaticMove(dealt.state));
  }

  /**
   * A hand whose moves cannot be replayed has no next move and would stay due forever with its stakes in it. It is retried a few
   * times, then its stakes are refunded.
   */
  async function readOrGiveUp(tx: StudioTx, handId: string): Promise<DealtHand | 'unreadable' | undefined> {
    try {
      return await readDealt(tx, handId);
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof SyntaxError) || !unreadable.isLast(handId)) throw error;
      log.error({ err: error, handId }, 'hand voided: its moves cannot be replayed, an operator must investigate');
      return 'unreadable';
    }
  }

  /** Starts the hand for the ready seats; the wallet is called once the hand is stored. */
  async function begin(tx: StudioTx, table: Table, now: Date): Promise<AfterCommit> {
    const seats = (await listSeats(tx, table.id)).filter((seat) => seat.ready);
    const sessions = await sessionsOf(
      tx,
      seats.flatMap((seat) => seat.session_id ?? []),
    );
    const id = `h${randomBytes(16).toString('hex')}`;
    const stake = String(ROOM_LEVELS[table.level]);
    const nr = table.hand_nr + 1;
    const { game_id, currency, trial } = table;
    const made = seats.map((seat) => ({
      id: `${id}-${seat.seat}`,
      hand_id: id,
      table_id: table.id,
      seat: seat.seat,
      player: seat.player,
      session_id: seat.session_id,
      alias: seat.alias,
      ...{ game_id, currency, stake, payout: null },
      client_seed: sessions.get(seat.session_id ?? '')?.client_seed ?? randomBytes(8).toString('hex'),
      dealt: false,
      state: seat.player === null ? ('open' as const) : ('placing' as const),
      refusal: null,
      balance_after: null,
      next_try_at: after(now, LEASE_MS),
      placed_at: now,
      ended_at: null,
    }));
    const hand = { id, table_id: table.id, nr, game_id, currency, trial, stake, server_seed: table.server_seed };
    await insertHand(
      tx,
      { ...hand, state: 'staking', moves: '[]', winner: null, pot: null, rake: null, started_at: now, ended_at: null },
      made,
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

  async function move(tx: StudioTx, table: Table, dealt: DealtHand, made: Move): Promise<AfterCommit> {
    const now = clock.now();
    const state = afterMove(dealt.state, made);
    const moves = JSON.stringify([...dealt.moves, made]);
    const seats = await listSeats(tx, table.id);
    const seat = seats.find((one) => one.seat === dealt.entries[made.player]?.seat);
    const missed = made.auto ? (seat?.missed ?? 0) + 1 : 0;
    if (seat?.player && seat.missed !== missed) await changeSeat(tx, seat, { missed });
    if (state.winner !== null) return finish(tx, table, dealt, moves, state.winner);
    await changeHand(tx, dealt.hand.id, { moves });
    const known = seats.map((one) => (one === seat ? { ...one, missed } : one));
    await changeTable(tx, table, { due_at: turnDue(known, dealt.entries, state, now) });
    return () => notifier.notify(table.id);
  }

  /** The winner gets the pot minus the rake; stakes equal payouts plus rake. */
  async function finish(
    tx: StudioTx,
    table: Table,
    { hand, entries: inside }: DealtHand,
    moves: string,
    winner: number,
  ): Promise<AfterCommit> {
    const now = clock.now();
    const pot = BigInt(hand.stake) * BigInt(inside.length);
    const rake = rakeOf(pot);
    if (rake > RAKE_CAP || rake > pot) throw new RangeError('rake');
    await changeHand(tx, hand.id, { moves, state: 'done', winner, pot: String(pot), rake: String(rake), ended_at: now });
    for (const [player, entry] of inside.entries()) {
      const payout = player === winner ? String(pot - rake) : '0';
      const isBot = entry.player === null;
      await updateEntry(tx, entry, {
        state: isBot ? 'settled' : 'owed',
        payout,
        next_try_at: now,
        attempts: 0,
        ended_at: isBot ? now : null,
      });
    }
    await resetTable(tx, table, now);
    return () => entries.resumeSoon(inside);
  }

  /** Refunds every stake; the seed is revealed as for a played hand. */
  async function voidHand(tx: StudioTx, table: Table, reason: string): Promise<AfterCommit> {
    const now = clock.now();
    const handId = table.hand_id ?? '';
    log.warn({ handId, tableId: table.id, reason }, 'hand voided');
    await changeHand(tx, handId, { state: 'void', ended_at: now });
    const all = await lockEntries(tx, handId);
    for (const entry of all.filter(({ state }) => state === 'placing' || state === 'open')) {
      const isBot = entry.player === null;
      await updateEntry(tx, entry, { state: isBot ? 'refunded' : 'voided', payout: '0', next_try_at: now, attempts: 0 });
    }
    await resetTable(tx, table, now);
    return () => entries.resumeSoon(all);
  }

  /** Resets the table after a hand: leaving and absent players lose their seats, all others are asked to confirm the next hand. */
  async function resetTable(tx: StudioTx, table: Table, now: Date): Promise<void> {
    for (const seat of await listSeats(tx, table.id)) {
      if (seat.leaving || seat.missed >= AWAY_AFTER) await deleteSeat(tx, seat);
      else {
        // A player who has already confirmed the next hand keeps the original idle time.
        const idle_at = seat.ready ? seat.idle_at : after(now, TIMES.idle);
        await changeSeat(tx, seat, { ready: seat.ready || seat.player === null, missed: 0, idle_at });
      }
    }
    const free = await changeTable(tx, table, { state: 'waiting', hand_id: null, server_seed: newServerSeed(), begins_at: null });
    await updateTimes(tx, free);
  }

  async function removeAbsent(tx: StudioTx, table: Table, now: Date): Promise<undefined> {
    for (const seat of await listSeats(tx, table.id)) if (isAbsent(seat, now)) await deleteSeat(tx, seat);
    await updateTimes(tx, table);
  }

  /** A player who confirmed and then closed the page, or whose page had no connection while the studio was down, must not be charged. */
  async function hasAbsentPlayer(tx: StudioTx, table: Table, now: Date): Promise<boolean> {
    return (await listSeats(tx, table.id)).some((seat) => isAbsent(seat, now));
  }

  async function updateTimes(tx: StudioTx, table: Table): Promise<void> {
    if (table.state !== 'waiting') return void (await changeTable(tx, table));
    const seats = await listSeats(tx, table.id);
    const deserted = seats.every((seat) => seat.player === null);
    if (deserted) for (const seat of seats) await deleteSeat(tx, seat);
    await changeTable(tx, table, waitingTimes(table, deserted ? [] : seats, ROOM_SEATS, clock.now()));
  }

  function track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, 'taking the stakes of a hand failed'))
      .finally(() => staking.delete(tracked));
    staking.add(tracked);
  }

  return {
    processDue,
    move,
    updateTimes,
    async idle() {
      while (staking.size > 0) await Promise.allSettled([...staking]);
    },
  };
}

/** Counts failed attempts; true at the last one. */
function createTries(most: number): { isLast(key: string): boolean } {
  const tries = new Map<string, number>();
  return {
    isLast(key) {
      const now = (tries.get(key) ?? 0) + 1;
      if (now >= most) tries.delete(key);
      else tries.set(key, now);
      return now >= most;
    },
  };
}
