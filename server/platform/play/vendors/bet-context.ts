import { sql } from 'kysely';
import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import { toUnitText, UNITS_PER_WHOLE, type Units } from '../../../../shared/money/money.ts';
import { paidDecimals } from '../../../../shared/money/paid-decimals.ts';
import type { SeamlessCode } from '../../../../shared/seamless/codes.ts';
import type { SeamlessAnswer } from '../../../../shared/seamless/wallet.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import { type Executor, PREPARED, type Tx } from '../../base/db/index.ts';
import { vendorWallet, WALLET } from '../../ledger/index.ts';
import type { Snapshot } from '../../protection/responsible-gaming/index.ts';
import { FREE, POOLED, type VendorDeps } from './contracts.ts';
import { findRound, type RoundRow, type TransactionRow } from './store.ts';

/** The player of an instruction. The wallet is locked until the transaction ends. */
export interface Holder {
  readonly provider: string;
  readonly player: string;
  readonly memberId: string;
  readonly currency: string;
  readonly realm: 'real' | 'trial';
  /** Of `account`; of the wallet with the pools of a bonus, as far as they were read. */
  readonly balance: Units;
  /** Account used for a new round. */
  readonly account: string;
  /** One wallet for all vendors: setting of the merchant; always true for play money. */
  readonly single: boolean;
  /** The member has or had a bonus: read with the wallet locked. */
  readonly hasPools: boolean;
}

/** A reply for a known player, always with the current balance. */
export function answer(holder: Holder, status: SeamlessCode, more: { balance?: Units; transferId?: string | null } = {}): SeamlessAnswer {
  const balance = more.balance ?? holder.balance;
  return {
    status,
    player: holder.player,
    currency: holder.currency,
    // Balances on the wire have no sign: an overdrawn wallet has nothing to bet with.
    balance: toUnitText(balance < 0n ? 0n : balance),
    ...(more.transferId ? { transferId: more.transferId } : {}),
  };
}

/**
 * True if the amount has a fraction that the currency cannot pay out: half a dong would stay in the wallet for ever. Amounts of currencies
 * with decimals may be finer than a cent.
 */
export function hasFraction(units: Units, currency: string): boolean {
  return paidDecimals(currency) === 0 && units % UNITS_PER_WHOLE !== 0n;
}

/** Nothing is stored: the same id may come with another amount. */
export function refuseFraction(holder: Holder): SeamlessAnswer {
  return { ...answer(holder, 'BAD_REQUEST'), message: 'amount_not_whole' };
}

/** Reads the merchant's `isSingle` in the same statement. */
function holders(executor: Executor, { provider, merchant }: MerchantScope) {
  return executor
    .selectFrom('vendor_player as p')
    .innerJoin('ledger_account as a', 'a.owner', 'p.member_id')
    .where('a.kind', '=', WALLET)
    .where('p.provider', '=', provider)
    .select(['p.provider', 'p.player', 'p.member_id', 'a.currency', 'a.realm', 'a.balance'])
    .select(sql<string | null>`ledger_pools(p.member_id)`.as('pools'))
    .select(
      sql<boolean | null>`(select (settings -> 'transfers' ->> 'isSingle')::boolean from merchant where code = ${merchant})`.as('single'),
    );
}
export interface MerchantScope {
  readonly provider: string;
  readonly merchant: string;
}
type HolderRow = Awaited<ReturnType<ReturnType<typeof holders>['executeTakeFirstOrThrow']>>;

function toHolder(row: HolderRow): Holder {
  return {
    provider: row.provider,
    player: row.player,
    memberId: row.member_id,
    currency: row.currency,
    realm: row.realm,
    balance: BigInt(row.balance) + BigInt(row.pools ?? 0),
    account: WALLET,
    hasPools: row.pools !== null,
    single: row.single !== false || row.realm === 'trial',
  };
}

export async function findHolder(executor: Executor, scope: MerchantScope, memberId: string): Promise<Holder | undefined> {
  const row = await holders(executor, scope).where('p.member_id', '=', memberId).executeTakeFirst();
  return row && toHolder(row);
}

/** Session of a stake's token, with the data that decides whether the member's place allows bets. */
export interface StakeSession {
  readonly member_id: string;
  readonly expires_at: Date;
  readonly seen_country: string | null;
  readonly region_restricted: boolean | null;
  readonly regions: unknown;
}

/** Stored records about an instruction, read in one statement because every stake needs them. */
export interface BookState {
  /** The stored instruction, if it is a repetition. */
  readonly before: TransactionRow | undefined;
  /** The bet that it names. */
  readonly bet: TransactionRow | undefined;
  readonly round: RoundRow | undefined;
}

