import type { Actor } from '../accounts/actor.ts';
import { insertMember } from '../accounts/store.ts';
import { testActor } from '../accounts/test-actor.ts';
import { type MovableClock, movableClock } from '../clock.ts';
import { addMerchant, type MerchantSettings, readMerchant, saveSettings } from '../content/index.ts';
import type { Database } from '../db/database.ts';
import { createEventHub, type EventHub } from '../events/hub.ts';
import { testInbox } from '../inbox/test-inbox.ts';
import { refuseAfterReset } from '../payout-accounts/index.ts';
import type { ProtectionRefusal } from '../protection/index.ts';
import { unprotected } from '../protection/test-protection.ts';
import { Refusal } from '../refusal.ts';
import { demoSettings } from '../seed/demo-settings.ts';
import { createTurnover } from '../turnover/index.ts';
import { createWallet, memberLegs, type Wallet } from '../wallet/index.ts';
import type { Transfers, TransfersDeps } from './contracts.ts';
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
    },
    paymentPassword: {
      isSet: async () => true,
      check: async (_memberId, typed) => {
        if (typed !== RIGHT) throw new Refusal('payment_password_wrong');
      },
    },
    payoutAccounts: { refuseAfterReset: (tx, memberId) => refuseAfterReset({ clock, merchant }, tx, memberId) },
    currencySymbol: () => '$',
  };
  let count = 0;
  const run = Math.random().toString(36).slice(2, 8);
  return {
    deps,
    transfers: createTransfers(deps),
    subWallets: createSubWallets(deps),
    wallet,
    hub,
    clock,
    inbox,
    noPlay,
    noDeposit,
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
