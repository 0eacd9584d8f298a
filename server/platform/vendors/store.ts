import { createHash, randomBytes } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Executor, Tx } from '../db/database.ts';
import { PREPARED } from '../db/prepared.ts';
import type { VendorTables } from '../db/schema/vendors.ts';
import { WALLET } from '../wallet/index.ts';
import type { Holder } from './answers.ts';

export type TransactionRow = Selectable<VendorTables['vendor_transaction']>;
export type RoundRow = Selectable<VendorTables['vendor_round']>;
export type SessionRow = Selectable<VendorTables['vendor_session']>;
export type TicketRow = Selectable<VendorTables['vendor_ticket']>;

/** Tickets and tokens are random, 256 bits; a plain hash of them is enough at rest. */
export function makeToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The vendor's name for the member, made at the first launch. */
export async function ensurePlayer(executor: Executor, provider: string, memberId: string): Promise<void> {
  await executor
    .insertInto('vendor_player')
    .values({ provider, member_id: memberId, player: `p_${randomBytes(12).toString('hex')}` })
    .onConflict((conflict) => conflict.columns(['provider', 'member_id']).doNothing())
    .execute();
}

/** With the merchant's `isSingle` in the same statement: this stands before every stake. */
function holders(executor: Executor, { provider, merchant }: AtMerchant) {
  return executor
    .selectFrom('vendor_player as p')
    .innerJoin('ledger_account as a', 'a.owner', 'p.member_id')
    .where('a.kind', '=', WALLET)
    .where('p.provider', '=', provider)
    .select(['p.provider', 'p.player', 'p.member_id', 'a.currency', 'a.realm', 'a.balance'])
    .select(
      sql<boolean | null>`(select (settings -> 'transfers' ->> 'isSingle')::boolean from merchant where code = ${merchant})`.as('single'),
    );
}
export interface AtMerchant {
  readonly provider: string;
  readonly merchant: string;
}
type HolderRow = Awaited<ReturnType<ReturnType<typeof holders>['executeTakeFirstOrThrow']>>;

function toHolder(row: HolderRow | undefined): Holder | undefined {
  return (
    row && {
      provider: row.provider,
      player: row.player,
      memberId: row.member_id,
      currency: row.currency,
      realm: row.realm,
      balance: BigInt(row.balance),
      account: WALLET,
      single: row.single !== false || row.realm === 'trial',
    }
  );
}

/** Locks the player's wallet: instructions about one member run one after the other, and what they read is settled. */
export async function lockHolder(tx: Tx, at: AtMerchant, player: string): Promise<Holder | undefined> {
  return toHolder(await holders(tx, at).where('p.player', '=', player).forUpdate('a').executeTakeFirst());
}

export async function findHolder(executor: Executor, at: AtMerchant, memberId: string): Promise<Holder | undefined> {
  return toHolder(await holders(executor, at).where('p.member_id', '=', memberId).executeTakeFirst());
}

export async function insertTicket(executor: Executor, row: Insertable<VendorTables['vendor_ticket']>): Promise<void> {
  await executor.insertInto('vendor_ticket').values(row).execute();
}

export function findTicket(executor: Executor, provider: string, hash: string): Promise<TicketRow | undefined> {
  return executor.selectFrom('vendor_ticket').selectAll().where('hash', '=', hash).where('provider', '=', provider).executeTakeFirst();
}

/** True for one caller only. */
export async function takeTicket(tx: Tx, hash: string, now: Date): Promise<boolean> {
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
    .where('hash', '=', hashToken(token))
    .where('provider', '=', provider)
    .executeTakeFirst();
}

