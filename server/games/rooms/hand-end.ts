import type { Logger } from 'pino';
import { RAKE_CAP, rakeOf } from '../../../shared/games/rooms/levels.ts';
import { coinOf, inCoins } from '../../../shared/money/currency-steps.ts';
import { toUnitText } from '../../../shared/money/money.ts';
import type { StudioClock } from '../contract.ts';
import type { StudioTx } from '../tables.ts';
import type { DealtHand } from './dealt-hand.ts';
import type { Entries } from './entries.ts';
import { changeHand, lockEntries, updateEntry } from './room-store.ts';
import type { Table } from './rows.ts';
import { resetTable } from './table-seats.ts';

/** Runs after the transaction has been committed. */
export type AfterCommit = () => void;

export interface HandEnd {
  /** Ends a hand that was played; `moves` as they are stored. */
  finish(tx: StudioTx, table: Table, dealt: DealtHand, moves: string, winner: number): Promise<AfterCommit>;
  /** Refunds every stake; the seed is revealed as for a played hand. */
  voidHand(tx: StudioTx, table: Table, reason: string): Promise<AfterCommit>;
}

/** Ends hands: the wallet is called after the commit. */
export function createHandEnd(deps: { readonly entries: Entries; readonly clock: StudioClock; readonly log: Logger }): HandEnd {
  const { entries, clock, log } = deps;

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
    const coin = coinOf(hand.currency);
    const rake = rakeOf(pot, coin);
    if (rake > inCoins(RAKE_CAP, coin) || rake > pot) throw new RangeError('rake');
    await changeHand(tx, hand.id, { moves, state: 'done', winner, pot: String(pot), rake: String(rake), ended_at: now });
    for (const [player, entry] of inside.entries()) {
      const payout = toUnitText(player === winner ? pot - rake : 0n);
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

  return { finish, voidHand };
}
