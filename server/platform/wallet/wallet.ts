import { toWire, type Units } from '../../../shared/money/money.ts';
import type { Clock } from '../clock.ts';
import type { Executor } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';
import type { EventHub } from '../events/hub.ts';
import { post, type Realm, type TransferInstruction, type TransferResult, WALLET } from './ledger.ts';

export interface WalletBalance {
  readonly units: Units;
  readonly currency: string;
  readonly realm: Realm;
  /** Grows by one with every posting. */
  readonly version: number;
}

export interface Wallet {
  /** Opens the member's wallet at zero; a second call changes nothing. */
  openMember(executor: Executor, member: { memberId: string; currency: string; realm: Realm }): Promise<void>;
  /** Undefined when the member has no wallet. */
  balance(executor: Executor, memberId: string): Promise<WalletBalance | undefined>;
  /** The same, and no transfer of the member can happen until the transaction ends. */
  lockBalance(executor: Executor, memberId: string): Promise<WalletBalance | undefined>;
  /**
   * Posts one transfer and tells the member's browsers. Inside a transaction `afterCommit` is needed, so that they hear
   * of it only when it has happened.
   */
  transfer(executor: Executor, instruction: TransferInstruction, afterCommit?: AfterCommit): Promise<TransferResult>;
}

export function createWallet({ clock, hub }: { clock: Clock; hub: EventHub }): Wallet {
  const read = async (executor: Executor, memberId: string, lock: boolean): Promise<WalletBalance | undefined> => {
    const query = executor
      .selectFrom('ledger_account')
      .select(['balance', 'currency', 'realm', 'version'])
      .where('owner', '=', memberId)
      .where('kind', '=', WALLET);
    const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
    return row && { units: BigInt(row.balance), currency: row.currency, realm: row.realm, version: Number(row.version) };
  };

  return {
    async openMember(executor, { memberId, currency, realm }) {
      await executor
        .insertInto('ledger_account')
        .values({ owner: memberId, kind: WALLET, currency, realm, may_go_negative: false, overdrawn_by: null, created_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    balance: (executor, memberId) => read(executor, memberId, false),
    lockBalance: (executor, memberId) => read(executor, memberId, true),
    async transfer(executor, instruction, afterCommit) {
      if (executor.isTransaction && !afterCommit) throw new Error('A transfer inside a transaction needs afterCommit.');
      const at = clock.now();
      const result = await post(executor, instruction, at);
      const { memberId } = instruction;
      if (result.outcome === 'posted' && memberId !== null) {
        const { balance, version } = result;
        const tell = () => hub.publish(memberId, { type: 'balance', sumBalance: toWire(balance), version, at: at.toISOString() });
        if (afterCommit) afterCommit(tell);
        else tell();
      }
      return result;
    },
  };
}
