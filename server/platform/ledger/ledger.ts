import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import type { Units } from '../../../shared/money/money.ts';
import { type Executor, PREPARED, type Tx } from '../base/db/index.ts';

/** A transfer is in one realm: trial money and real money never mix. */
export type Realm = 'real' | 'trial';
export const HOUSE = 'house';
/** The member's wallet, for stakes and withdrawals. */
export const WALLET = 'wallet';
/** The member's money on hold for a payout. */
export const HOLD = 'hold';

/** Bonus money of the member: for stakes, never for withdrawals. */
export const BONUS = 'bonus';
/** The member's own money that waits for a bonus, because the member chose this with the bonus: for stakes. */
export const BONUS_HELD = 'bonus-held';
/** True for the accounts besides the wallet that stakes may use. */
export function isPool(kind: string): boolean {
  return kind === BONUS || kind === BONUS_HELD;
}

/** Account of the house for undecided payments. */
export const SUSPENSE = 'suspense';

/** The member's wallet at a vendor, for merchants with one wallet per vendor (`isSingle` false). */
export function vendorWallet(vassalage: string): string {
  return `${VENDOR}${vassalage}`;
}
const VENDOR = 'vendor:';

/** The member's money on its way to or from a vendor that keeps balances itself: in neither wallet, and used by nothing else. */
export function transitWallet(vassalage: string): string {
  return `${TRANSIT}${vassalage}`;
}
const TRANSIT = 'transit:';

/** The vendor of an account in transit; undefined for other accounts. */
export function transitVendor(kind: string): string | undefined {
  return kind.startsWith(TRANSIT) ? kind.slice(TRANSIT.length) : undefined;
}

/** True for the member's accounts at vendors, and on the way to or from them. */
export function isAtVendor(kind: string): boolean {
  return kind.startsWith(VENDOR) || kind.startsWith(TRANSIT);
}

