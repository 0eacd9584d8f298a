import { sql } from 'kysely';
import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import { type Executor, PREPARED, type Tx } from '../../base/db/index.ts';
import { vendorWallet, WALLET } from '../../ledger/index.ts';
import type { Holder } from './answers.ts';
import type { VendorDeps } from './contracts.ts';
import { findRound, type RoundRow, type TransactionRow } from './store.ts';

/** Reads the merchant's `isSingle` in the same statement. */
function holders(executor: Executor, { provider, merchant }: MerchantScope) {
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
    balance: BigInt(row.balance),
    account: WALLET,
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

export interface BetContext {
  readonly holder: Holder;
  readonly known: BookState;
  /** Undefined without a token. */
  readonly session: StakeSession | undefined;
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
const CONTEXT_COLUMNS = sql.raw([HOLDER, columns('t', TRANSACTION), columns('b', TRANSACTION), columns('r', ROUND), SESSION].join(', '));

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
}

/**
 * Locks the player's wallet and reads the context of an instruction (`vendor_look`, migration 075). The lock serialises the instructions of
 * a member. Undefined: the vendor does not know this player.
 */
export async function loadBetContext(
  tx: Tx,
  { provider, merchant }: MerchantScope,
  request: BetContextRequest,
): Promise<BetContext | undefined> {
  const { player, roundId, transactionId = null, betTransactionId = null, token } = request;
  const session = token === undefined ? null : hashOfToken(token);
  const { rows } = await sql<BetContextRow>`${sql.raw(PREPARED)}select ${CONTEXT_COLUMNS} from vendor_look(
    ${provider}, ${merchant}, ${player}, ${transactionId}, ${betTransactionId}, ${roundId}, ${session}) as f`.execute(tx);
  const [row] = rows;
  if (!row || row.h_member === null) return undefined;
  const holder = {
    provider,
    player,
    member_id: row.h_member,
    currency: row.h_currency,
    realm: row.h_realm,
    balance: row.h_balance,
    single: row.h_single,
  };
  return {
    holder: toHolder(holder),
    known: {
      before: rowFrom<TransactionRow>(row, 't', TRANSACTION),
      bet: rowFrom<TransactionRow>(row, 'b', TRANSACTION),
      round: rowFrom<RoundRow>(row, 'r', ROUND),
    },
    session: sessionIn(row),
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
  if (round) return round.wallet_kind;
  const game = await deps.games.find(executor, gameId, DEFAULT_LANGUAGE);
  return game ? vendorWallet(game.vassalage) : WALLET;
}
