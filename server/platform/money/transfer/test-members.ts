import type { Actor } from '../../base/actor.ts';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { createEventHub, type EventHub } from '../../base/events/hub.ts';
import { Refusal } from '../../base/refusal.ts';
import { testActor } from '../../identity/accounts/test-actor.ts';
import { insertMember } from '../../identity/members/store.ts';
import { createWallet, memberLegs, type Wallet } from '../../ledger/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant, type MerchantSettings, readMerchant, saveSettings } from '../../merchant/index.ts';
import { testInbox } from '../../notify/inbox/test-inbox.ts';
import type { ProtectionRefusal } from '../../protection/responsible-gaming/index.ts';
import { unprotected } from '../../protection/responsible-gaming/test-protection.ts';
import { refuseAfterReset } from '../payout-accounts/index.ts';
import { createTurnover } from '../turnover/index.ts';
import type { Transfers, TransfersDeps } from './contracts.ts';
import { NO_EXTERNAL_WALLETS } from './external-wallets.ts';
import { createSubWallets, type SubWallets } from './sub-wallets.ts';
import { createTransfers } from './transfers.ts';

/** Test fixture for transfers: real accounts, wallets and turnover, with stand-ins for other features. */
export interface TestTransfers {
  readonly deps: TransfersDeps;
  readonly transfers: Transfers;
  readonly subWallets: SubWallets;
  readonly wallet: Wallet;
  readonly hub: EventHub;
  readonly clock: MovableClock;
  readonly inbox: ReturnType<typeof testInbox>;
  /** By member: refusals of play and of deposits. */
  readonly noPlay: Map<string, ProtectionRefusal>;
  readonly noDeposit: Map<string, ProtectionRefusal>;
  /** Members who resemble an excluded one: screening puts them into `noDeposit`. */
  readonly resembling: Set<string>;
  /** Members whose payment password was compared, once for each try. */
  readonly tries: string[];
  /** A member with money; the agent above by id. */
  member(more?: { units?: bigint; agentId?: string; type?: number; currency?: string }): Promise<Actor>;
  configure(change: (settings: MerchantSettings) => MerchantSettings): Promise<void>;
}

export const RIGHT = '480159';
const CURRENCY = 'USD';

export async function openTestTransfers(db: Database, merchant = 'transfers'): Promise<TestTransfers> {
  const [hub, clock, inbox] = [createEventHub(), movableClock(), testInbox()];
  const wallet = createWallet({ clock, hub });
  const [noPlay, noDeposit] = [new Map<string, ProtectionRefusal>(), new Map<string, ProtectionRefusal>()];
  const resembling = new Set<string>();
  const tries: string[] = [];
  await addMerchant(db, merchant, demoSettings());
  const deps: TransfersDeps = {
    db,
    merchant,
    wallet,
    clock,
    inbox,
    turnover: createTurnover(),
    protection: {
      ...unprotected,
      refusePlay: async (_executor, memberId) => noPlay.get(memberId),
      refuseDeposit: async (_executor, memberId) => noDeposit.get(memberId),
      async screen(memberId) {
        if (resembling.has(memberId)) noDeposit.set(memberId, { code: 'account_held', rule: 'review', until: null });
      },
    },
    paymentPassword: {
      isSet: async () => true,
      check: async (memberId, typed) => {
        tries.push(memberId);
        if (typed !== RIGHT) throw new Refusal('payment_password_wrong');
      },
    },
    payoutAccounts: { refuseAfterReset: (tx, memberId) => refuseAfterReset({ clock, merchant }, tx, memberId) },
  };
  let count = 0;
  const run = Math.random().toString(36).slice(2, 8);
  return {
    deps,
    transfers: createTransfers(deps),
    subWallets: createSubWallets({ ...deps, external: NO_EXTERNAL_WALLETS }),
    wallet,
    hub,
    clock,
    inbox,
    noPlay,
    noDeposit,
    resembling,
    tries,
    async member({ units = 0n, agentId, type = 0, currency = CURRENCY } = {}) {
      count += 1;
      const draft = { merchant, account: `${run}${count}`, type, currency, passwordHash: '', ownPassword: true };
      const row = await insertMember(db, { ...draft, columns: { agent_id: agentId ?? null } }, clock.now());
      if (!row) throw new Error(`${draft.account} is there already`);
      const realm = type === 4 ? 'trial' : 'real';
      await wallet.openMember(db, { memberId: row.id, currency, realm });
      const legs = memberLegs(row.id, 'opening', units);
      if (units > 0n)
        await wallet.transfer(db, { reference: `opening:${row.id}`, kind: 'adjustment', currency, realm, memberId: row.id, legs });
      return testActor(row.id, { account: row.account, type, currency });
    },
    async configure(change) {
      await saveSettings(db, merchant, change((await readMerchant(db, merchant)).settings));
    },
  };
}
