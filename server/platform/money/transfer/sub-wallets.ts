import { MEMBER_TYPE } from '../../../../shared/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';
import { inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { typedAmount } from '../../base/typed-amount.ts';
import { HOLD, type TransferInstruction, transitVendor, vendorWallet, WALLET } from '../../ledger/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { TransfersDeps } from './contracts.ts';
import type { ExternalMove, ExternalWallets } from './external-wallets.ts';
import { findVendors, type VendorRow } from './store.ts';

export interface SubWalletDeps extends Pick<TransfersDeps, 'db' | 'merchant' | 'wallet' | 'clock' | 'turnover'> {
  readonly external: ExternalWallets;
}

export interface MoveOrder {
  readonly vassalage: string;
  /** `in`: from the wallet to the vendor's. */
  readonly direction: 'in' | 'out';
  /** As entered. */
  readonly amount: string;
  readonly reference: string;
}

/** All money of a member. */
export interface MemberWallets {
  readonly isSingle: boolean;
  readonly wallet: Units;
  readonly version: number;
  readonly hold: Units;
  /** Part of the wallet without turnover requirement. */
  readonly withdrawable: Units;
  readonly turnoverLeft: Units;
  readonly turnoverRequired: Units;
  readonly vendors: readonly (VendorRow & { readonly units: Units })[];
  /** In neither wallet until the provider has answered. */
  readonly moving: readonly (ExternalMove & { readonly name: string })[];
  /** Sum of `moving`, from the ledger. */
  readonly inTransit: Units;
}

/** Wallets per vendor, for merchants that use them. */
export interface SubWallets {
  isSingle(): Promise<boolean>;
  list(actor: Actor): Promise<MemberWallets>;
  /** Once per reference; the same reference with another body is refused. */
  move(actor: Actor, order: MoveOrder): Promise<void>;
  /** Moves all vendor balances to the wallet, once per reference; returns the amount that has arrived. */
  collect(actor: Actor, reference: string): Promise<Units>;
}

const VENDOR = vendorWallet('');

export function createSubWallets(deps: SubWalletDeps): SubWallets {
  const { db, merchant } = deps;
  const isSingle = async () => (await readMerchant(db, merchant)).settings.transfers.isSingle;
  return {
    isSingle,
    list: async (actor) => list(deps, actor, await isSingle()),
    move: async (actor, order) => move(deps, actor, order, await isSingle()),
    collect: (actor, reference) => collect(deps, actor, reference),
  };
}

async function list(
  { db, wallet, turnover, clock, external }: SubWalletDeps,
  { memberId }: Actor,
  isSingle: boolean,
): Promise<MemberWallets> {
  const [accounts, turnoverState, vendors, moving] = await Promise.all([
    wallet.accounts(db, memberId),
    turnover.state(db, memberId),
    findVendors(db, clock.now()),
    external.moving(memberId),
  ]);
  const of = (kind: string) => accounts.find((account) => account.kind === kind);
  const units = of(WALLET)?.units ?? 0n;
  const known = new Set(vendors.map(({ code }) => vendorWallet(code)));
  const removedVendors = accounts.filter(({ kind }) => kind.startsWith(VENDOR) && !known.has(kind));
  const rows = [
    ...vendors.map((vendor) => ({ ...vendor, units: of(vendorWallet(vendor.code))?.units ?? 0n })),
    // A vendor that was removed from the catalogue may still hold money of the member.
    ...removedVendors.map(({ kind, units }) => ({
      code: kind.slice(VENDOR.length),
      name: kind.slice(VENDOR.length),
      maintenance: true,
      units,
    })),
  ];
  return {
    isSingle,
    wallet: units,
    version: of(WALLET)?.version ?? 0,
    hold: of(HOLD)?.units ?? 0n,
    withdrawable: units > turnoverState.locked ? units - turnoverState.locked : 0n,
    turnoverLeft: turnoverState.left,
    turnoverRequired: turnoverState.required,
    vendors: isSingle
      ? rows.filter((row) => row.units !== 0n)
      : rows.filter((row) => row.units !== 0n || known.has(vendorWallet(row.code))),
    moving: moving.map((each) => ({ ...each, name: vendors.find(({ code }) => code === each.vassalage)?.name ?? each.vassalage })),
    inTransit: accounts.reduce((sum, account) => (transitVendor(account.kind) === undefined ? sum : sum + account.units), 0n),
  };
}

async function move(deps: SubWalletDeps, actor: Actor, order: MoveOrder, isSingle: boolean): Promise<void> {
  const { db, wallet } = deps;
  refuseTrial(actor);
  const { memberId, currency } = actor;
  const units = typedAmount(order.amount, currency);
  if ((await deps.external.codes()).has(order.vassalage)) {
    const isRepeat = await deps.external.isKnown(memberId, order.reference);
    if (!isRepeat && order.direction === 'in') await checkOpen(deps, order.vassalage, isSingle);
    return deps.external.move(actor, { ...order, units });
  }
  const reference = `sub-wallet:${memberId}:${order.reference}`;
  const kind = vendorWallet(order.vassalage);
  const repeat = await wallet.posted(db, reference);
  if (!repeat && order.direction === 'in') await checkOpen(deps, order.vassalage, isSingle);
  await inTransaction(db, async (tx, afterCommit) => {
    await wallet.lockBalance(tx, memberId);
    if (order.direction === 'in') await wallet.openMember(tx, { memberId, currency, realm: 'real', kind });
    const signed = order.direction === 'in' ? -units : units;
    const legs = [
      { owner: memberId, kind: WALLET, units: signed },
      { owner: memberId, kind, units: -signed },
    ];
    const { outcome } = await wallet.transfer(tx, { ...ordered(actor, reference), kind: `vendor-${order.direction}`, legs }, afterCommit);
    if (outcome === 'insufficient') throw new Refusal('insufficient_funds');
    if (outcome === 'conflict') throw new Refusal('reference_conflict');
    if (outcome === 'missing') throw new Refusal('sub_wallet_not_found');
  });
}

/** Money can be moved to open vendors only, and back from all. */
async function checkOpen({ db, clock }: SubWalletDeps, vassalage: string, isSingle: boolean): Promise<void> {
  const vendor = isSingle ? undefined : (await findVendors(db, clock.now())).find(({ code }) => code === vassalage);
  if (!vendor) throw new Refusal('sub_wallet_not_found');
  if (vendor.maintenance) throw new Refusal('game_maintenance');
}

async function collect(deps: SubWalletDeps, actor: Actor, clientReference: string): Promise<Units> {
  refuseTrial(actor);
  const codes = await deps.external.codes();
  let collected = await collectInside(deps, actor, clientReference, codes);
  const accounts = await deps.wallet.accounts(deps.db, actor.memberId);
  let refusal: unknown;
  for (const code of codes) {
    if (!accounts.some(({ kind }) => kind === vendorWallet(code))) continue;
    try {
      collected += await deps.external.collect(actor, code, `${clientReference}:${code}`);
    } catch (error) {
      refusal = error;
    }
  }
  // What has arrived is reported; the rest is still shown at its vendor.
  if (refusal && collected === 0n) throw refusal;
  return collected;
}

/** One transfer from all vendor wallets of the ledger alone. */
async function collectInside(
  { db, wallet }: SubWalletDeps,
  actor: Actor,
  clientReference: string,
  external: ReadonlySet<string>,
): Promise<Units> {
  const { memberId } = actor;
  const reference = `collect:${memberId}:${clientReference}`;
  const isInside = (kind: string) => kind.startsWith(VENDOR) && !external.has(kind.slice(VENDOR.length));
  return inTransaction(db, async (tx, afterCommit) => {
    await wallet.lockBalance(tx, memberId);
    const before = await wallet.posted(tx, reference);
    if (before) return before.units;
    const full = (await wallet.accounts(tx, memberId)).filter(({ kind, units }) => isInside(kind) && units > 0n);
    const total = full.reduce((sum, { units }) => sum + units, 0n);
    if (total === 0n) return 0n;
    const legs = [
      { owner: memberId, kind: WALLET, units: total },
      ...full.map(({ kind, units }) => ({ owner: memberId, kind, units: -units })),
    ];
    const { outcome } = await wallet.transfer(tx, { ...ordered(actor, reference), kind: 'vendor-out', legs }, afterCommit);
    // Only a stake could have reduced the balance, and all other movements lock the wallet first.
    if (outcome !== 'posted') throw new Error(`${reference} was not posted: ${outcome}`);
    return total;
  });
}

function ordered(
  { memberId, currency }: Actor,
  reference: string,
): Pick<TransferInstruction, 'reference' | 'currency' | 'realm' | 'memberId'> {
  return { reference, currency, realm: 'real', memberId };
}

function refuseTrial(actor: Actor): void {
  if (actor.type === MEMBER_TYPE.trial) throw new Refusal('in_need_true_account');
}