/** With what decides whether its member may stake from where they are: one statement, for it stands before every stake. */
export function findPlayingSession(executor: Executor, { provider, merchant }: AtMerchant, token: string) {
  return executor
    .selectFrom('vendor_session as v')
    .leftJoin('member_session as m', 'm.id', 'v.session_id')
    .where('v.hash', '=', hashToken(token))
    .where('v.provider', '=', provider)
    .select(['v.member_id', 'v.expires_at', 'm.seen_country', 'm.region_restricted'])
    .select(sql<unknown>`(select settings -> 'regions' from merchant where code = ${merchant})`.as('regions'))
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

/** What the books hold about an instruction, read together: these questions stand before every stake. */
export interface Known {
  /** The instruction itself, when it was seen before. */
  readonly before: TransactionRow | undefined;
  /** The bet that it names. */
  readonly bet: TransactionRow | undefined;
  readonly round: RoundRow | undefined;
}

export interface Asked {
  readonly transactionId: string;
  readonly betTransactionId?: string | undefined;
  readonly roundId: string;
}

const TRANSACTION = [
  ...(['provider', 'transaction_id', 'kind', 'body_hash', 'member_id', 'round_id', 'game_id', 'amount'] as const),
  ...(['bet_transaction_id', 'state', 'status', 'transfer_id', 'created_at'] as const),
] as const satisfies readonly (keyof TransactionRow)[];
const ROUND = [
  ...(['id', 'provider', 'round_id', 'member_id', 'game_id', 'vassalage', 'game_category', 'currency', 'realm', 'wallet_kind'] as const),
  ...(['stake', 'refunded', 'payout', 'live_bets', 'state', 'closed', 'opened_at', 'settled_at'] as const),
] as const satisfies readonly (keyof RoundRow)[];

const columns = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name} as ${alias}_${name}`).join(', ');
const LOOKED_AT = sql.raw([columns('t', TRANSACTION), columns('b', TRANSACTION), columns('r', ROUND)].join(', '));

/** With the player's wallet locked, before anything is decided: what is read here is settled. */
export async function look(tx: Tx, provider: string, { transactionId, betTransactionId, roundId }: Asked): Promise<Known> {
  const { rows } = await sql<
    Record<string, unknown>
  >`${sql.raw(PREPARED)}select ${LOOKED_AT} from (values (${provider}::text)) as one (provider)
    left join vendor_transaction t on t.provider = one.provider and t.transaction_id = ${transactionId}
    left join vendor_transaction b on b.provider = one.provider and b.transaction_id = ${betTransactionId ?? null}
    left join vendor_round r on r.provider = one.provider and r.round_id = ${roundId}`.execute(tx);
  const row = rows[0] ?? {};
  return {
    before: part<TransactionRow>(row, 't', TRANSACTION),
    bet: part<TransactionRow>(row, 'b', TRANSACTION),
    round: part<RoundRow>(row, 'r', ROUND),
  };
}

function part<Row>(row: Readonly<Record<string, unknown>>, alias: string, names: readonly string[]): Row | undefined {
  if ((row[`${alias}_provider`] ?? null) === null) return undefined;
  return Object.fromEntries(names.map((name) => [name, row[`${alias}_${name}`]])) as Row;
}

export async function insertTransaction(tx: Tx, row: Insertable<VendorTables['vendor_transaction']>): Promise<void> {
  await tx.insertInto('vendor_transaction').values(row).execute();
}

/** A bet that opens its round, both in one statement. */
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

/** A transaction that ends its bet and changes the round, all in one statement. */
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

/** Bets of the round that are still open become settled, by `finish`. */
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

export type RoundChange = Partial<Pick<RoundRow, 'stake' | 'refunded' | 'payout' | 'live_bets' | 'state' | 'closed' | 'settled_at'>>;
export async function updateRound(tx: Tx, round: RoundRow, change: RoundChange): Promise<void> {
  await tx.updateTable('vendor_round').set(change).where('id', '=', round.id).executeTakeFirstOrThrow();
}

/** Removes tickets and sessions that have been over for a day; for the scheduler. */
export async function removeExpired(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('vendor_ticket').where('expires_at', '<', before).execute();
  await executor.deleteFrom('vendor_session').where('expires_at', '<', before).execute();
}