export interface BetContextRequest {
  readonly player: string;
  readonly roundId: string;
  readonly transactionId?: string;
  readonly betTransactionId?: string;
  readonly token?: string;
}

/** What a bet or win was judged by; it is not posted if one of them has changed. */
export interface Seen {
  /** Of the wallet. */
  readonly version: string;
  /** Of the member's sums, breaks and limits. */
  readonly protection: string;
}

export interface BetContext {
  readonly holder: Holder;
  readonly known: BookState;
  /** Undefined without a token. */
  readonly session: StakeSession | undefined;
  readonly seen: Seen;
}

const TRANSACTION = [
  ...(['provider', 'transaction_id', 'kind', 'body_hash', 'member_id', 'round_id', 'game_id', 'amount'] as const),
  ...(['bet_transaction_id', 'state', 'status', 'transfer_id', 'created_at'] as const),
] as const satisfies readonly (keyof TransactionRow)[];
const ROUND = [
  ...(['id', 'provider', 'round_id', 'member_id', 'game_id', 'vassalage', 'game_category', 'currency', 'realm', 'wallet_kind'] as const),
  ...(['stake', 'refunded', 'payout', 'live_bets', 'state', 'closed', 'opened_at', 'settled_at', 'market', 'at_risk'] as const),
] as const satisfies readonly (keyof RoundRow)[];

const columns = (alias: string, names: readonly string[]) => names.map((name) => `(f.${alias}).${name} as ${alias}_${name}`).join(', ');
const HOLDER = 'f.h_member, f.h_currency, f.h_realm, f.h_balance, f.h_single';
const SESSION = 'f.s_member, f.s_expires, f.s_country, f.s_restricted, f.s_regions';
const VERSIONS = 'f.h_version, f.h_protection';
const CONTEXT_COLUMNS = sql.raw(
  [HOLDER, VERSIONS, columns('t', TRANSACTION), columns('b', TRANSACTION), columns('r', ROUND), SESSION].join(', '),
);

interface BetContextRow extends Readonly<Record<string, unknown>> {
  h_member: string | null;
  h_currency: string;
  h_realm: Holder['realm'];
  h_balance: string;
  h_single: boolean | null;
  s_member: string | null;
  s_expires: Date;
  s_country: string | null;
  s_restricted: boolean | null;
  s_regions: unknown;
  h_version: string;
  h_protection: string;
  /** Read under the lock only: a member with a bonus has no other instructions. */
  h_pools?: string | null;
}

/**
 * Locks the player's wallet and reads the context of an instruction (`vendor_look`, migration 200). The lock serialises the instructions of
 * a member. Undefined: the vendor does not know this player.
 */
export async function loadBetContext(
  tx: Tx,
  { provider, merchant }: MerchantScope,
  request: BetContextRequest,
): Promise<BetContext | undefined> {
  const { player, transaction, bet, round, session } = askedOf(request);
  const { rows } = await sql<BetContextRow>`${sql.raw(PREPARED)}select ${CONTEXT_COLUMNS}, ledger_pools(f.h_member) as h_pools
    from vendor_look(${sql.join([provider, merchant, player, transaction, bet, round, session])}) as f`.execute(tx);
  return contextOf(rows[0], provider, player);
}

/** What a bet is judged by besides its context. */
export interface StakeFacts {
  readonly isBlocked: boolean;
  readonly protection: Snapshot;
  /** Of the games. */
  readonly contentVersion: string;
}

/** An instruction whose context is read without a lock. */
export interface ContextRequest {
  readonly provider: string;
  readonly body: BetContextRequest;
  readonly isStake: boolean;
}

export interface ReadContext extends BetContext {
  /** Of a stake; else undefined. */
  readonly facts: StakeFacts | undefined;
}

/**
 * Reads the contexts of several instructions without a lock (`vendor_read`), and in the same statement all else that decides about stakes but
 * the game. Results in the order of the requests; undefined: the vendor does not know this player.
 */