/** Kinds of transfers, shown in the trial balance and in statements. */
export const TRANSFER_KINDS = [
  'deposit',
  'deposit-reversal',
  'suspense',
  'suspense-release',
  'withdrawal-hold',
  'withdrawal-release',
  'withdrawal-paid',
  'bet',
  'win',
  'rollback',
  'win-reversal',
  'free-round-win',
  'vendor-in',
  'vendor-out',
  'upline',
  'downline',
  'trial-grant',
  'adjustment',
  'wage',
  'wage-funding',
  'cashback',
  'vip-gift',
  'mission',
  'referral',
  'promotion',
  'raffle',
  'points',
  'reward-funding',
  'bonus-granted',
  'bonus-held',
  'bonus-completed',
  'bonus-ended',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** One leg of a transfer: `owner` is a member's id or the house, `kind` the account. Positive units are a credit. */
export interface Leg {
  readonly owner: string;
  readonly kind: string;
  readonly units: Units;
}

export interface TransferInstruction {
  /** Unique idempotency key: the same reference and body give the same transfer. */
  readonly reference: string;
  readonly kind: TransferKind;
  readonly currency: string;
  readonly realm: Realm;
  /** Member whose statement shows it. */
  readonly memberId: string | null;
  /** At least two legs with sum zero, each account at most once. */
  readonly legs: readonly Leg[];
  readonly meta?: Readonly<Record<string, string>>;
  /** A reversal may drive the member's wallet below zero and marks the account. */
  readonly reversal?: boolean;
}

export type TransferResult =
  | {
      readonly outcome: 'posted' | 'repeated';
      readonly transferId: string;
      /** What the member's stakes may use now: wallet and pools. After a repetition it may differ from the balance after the transfer. */
      readonly balance: Units;
      readonly version: number;
    }
  | { readonly outcome: 'insufficient' | 'conflict' | 'missing'; readonly balance: Units; readonly version: number };

/** Result of `ledger_post`. */
export interface PostedRow {
  outcome: 'posted' | 'repeated' | 'conflict' | 'insufficient' | 'missing';
  transfer_id: string | null;
  balance: string | null;
  version: string | null;
}

/** A constant text: building it per transfer costs a tenth of the platform's time for one. */
const POST = `${PREPARED}select * from ledger_post(
  $1, $2, $3, $4, $5, $6, $7::text[], $8::text[], $9::bigint[], $10::jsonb, $11::timestamptz, $12::boolean)`;

/** Posts a transfer with one call of `ledger_post`, alone or in a transaction. */
export async function post(executor: Executor, instruction: TransferInstruction, at: Date): Promise<TransferResult> {
  const { rows } = await executor.executeQuery<PostedRow>(CompiledQuery.raw(POST, postingParameters(instruction, at)));
  return resultOf(rows[0]);
}

function postingParameters(instruction: TransferInstruction, at: Date): unknown[] {
  const { reference, kind, hash, currency, realm, member, owners, kinds, amounts, meta, at: time, reversal } = postingOf(instruction, at);
  return [reference, kind, hash, currency, realm, member, owners, kinds, amounts, JSON.stringify(meta), time, reversal];
}

/** Parameters of `ledger_post` by name, for a statement that takes them as JSON. Amounts are units as text. */
export type Posting = ReturnType<typeof postingOf>;

export function postingOf(instruction: TransferInstruction, at: Date) {
  const { reference, kind, currency, realm, memberId, legs, meta = {}, reversal = false } = instruction;
  return {
    reference,
    kind,
    hash: bodyHash(instruction),
    currency,
    realm,
    member: memberId,
    owners: legs.map(({ owner }) => owner),
    kinds: legs.map((leg) => leg.kind),
    amounts: legs.map(({ units }) => units.toString()),
    meta,
    at: at.toISOString(),
    reversal,
  };
}

export function resultOf(row: PostedRow | undefined): TransferResult {
  if (!row) throw new Error('ledger_post returned no row');
  const after = { balance: BigInt(row.balance ?? 0), version: Number(row.version ?? 0) };
  if (row.outcome !== 'posted' && row.outcome !== 'repeated') return { outcome: row.outcome, ...after };
  if (row.transfer_id === null) throw new Error('ledger_post returned no transfer id');
  return { outcome: row.outcome, transferId: row.transfer_id, ...after };
}

/** A transfer with the time at which it is posted. */
export interface TimedTransfer {
  readonly instruction: TransferInstruction;
  readonly at: Date;
}

/**
 * Posts transfers in their order with one statement, and returns their ids in this order. Throws if one is not posted. Browsers are not
 * notified. Each posting of a transaction reads the earlier versions of its accounts, so a list should be short.
 */
export async function postInOrder(tx: Tx, transfers: readonly TimedTransfer[]): Promise<readonly string[]> {
  const rows = transfers.map(({ instruction, at }, place) => ({ place, ...postingOf(instruction, at) }));
  const posted = await sql<{ reference: string; outcome: string; transfer_id: string }>`
    select m.reference, l.outcome, l.transfer_id
      from (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
              as r(place int, reference text, kind text, hash text, currency text, realm text, member text, meta jsonb, at timestamptz,
                   owners text[], kinds text[], amounts bigint[], reversal boolean)
             order by place) as m
     cross join lateral ledger_post(m.reference, m.kind, m.hash, m.currency, m.realm, m.member, m.owners, m.kinds, m.amounts, m.meta, m.at,
                                    m.reversal) as l
     order by m.place`.execute(tx);
  for (const { reference, outcome } of posted.rows) if (outcome !== 'posted') throw new Error(`${reference} was not posted: ${outcome}`);
  return posted.rows.map(({ transfer_id }) => transfer_id);
}

/** Both legs between a member's wallet and an account of the house. Positive units credit the member. */
export function memberLegs(memberId: string, houseKind: string, units: Units): readonly Leg[] {
  return [
    { owner: memberId, kind: WALLET, units },
    { owner: HOUSE, kind: houseKind, units: -units },
  ];
}

/** Fingerprint of an instruction: everything but the time. */
function bodyHash({ kind, currency, realm, memberId, legs, meta = {}, reversal = false }: TransferInstruction): string {
  const body = [
    kind,
    currency,
    realm,
    memberId,
    legs.map((leg) => [leg.owner, leg.kind, leg.units.toString()]).sort(),
    Object.entries(meta).sort(([a], [b]) => (a < b ? -1 : 1)),
    reversal,
  ];
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}
