import { afterMove, automaticMove, botMove, type Move } from '../../../shared/games/rooms/thirteen.ts';
import type { StudioTx } from '../tables.ts';
import { type DealtHand, readDealt } from './dealt-hand.ts';
import { type AfterCommit, createHandEnd } from './hand-end.ts';
import { createHandStart, type HandDeps } from './hand-start.ts';
import { findLinkedSeat } from './player-links.ts';
import { changeHand, changeSeat, changeTable, listSeats, lockTable } from './room-store.ts';
import type { Table } from './rows.ts';
import { hasAbsentPlayer, removeAbsent } from './table-seats.ts';
import { TIMES, turnDue } from './times.ts';

export interface Dealer {
  /** Processes a due table: starts a hand, ends a turn that timed out, voids a hand, or frees a seat. */
  processDue(tableId: string): Promise<void>;
  /** Stores a legal move and its consequences. */
  move(tx: StudioTx, table: Table, dealt: DealtHand, move: Move): Promise<AfterCommit>;
  /** Resolves when no stakes are being taken. */
  idle(): Promise<void>;
}

/** Attempts to read a hand that cannot be replayed before it is voided; the loop runs twice a second. */
const READ_TRIES = 5;

/** Runs the hands of all tables. Each change locks the table's row, so any number of processes may process a table. */
export function createDealer(deps: HandDeps): Dealer {
  const { db, notifier, clock, log } = deps;
  const handEnd = createHandEnd(deps);
  const handStart = createHandStart(deps, handEnd);
  const unreadable = createTries(READ_TRIES);

  async function processDue(tableId: string): Promise<void> {
    const afterwards = await db.transaction().execute(async (tx) => {
      const table = await lockTable(tx, tableId);
      const now = clock.now();
      if (!table?.due_at || table.due_at > now) return undefined;
      if (table.state === 'staking') return handEnd.voidHand(tx, table, 'stakes did not come together');
      if (table.state === 'playing') return timeOut(tx, table, now);
      const isDue = table.begins_at !== null && table.begins_at <= now;
      const isReady = isDue && !(await hasAbsentPlayer(tx, table, now)) && (table.trial || !(await findLinkedSeat(tx, table.id, now)));
      if (isReady) return handStart.begin(tx, table, now);
      await removeAbsent(tx, table, now);
      return undefined;
    });
    afterwards?.();
    notifier.notify(tableId);
  }

  async function timeOut(tx: StudioTx, table: Table, now: Date): Promise<AfterCommit> {
    const dealt = await readOrGiveUp(tx, table.hand_id ?? '');
    if (dealt === 'unreadable') return handEnd.voidHand(tx, table, 'the moves cannot be replayed');
    const isLate = now.getTime() - (table.due_at?.getTime() ?? 0) > TIMES.late;
    if (!dealt || isLate) return handEnd.voidHand(tx, table, 'the turn was not processed in time');
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

  async function move(tx: StudioTx, table: Table, dealt: DealtHand, made: Move): Promise<AfterCommit> {
    const now = clock.now();
    const state = afterMove(dealt.state, made);
    const moves = JSON.stringify([...dealt.moves, made]);
    const seats = await listSeats(tx, table.id);
    const seat = seats.find((one) => one.seat === dealt.entries[made.player]?.seat);
    const missed = made.auto ? (seat?.missed ?? 0) + 1 : 0;
    if (seat?.player && seat.missed !== missed) await changeSeat(tx, seat, { missed });
    if (state.winner !== null) return handEnd.finish(tx, table, dealt, moves, state.winner);
    await changeHand(tx, dealt.hand.id, { moves });
    const known = seats.map((one) => (one === seat ? { ...one, missed } : one));
    await changeTable(tx, table, { due_at: turnDue(known, dealt.entries, state, now) });
    return () => notifier.notify(table.id);
  }

  return {
    processDue,
    move,
    idle: handStart.idle,
  };
}

/** Counts failed attempts; true at the last one. */
function createTries(max: number): { isLast(key: string): boolean } {
  const tries = new Map<string, number>();
  return {
    isLast(key) {
      const now = (tries.get(key) ?? 0) + 1;
      if (now >= max) tries.delete(key);
      else tries.set(key, now);
      return now >= max;
    },
  };
}