export async function readContexts(
  { db, merchant, members: { isBlocked }, protection: { stakeRead } }: Pick<VendorDeps, 'db' | 'merchant' | 'members' | 'protection'>,
  requests: readonly ContextRequest[],
  now: Date,
): Promise<readonly (ReadContext | undefined)[]> {
  const member = sql`f.h_member`;
  const asked = requests.map(({ provider, body, isStake }, nr) => ({ nr, provider, is_stake: isStake, ...askedOf(body) }));
  // `limit` keeps the planner from joining whole tables of the sources.
  const { rows } = await sql<BetContextRow & { readonly nr: number }>`${sql.raw(PREPARED)}select k.nr, ${CONTEXT_COLUMNS},
      (select content_version from merchant where code = ${merchant}) as content_version,
      ${joined('m', isBlocked.columns)}, ${joined('p', stakeRead.columns)}
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as k(nr int, is_stake boolean, provider text, player text, transaction text, bet text, round text, session text)
      cross join lateral vendor_read(k.provider, ${merchant}, k.player, k.transaction, k.bet, k.round, k.session) as f
      left join lateral (select s.* from ${isBlocked.source(member, now)} as s where k.is_stake limit 1) as m on true
      left join lateral (select s.* from ${stakeRead.source(member, now)} as s where k.is_stake limit 1) as p on true`.execute(db);
  const byNr = new Map(rows.map((row) => [row.nr, row]));
  return requests.map(({ provider, body, isStake }, nr) => {
    const row = byNr.get(nr);
    const context = contextOf(row, provider, body.player);
    if (!row || !context) return undefined;
    if (!isStake) return { ...context, facts: undefined };
    const facts = {
      isBlocked: isBlocked.parse(isBlocked.columns.map((name) => row[`m_${name}`])),
      protection: stakeRead.parse(stakeRead.columns.map((name) => row[`p_${name}`])),
      contentVersion: String(row.content_version),
    };
    return { ...context, facts };
  });
}

function joined(alias: string, columns: readonly string[]) {
  return sql.raw(columns.map((name) => `${alias}.${name} as ${alias}_${name}`).join(', '));
}

/** Parameters of `vendor_read` after provider and merchant. */
function askedOf({ player, transactionId, betTransactionId, roundId, token }: BetContextRequest) {
  const session = token === undefined ? null : hashOfToken(token);
  return { player, transaction: transactionId ?? null, bet: betTransactionId ?? null, round: roundId, session };
}

function contextOf(row: BetContextRow | undefined, provider: string, player: string): BetContext | undefined {
  if (!row || row.h_member === null) return undefined;
  const holder = {
    provider,
    player,
    member_id: row.h_member,
    currency: row.h_currency,
    realm: row.h_realm,
    balance: row.h_balance,
    single: row.h_single,
    pools: row.h_pools ?? null,
  };
  return {
    holder: toHolder(holder),
    known: {
      before: rowFrom<TransactionRow>(row, 't', TRANSACTION),
      bet: rowFrom<TransactionRow>(row, 'b', TRANSACTION),
      round: rowFrom<RoundRow>(row, 'r', ROUND),
    },
    session: sessionIn(row),
    seen: { version: row.h_version, protection: row.h_protection },
  };
}

function sessionIn(row: BetContextRow): StakeSession | undefined {
  const { s_member, s_expires, s_country, s_restricted, s_regions } = row;
  if (s_member === null) return undefined;
  return { member_id: s_member, expires_at: s_expires, seen_country: s_country, region_restricted: s_restricted, regions: s_regions };
}

function rowFrom<Row>(row: Readonly<Record<string, unknown>>, alias: string, names: readonly string[]): Row | undefined {
  if ((row[`${alias}_provider`] ?? null) === null) return undefined;
  return Object.fromEntries(names.map((name) => [name, row[`${alias}_${name}`]])) as Row;
}

type GameReference = { readonly roundId?: string; readonly gameId: string };

/**
 * Selects the account that a game uses. With one wallet (`isSingle`) it is the main wallet, otherwise the member's wallet at the game's
 * vendor. An open round keeps its account when the merchant changes the setting. Play money always uses the main wallet.
 */
export async function accountForGame(deps: VendorDeps, executor: Executor, holder: Holder, played: GameReference): Promise<Holder> {
  if (holder.single) return holder;
  const account = await accountOf(deps, executor, holder, played);
  if (account === WALLET) return holder;
  const found = await deps.wallet.balance(executor, holder.memberId, account);
  if (!found) await deps.wallet.openMember(executor, { ...holder, kind: account });
  return { ...holder, account, balance: found?.units ?? 0n };
}

async function accountOf(deps: VendorDeps, executor: Executor, holder: Holder, { roundId, gameId }: GameReference): Promise<string> {
  const round = roundId === undefined ? undefined : await findRound(executor, holder.provider, roundId);
  if (round) return [POOLED, FREE].includes(round.wallet_kind) ? WALLET : round.wallet_kind;
  const game = await deps.games.find(executor, gameId, DEFAULT_LANGUAGE);
  return game ? vendorWallet(game.vassalage) : WALLET;
}
