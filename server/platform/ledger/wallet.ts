import { toWire, type Units } from '../../../shared/money/money.ts';
import type { Clock } from '../base/clock.ts';
import type { AfterCommit, Executor, Tx } from '../base/db/index.ts';
import type { EventHub } from '../base/events/index.ts';
import { HOUSE, isAtVendor, post, type Realm, type TransferInstruction, type TransferResult, WALLET } from './ledger.ts';

export interface WalletBalance {
  readonly units: Units;
  readonly currency: string;
  readonly realm: Realm;
  /** Increases by one with every posting. */
  readonly version: number;
}

/** One account of a member: wallet, hold, or vendor wallet. */
export interface MemberAccount extends WalletBalance {
  readonly kind: string;
}

/** What a member has to play with. */
export interface Holdings {
  readonly wallet: WalletBalance;
  /** Money at vendors and on the way to or from them; null if the member has no account at a vendor. */
  readonly atVendors: Units | null;
}

export interface Wallet {
  /** Opens an account of the member at zero; default: the wallet. Idempotent. */
  openMember(executor: Executor, member: { memberId: string; currency: string; realm: Realm; kind?: string }): Promise<void>;
  /** Balance of the wallet, or of the account `kind`. Undefined if the member has none. */
  balance(executor: Executor, memberId: string, kind?: string): Promise<WalletBalance | undefined>;
  /** The wallet with the money at vendors. Undefined if the member has no wallet. */
  holdings(executor: Executor, memberId: string): Promise<Holdings | undefined>;
  /** All accounts of the member, by kind. */
  accounts(executor: Executor, memberId: string): Promise<readonly MemberAccount[]>;
  /** Returns the wallet's balance and locks it against transfers until the transaction ends. */
  lockBalance(executor: Executor, memberId: string): Promise<WalletBalance | undefined>;
  /** Locks the wallets of several members in the ledger's order, to avoid deadlocks. */
  lockWallets(tx: Tx, memberIds: readonly string[]): Promise<void>;
  /** The transfer with this reference, from the member's accounts; undefined if it does not exist. */
  posted(executor: Executor, reference: string): Promise<PostedTransfer | undefined>;
  /**
   * Posts one transfer and notifies the browsers of every member whose wallet or money at vendors changed. In a transaction pass
   * `afterCommit`, so that they are notified after the commit.
   */
  transfer(executor: Executor, instruction: TransferInstruction, afterCommit?: AfterCommit): Promise<TransferResult>;
}

export interface PostedTransfer {
  readonly transferId: string;
  readonly kind: string;
  /** Change of the wallet of the transfer's member. */
  readonly units: Units;
  readonly at: Date;
}

export interface WalletDeps {
  readonly clock: Clock;
  readonly hub: EventHub;
  /** Refuses while this node's clock differs from the database's. */
  readonly requireTime?: () => void;
}

export function createWallet({ clock, hub, requireTime }: WalletDeps): Wallet {
  const publishBalance = (memberId: string, { units, version, atVendors }: Published, at: Date) =>
    hub.publish(memberId, {
      type: 'balance',
      sumBalance: toWire(units),
      version,
      at: at.toISOString(),
      ...(atVendors != null && { atVendors: toWire(atVendors) }),
    });
  return {
    async openMember(executor, { memberId, currency, realm, kind = WALLET }) {
      await executor
        .insertInto('ledger_account')
        .values({ owner: memberId, kind, currency, realm, may_go_negative: false, overdrawn_by: null, created_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    balance: (executor, memberId, kind = WALLET) => read(executor, memberId, kind, false),
    holdings,
    accounts,
    lockBalance: (executor, memberId) => read(executor, memberId, WALLET, true),
    async lockWallets(tx, memberIds) {
      // One statement each: a sorted SELECT FOR UPDATE may lock before it sorts.
      for (const memberId of [...new Set(memberIds)].toSorted()) await read(tx, memberId, WALLET, true);
    },
    posted,
    async transfer(executor, instruction, afterCommit) {
      if (executor.isTransaction && !afterCommit) throw new Error('A transfer inside a transaction needs afterCommit.');
      requireTime?.();
      const at = clock.now();
      const result = await post(executor, instruction, at);
      if (result.outcome !== 'posted') return result;
      for (const memberId of membersMoved(instruction)) {
        const now = await publishedOf(executor, instruction, memberId, result);
        if (!now) throw new Error(`member ${memberId} has a transfer but no wallet`);
        const effect = () => publishBalance(memberId, now, at);
        if (afterCommit) afterCommit(effect);
        else effect();
      }
      return result;
    },
  };
}

interface Published {
  readonly units: Units;
  readonly version: number;
  readonly atVendors?: Units | null;
}

/** Members with their wallet or their money at vendors among the legs. */
function membersMoved({ legs }: TransferInstruction): ReadonlySet<string> {
  const moved = legs.filter(({ owner, kind }) => owner !== HOUSE && (kind === WALLET || isAtVendor(kind)));
  return new Set(moved.map(({ owner }) => owner));
}

/** The result covers the wallet of one member only. The other members' wallets are locked or were a moment ago, and there are few. */
async function publishedOf(
  executor: Executor,
  { legs, memberId: own }: TransferInstruction,
  memberId: string,
  { balance, version }: TransferResult,
): Promise<Published | undefined> {
  if (legs.some(({ owner, kind }) => owner === memberId && isAtVendor(kind))) {
    const held = await holdings(executor, memberId);
    return held && { ...held.wallet, atVendors: held.atVendors };
  }
  return memberId === own ? { units: balance, version } : read(executor, memberId, WALLET, false);
}

async function holdings(executor: Executor, memberId: string): Promise<Holdings | undefined> {
  const all = await accounts(executor, memberId);
  const wallet = all.find(({ kind }) => kind === WALLET);
  const elsewhere = all.filter(({ kind }) => isAtVendor(kind));
  const atVendors = elsewhere.length === 0 ? null : elsewhere.reduce((sum, { units }) => sum + units, 0n);
  return wallet && { wallet, atVendors };
}

async function read(executor: Executor, memberId: string, kind: string, lock: boolean): Promise<WalletBalance | undefined> {
  const query = executor
    .selectFrom('ledger_account')
    .select(['balance', 'currency', 'realm', 'version'])
    .where('owner', '=', memberId)
    .where('kind', '=', kind);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && { units: BigInt(row.balance), currency: row.currency, realm: row.realm, version: Number(row.version) };
}

async function accounts(executor: Executor, memberId: string): Promise<readonly MemberAccount[]> {
  const rows = await executor
    .selectFrom('ledger_account')
    .select(['kind', 'balance', 'currency', 'realm', 'version'])
    .where('owner', '=', memberId)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, balance, currency, realm, version }) => ({
    kind,
    units: BigInt(balance),
    currency,
    realm,
    version: Number(version),
  }));
}

async function posted(executor: Executor, reference: string): Promise<PostedTransfer | undefined> {
  const row = await executor
    .selectFrom('ledger_transfer as t')
    .leftJoin('ledger_account as a', (join) => join.onRef('a.owner', '=', 't.member_id').on('a.kind', '=', WALLET))
    .leftJoin('ledger_posting as p', (join) => join.onRef('p.transfer_id', '=', 't.id').onRef('p.account_id', '=', 'a.id'))
    .where('t.reference', '=', reference)
    .select(['t.id', 't.kind', 't.created_at', 'p.amount'])
    .executeTakeFirst();
  return row && { transferId: row.id, kind: row.kind, units: BigInt(row.amount ?? 0), at: row.created_at };
}
