import { type Selectable, sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { HOUSE, type TransferKind, WALLET, type Wallet } from '../../ledger/index.ts';
import type { FundTables } from './tables.ts';

export type Funding = Selectable<FundTables['house_funding']>;

/** An account of the house that pays members. Operators fund it; it never goes below zero. */
interface FundAccount {
  /** `ledger_account.kind` */
  readonly account: string;
  /** Kind of the transfer that funds it. */
  readonly kind: TransferKind;
  /** Arbitrary number: one transaction at a time reads and debits the account, which the ledger keeps in several rows. */
  readonly lock: number;
}

/** Pays the wages of agents. */
export const WAGES: FundAccount = { account: 'wages', kind: 'wage-funding', lock: 5_180_244 };
/** Pays the rewards of members. */
export const REWARDS: FundAccount = { account: 'rewards', kind: 'reward-funding', lock: 5_180_245 };

/** A payment to a member. The caller has locked the wallet: wallets before accounts of the house, as the ledger locks them. */
export interface FundPayment {
  /** Unique: the same reference pays once. */
  readonly reference: string;
  readonly kind: TransferKind;
  readonly currency: string;
  readonly memberId: string;
  readonly units: Units;
  /** Account of the member; absent: the wallet. */
  readonly to?: string;
  readonly meta: Readonly<Record<string, string>>;
}

/** `unfunded`: the account does not cover it. `missing`: the member has no wallet. */
export type FundResult = { readonly outcome: 'paid'; readonly transferId: string } | { readonly outcome: 'unfunded' | 'missing' };

export interface Fund {
  balance(executor: Executor, currency: string): Promise<Units>;
  /** Pays from the account if it covers the amount. Other payments from it wait until the transaction ends. */
  pay(tx: Tx, afterCommit: AfterCommit, payment: FundPayment): Promise<FundResult>;
  /** The same id, amount and reason propose once. */
  propose(tx: Tx, order: { id: string; units: Units; currency: string; reason: string }): Promise<Funding>;
  /** Undefined: unknown, or decided in the meantime. */
  lockFunding(tx: Tx, id: string): Promise<Funding | undefined>;
  fund(tx: Tx, afterCommit: AfterCommit, row: Pick<Funding, 'id' | 'units' | 'currency'>): Promise<void>;
  reject(tx: Tx, row: Funding): Promise<void>;
  /** Waiting ones first, then the newest. */
  fundings(executor: Executor): Promise<readonly Funding[]>;
}

/** Account of the merchant's own money. */
const OPERATIONS = 'operations';
const LISTED_FUNDINGS = 20;

export function createFund({ account, kind, lock }: FundAccount, { wallet, clock }: { wallet: Wallet; clock: Clock }): Fund {
  return {
    balance: (executor, currency) => balanceOf(executor, account, currency),
    async pay(tx, afterCommit, { units, memberId, to = WALLET, ...payment }) {
      await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
      if ((await balanceOf(tx, account, payment.currency)) < units) return { outcome: 'unfunded' };
      const order = { ...payment, realm: 'real', memberId, legs: legsTo(memberId, to, account, units) } as const;
      const result = await wallet.transfer(tx, order, afterCommit);
      if (result.outcome === 'missing') return { outcome: 'missing' };
      if (result.outcome !== 'posted') throw new Error(`${payment.reference} was not posted: ${result.outcome}`);
      return { outcome: 'paid', transferId: result.transferId };
    },
    propose: (tx, order) => propose(tx, account, order, clock.now()),
    lockFunding: (tx, id) =>
      tx
        .selectFrom('house_funding')
        .selectAll()
        .where('id', '=', id)
        .where('account', '=', account)
        .where('status', '=', 'waiting')
        .forUpdate()
        .executeTakeFirst(),
    async fund(tx, afterCommit, { id, units, currency }) {
      const legs = [
        { owner: HOUSE, kind: account, units: BigInt(units) },
        { owner: HOUSE, kind: OPERATIONS, units: -BigInt(units) },
      ];
      const order = { reference: `${kind}:${id}`, kind, currency, realm: 'real', memberId: null, legs } as const;
      const result = await wallet.transfer(tx, order, afterCommit);
      if (result.outcome !== 'posted') throw new Error(`${kind} ${id} was not posted: ${result.outcome}`);
      await close(tx, id, { status: 'posted', transfer_id: result.transferId, closed_at: clock.now() });
    },
    reject: (tx, { id }) => close(tx, id, { status: 'rejected', closed_at: clock.now() }),
    fundings: (executor) =>
      executor
        .selectFrom('house_funding')
        .selectAll()
        .where('account', '=', account)
        .orderBy(({ eb }) => eb('status', '=', 'waiting'), 'desc')
        .orderBy('created_at', 'desc')
        .limit(LISTED_FUNDINGS)
        .execute(),
  };
}

function legsTo(memberId: string, kind: string, account: string, units: Units) {
  return [
    { owner: memberId, kind, units },
    { owner: HOUSE, kind: account, units: -units },
  ];
}

async function balanceOf(executor: Executor, account: string, currency: string): Promise<Units> {
  const row = await executor
    .selectFrom('ledger_account')
    .select(({ fn }) => fn.sum<string>('balance').as('units'))
    .where('owner', '=', HOUSE)
    .where('kind', '=', account)
    .where('currency', '=', currency)
    .where('realm', '=', 'real')
    .executeTakeFirst();
  return BigInt(row?.units ?? 0);
}

async function propose(
  tx: Tx,
  account: string,
  { id, units, currency, reason }: { id: string; units: Units; currency: string; reason: string },
  now: Date,
): Promise<Funding> {
  const row = { id, account, units: units.toString(), currency, reason, status: 'waiting' as const };
  const made = await tx
    .insertInto('house_funding')
    .values({ ...row, transfer_id: null, created_at: now, closed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  const known = made ?? (await tx.selectFrom('house_funding').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
  if (known.account !== account || BigInt(known.units) !== units || known.reason !== reason) throw new Refusal('reference_conflict');
  return known;
}

async function close(tx: Tx, id: string, change: Pick<Funding, 'status' | 'closed_at'> & { readonly transfer_id?: string }): Promise<void> {
  await tx.updateTable('house_funding').set(change).where('id', '=', id).execute();
}
