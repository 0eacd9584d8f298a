import { toWire, type Units } from '../../../shared/money/money.ts';
import type { Clock } from '../base/clock.ts';
import type { AfterCommit, Executor, Tx } from '../base/db/index.ts';
import type { EventHub } from '../base/events/index.ts';
import {
  BONUS,
  BONUS_HELD,
  HOUSE,
  isAtVendor,
  isPool,
  type PostedRow,
  type Posting,
  post,
  postingOf,
  type Realm,
  resultOf,
  type TransferInstruction,
  type TransferResult,
  WALLET,
} from './ledger.ts';

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
  /** In the pools of a bonus; null if the member has had none. */
  readonly pools: Units | null;
  /** What stakes may use: the wallet and the pools. The version increases with every posting to one of them. */
  readonly playable: Pick<WalletBalance, 'units' | 'version'>;
}

/** What stakes of a member may use: the wallet only, or the pools of a bonus as well. */
export type Playable = 'wallet' | 'pools';

export interface Wallet {
  /** Opens an account of the member at zero; default: the wallet. Idempotent. */
  openMember(executor: Executor, member: { memberId: string; currency: string; realm: Realm; kind?: string }): Promise<void>;
  /** Opens the pools at zero, and sets whether stakes may use them. The caller has locked the wallet. */
  setPools(tx: Tx, member: { memberId: string; currency: string; playable: Playable }): Promise<void>;
  /** Balance of the wallet, or of the account `kind`. Undefined if the member has none. */
  balance(executor: Executor, memberId: string, kind?: string): Promise<WalletBalance | undefined>;
  /** The wallet with the money at vendors and in pools. Undefined if the member has no wallet. */
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
  /**
   * The same in a statement of the caller, a transaction of its own: `run` executes it with the parameters of `ledger_post` and returns the
   * result of this function; undefined: nothing was posted.
   */
  transferWithin(
    executor: Executor,
    instruction: TransferInstruction,
    run: (posting: Posting) => Promise<PostedRow | undefined>,
  ): Promise<TransferResult | undefined>;
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
  const publish = async (
    executor: Executor,
    instruction: TransferInstruction,
    result: TransferResult,
    at: Date,
    afterCommit: AfterCommit = (effect) => effect(),
  ) => {
    if (result.outcome !== 'posted') return;
    for (const memberId of membersMoved(instruction)) {
      const now = await publishedOf(executor, instruction, memberId, result);
      if (!now) throw new Error(`member ${memberId} has a transfer but no wallet`);
      afterCommit(() => publishBalance(memberId, now, at));
    }
  };
  return {
    openMember: (executor, { memberId, currency, realm, kind = WALLET }) =>
      openAccount(executor, { owner: memberId, kind, currency, realm }, clock.now()),
    async setPools(tx, { memberId, currency, playable }) {
      for (const kind of [BONUS, BONUS_HELD])
        await openAccount(tx, { owner: memberId, kind, currency, realm: 'real', pools: 1 }, clock.now());
      const pools = playable === 'pools' ? 2 : 1;
      await tx
        .updateTable('ledger_account')
        .set({ pools })
        .where('owner', '=', memberId)
        .where('kind', '=', WALLET)
        .where('pools', '<>', pools)
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
      await publish(executor, instruction, result, at, afterCommit);
      return result;
    },
    async transferWithin(executor, instruction, run) {
      requireTime?.();
      const at = clock.now();
      const row = await run(postingOf(instruction, at));
      const result = row && resultOf(row);
      if (result) await publish(executor, instruction, result, at);
      return result;
    },
  };
}

interface NewAccount {
  readonly owner: string;
  readonly kind: string;
  readonly currency: string;
  readonly realm: Realm;
  /** Default: that of the table. */
  readonly pools?: number;
}

/** Opens an account at zero. Idempotent. */
async function openAccount(executor: Executor, account: NewAccount, at: Date): Promise<void> {
  await executor
    .insertInto('ledger_account')
    .values({ ...account, may_go_negative: false, overdrawn_by: null, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface Published {
  readonly units: Units;
  readonly version: number;
  readonly atVendors?: Units | null;
}

/** Members with their wallet, a pool or their money at vendors among the legs. */
function membersMoved({ legs }: TransferInstruction): ReadonlySet<string> {
  const moved = legs.filter(({ owner, kind }) => owner !== HOUSE && (kind === WALLET || isAtVendor(kind) || isPool(kind)));
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
    return held && { ...held.playable, atVendors: held.atVendors };
  }
  return memberId === own ? { units: balance, version } : (await holdings(executor, memberId))?.playable;
}

async function holdings(executor: Executor, memberId: string): Promise<Holdings | undefined> {
  const all = await accounts(executor, memberId);
  const wallet = all.find(({ kind }) => kind === WALLET);
  const elsewhere = all.filter(({ kind }) => isAtVendor(kind));
  const pools = all.filter(({ kind }) => isPool(kind));
  const sumOf = (some: readonly MemberAccount[]) => some.reduce((sum, { units }) => sum + units, 0n);
  if (!wallet) return undefined;
  const playable = { units: wallet.units + sumOf(pools), version: pools.reduce((sum, one) => sum + one.version, wallet.version) };
  return {
    wallet,
    atVendors: elsewhere.length === 0 ? null : sumOf(elsewhere),
    pools: pools.length === 0 ? null : sumOf(pools),
    playable,
  };
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
