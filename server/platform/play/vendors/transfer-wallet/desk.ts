import { sql } from 'kysely';
import type { AfterCommit, Database, Tx } from '../../../base/db/index.ts';
import { WALLET } from '../../../ledger/index.ts';
import type { MoveRow, TransferWalletDeps, VendorWalletRow } from './contracts.ts';
import { endMoveIn } from './moves.ts';

/** An entry of a history that is not booked. */
export interface WaitingEntry {
  readonly provider: string;
  readonly entryId: string;
  readonly player: string;
  readonly memberId: string | null;
  readonly reason: string | null;
  readonly arrivedAt: Date;
}

export interface HistoryState {
  readonly provider: string;
  readonly readAt: Date | null;
  readonly failedSince: Date | null;
  readonly lastError: string | null;
}

/** Money at providers that keep balances, for operators. */
export interface VendorMoneyDesk {
  /** The oldest first. */
  openMoves(limit: number): Promise<readonly MoveRow[]>;
  waitingEntries(limit: number): Promise<readonly WaitingEntry[]>;
  histories(): Promise<readonly HistoryState[]>;
  differences(limit: number): Promise<readonly (VendorWalletRow & { readonly currency: string })[]>;
  /** Locks the move; undefined if it is not open. */
  lockOpen(tx: Tx, id: string): Promise<MoveRow | undefined>;
  /** Ends a move as its provider has reported it to the operator. */
  settle(tx: Tx, afterCommit: AfterCommit, id: string, end: { state: 'done' | 'returned'; operator: string }): Promise<void>;
}

export function createVendorMoneyDesk(deps: Pick<TransferWalletDeps, 'db' | 'wallet' | 'clock'>): VendorMoneyDesk {
  const { db } = deps;
  return {
    openMoves: (limit) => db.selectFrom('vendor_move').selectAll().where('state', '=', 'open').orderBy('created_at').limit(limit).execute(),
    waitingEntries: (limit) => waitingEntries(db, limit),
    async histories() {
      const rows = await db.selectFrom('vendor_history').selectAll().orderBy('provider').execute();
      return rows.map(({ provider, read_at, failed_since, last_error }) => ({
        provider,
        readAt: read_at,
        failedSince: failed_since,
        lastError: last_error,
      }));
    },
    differences: (limit) =>
      db
        .selectFrom('vendor_wallet as p')
        .innerJoin('ledger_account as a', (join) => join.onRef('a.owner', '=', 'p.member_id').on('a.kind', '=', WALLET))
        .selectAll('p')
        .select('a.currency')
        .where('p.difference', '<>', '0')
        .orderBy('p.difference_since')
        .limit(limit)
        .execute(),
    async lockOpen(tx, id) {
      const found = await tx.selectFrom('vendor_move').select('member_id').where('id', '=', id).executeTakeFirst();
      if (!found) return undefined;
      // In the order of all moves: the wallet first.
      await deps.wallet.lockBalance(tx, found.member_id);
      return tx.selectFrom('vendor_move').selectAll().where('id', '=', id).where('state', '=', 'open').forUpdate().executeTakeFirst();
    },
    settle: async (tx, afterCommit, id, { state, operator }) =>
      void (await endMoveIn(deps, tx, afterCommit, id, { state, reason: `operator ${operator}` })),
  };
}

async function waitingEntries(db: Database, limit: number): Promise<readonly WaitingEntry[]> {
  const { rows } = await sql<WaitingEntry>`
    select e.provider, e.entry_id as "entryId", e.player, p.member_id as "memberId", e.reason, e.arrived_at as "arrivedAt"
      from vendor_history_entry e left join vendor_player p on p.provider = e.provider and p.player = e.player
     where e.state = 'waiting' order by e.seq limit ${limit}`.execute(db);
  return rows;
}
