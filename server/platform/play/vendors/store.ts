import { randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { VendorTables } from './tables.ts';

export type TransactionRow = Selectable<VendorTables['vendor_transaction']>;
export type RoundRow = Selectable<VendorTables['vendor_round']>;
export type SessionRow = Selectable<VendorTables['vendor_session']>;
export type TicketRow = Selectable<VendorTables['vendor_ticket']>;

/** Tickets and tokens have 256 random bits, so a plain hash is sufficient. */
export function makeToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** The vendor's id of the member, created at the first launch. */
export async function ensurePlayer(executor: Executor, provider: string, memberId: string): Promise<void> {
  await executor
    .insertInto('vendor_player')
    .values({ provider, member_id: memberId, player: `p_${randomBytes(12).toString('hex')}` })
    .onConflict((conflict) => conflict.columns(['provider', 'member_id']).doNothing())
    .execute();
}

export async function insertTicket(executor: Executor, row: Insertable<VendorTables['vendor_ticket']>): Promise<void> {
  await executor.insertInto('vendor_ticket').values(row).execute();
}

export function findTicket(executor: Executor, provider: string, hash: string): Promise<TicketRow | undefined> {
  return executor.selectFrom('vendor_ticket').selectAll().where('hash', '=', hash).where('provider', '=', provider).executeTakeFirst();
}

/** Locks the session row, so that a later end of the session sees the game it opened. */
export async function hasEnded(tx: Tx, sessionId: string): Promise<boolean> {
  const row = await tx.selectFrom('member_session').select('ended_at').where('id', '=', sessionId).forShare().executeTakeFirst();
  return row !== undefined && row.ended_at !== null;
}

/** True for exactly one of several concurrent callers. */
export async function consumeTicket(tx: Tx, hash: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('vendor_ticket')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function insertSession(executor: Executor, row: SessionRow): Promise<void> {
  await executor.insertInto('vendor_session').values(row).execute();
}

export function findSession(executor: Executor, provider: string, token: string): Promise<SessionRow | undefined> {
  return executor
    .selectFrom('vendor_session')
    .selectAll()
    .where('hash', '=', hashOfToken(token))
    .where('provider', '=', provider)
    .executeTakeFirst();
}

export function findTransaction(executor: Executor, provider: string, id: string): Promise<TransactionRow | undefined> {
  return executor
    .selectFrom('vendor_transaction')
    .selectAll()
    .where('provider', '=', provider)
    .where('transaction_id', '=', id)
    .executeTakeFirst();
}

export async function insertTransaction(tx: Tx, row: Insertable<VendorTables['vendor_transaction']>): Promise<void> {
  await tx.insertInto('vendor_transaction').values(row).execute();
}

/** Inserts a bet and the round that it opens in one statement. */
export async function insertOpening(
  tx: Tx,
  row: Insertable<VendorTables['vendor_transaction']>,
  round: Insertable<VendorTables['vendor_round']>,
): Promise<void> {
  await tx
    .with('round', (query) => query.insertInto('vendor_round').values(round))
    .insertInto('vendor_transaction')
    .values(row)
    .execute();
}

/** Inserts a transaction, ends its bet and updates the round in one statement. */
export async function insertEnding(
  tx: Tx,
  row: Insertable<VendorTables['vendor_transaction']> & { readonly bet_transaction_id: string },
  betState: 'settled' | 'rolled-back',
  round: RoundRow,
  change: RoundChange,
): Promise<void> {
  await tx
    .with('bet', (query) =>
      query
        .updateTable('vendor_transaction')
        .set({ state: betState })
        .where('provider', '=', row.provider)
        .where('transaction_id', '=', row.bet_transaction_id),
    )
    .with('round', (query) => query.updateTable('vendor_round').set(change).where('id', '=', round.id))
    .insertInto('vendor_transaction')
    .values(row)
    .execute();
}

/** Whether a win has settled the bet. */
export async function hasWin(tx: Tx, { provider, round_id, transaction_id }: TransactionRow): Promise<boolean> {
  const found = await tx
    .selectFrom('vendor_transaction')
    .select('transaction_id')
    .where('provider', '=', provider)
    .where('round_id', '=', round_id)
    .where('bet_transaction_id', '=', transaction_id)
    .where('kind', '=', 'win')
    .executeTakeFirst();
  return found !== undefined;
}

/** Marks the wins of a bet as rolled back, and returns their sum. */
export async function takeWins(tx: Tx, { provider, round_id, transaction_id }: TransactionRow): Promise<Units> {
  const wins = await tx
    .updateTable('vendor_transaction')
    .set({ state: 'rolled-back' })
    .where('provider', '=', provider)
    .where('round_id', '=', round_id)
    .where('bet_transaction_id', '=', transaction_id)
    .where('kind', '=', 'win')
    .where('state', '=', 'accepted')
    .returning('amount')
    .execute();
  return wins.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/** Settles the open bets of a round, for `finish`. */
export async function settleLiveBets(tx: Tx, provider: string, roundId: string): Promise<void> {
  await tx
    .updateTable('vendor_transaction')
    .set({ state: 'settled' })
    .where('provider', '=', provider)
    .where('round_id', '=', roundId)
    .where('kind', '=', 'bet')
    .where('state', '=', 'accepted')
    .execute();
}

export function findRound(executor: Executor, provider: string, roundId: string): Promise<RoundRow | undefined> {
  return executor
    .selectFrom('vendor_round')
    .selectAll()
    .where('provider', '=', provider)
    .where('round_id', '=', roundId)
    .executeTakeFirst();
}

export type RoundChange = Partial<
  Pick<RoundRow, 'stake' | 'refunded' | 'payout' | 'live_bets' | 'state' | 'closed' | 'settled_at' | 'at_risk' | 'wallet_kind'>
>;
export async function updateRound(tx: Tx, round: RoundRow, change: RoundChange): Promise<void> {
  await tx.updateTable('vendor_round').set(change).where('id', '=', round.id).executeTakeFirstOrThrow();
}

/** Removes tickets and sessions that ended more than a day ago; for the scheduler. */
export async function removeExpired(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('vendor_ticket').where('expires_at', '<', before).execute();
  await executor.deleteFrom('vendor_session').where('expires_at', '<', before).execute();
}
