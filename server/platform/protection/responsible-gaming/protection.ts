import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { Translate } from '../../base/http/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import { ageOf } from './age.ts';
import type { Protection } from './contracts.ts';
import {
  againstDeposit,
  againstMoneyAtVendor,
  againstPlay,
  checkStake,
  type GateDeps,
  highestStake,
  resting,
  roomAtVendor,
  roundPaceMs,
} from './gate.ts';
import type { MemberDeps } from './member-deps.ts';
import { isTrialResting, screenBeforeDeposit } from './screening.ts';
import { createMemberProtection, type MemberProtection } from './service.ts';
import { snapshotRead } from './snapshot.ts';
import * as store from './store.ts';
import { notifyExpired, removeOldSums } from './sweeps.ts';

export interface ProtectionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly wallet: Wallet;
  readonly hub: EventHub;
  readonly inbox: Inbox;
  readonly translate: Translate;
  readonly secrets: Secrets;
}

export interface ProtectionFeature extends Protection {
  /** Calls of the member. */
  readonly member: MemberProtection;
  isExcluded(executor: Executor, memberId: string): Promise<boolean>;
  /** For the scheduler: notifies members of confirmable limits and ended breaks, and removes sums outside of all windows. */
  notifyExpired(): Promise<void>;
  removeOldSums(): Promise<void>;
}

export function createProtection(deps: ProtectionDeps): ProtectionFeature {
  const { clock, merchant, hub, secrets } = deps;
  const currencyOf = async (executor: Executor, memberId: string) => (await deps.wallet.balance(executor, memberId))?.currency ?? '';
  const gate: GateDeps = {
    merchant,
    now: () => clock.now(),
    ageOf: (executor, memberId, now) => ageOf(executor, secrets, memberId, now),
    currencyOf,
  };
  const members: MemberDeps = { ...deps, currencyOf, languageOf: (executor, memberId) => languageOf(executor, merchant, memberId) };
  return {
    refuseStake: (executor, memberId, units, options) => checkStake(gate, executor, memberId, units, options),
    stakeRead: snapshotRead(merchant),
    roundPaceMs: (executor, memberId) => roundPaceMs(gate, executor, memberId),
    highestStake: (executor, memberId) => highestStake(gate, executor, memberId),
    refuseDeposit: (executor, memberId, units) => againstDeposit(gate, executor, memberId, units),
    refuseAtVendor: (executor, memberId, units) => againstMoneyAtVendor(gate, executor, memberId, units),
    roomAtVendor: (executor, memberId) => roomAtVendor(gate, executor, memberId),
    refusePlay: (executor, memberId) => againstPlay(gate, executor, memberId),
    refuseTrial: (executor, memberId) => isTrialResting(executor, memberId, clock.now()),
    screen: (memberId, tx) =>
      tx ? screenBeforeDeposit(tx, deps, memberId) : inTransaction(deps.db, (ownTx) => screenBeforeDeposit(ownTx, deps, memberId)),
    async notePlay(executor, memberId) {
      await sql`select protection_add(${memberId}, 'launch', 0, ${clock.now().toISOString()}::timestamptz)`.execute(executor);
    },
    publishRefusal: (memberId, { rule }, afterCommit) => afterCommit(() => hub.publish(memberId, { type: 'protection', refused: rule })),
    resting: (executor, memberId) => resting(gate, executor, memberId),
    isExcluded: async (executor, memberId) => (await resting(gate, executor, memberId))?.rule === 'exclusion',
    mayBeAdvertised: async (executor, memberId) => (await resting(gate, executor, memberId)) === undefined,
    async setOperatorLimit(tx, memberId, { kind, period, value }, afterCommit) {
      await deps.wallet.lockBalance(tx, memberId);
      if (value === null) await store.removeLimit(tx, { memberId, kind, period }, 'operator');
      else await store.saveLimit(tx, { memberId, kind, period }, 'operator', value, clock.now());
      afterCommit(() => hub.publish(memberId, { type: 'protection' }));
    },
    member: createMemberProtection(members, gate),
    notifyExpired: () => notifyExpired(members),
    removeOldSums: () => removeOldSums(deps),
  };
}

/** The member's language, otherwise the merchant's. */
async function languageOf(executor: Executor, merchant: string, memberId: string): Promise<string> {
  const row = await executor
    .selectFrom('merchant as s')
    .leftJoin('member as m', (join) => join.on('m.id', '=', memberId))
    .where('s.code', '=', merchant)
    .select(sql<string | null>`coalesce(m.language, s.settings ->> 'defaultLanguage')`.as('language'))
    .executeTakeFirst();
  return row?.language ?? '';
}
