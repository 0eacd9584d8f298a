import type { Units } from '../../../../shared/money/money.ts';
import type { Exclusion, LimitKind, LimitPeriod, TimeOut } from '../../../../shared/rules/protection.ts';
import type { Actor } from '../../base/actor.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { beginBreak, requestReturn } from './breaks.ts';
import type { ProtectionRefusal } from './contracts.ts';
import { againstPlay, type GateDeps } from './gate.ts';
import { cancelLimit, confirmLimit, setLimit } from './limits.ts';
import type { MemberDeps } from './member-deps.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';
import * as store from './store.ts';

export interface LimitChoice {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
}

/** The member's calls for limits, breaks and reality checks. Trial accounts have none: authorisation refuses them. */
export interface MemberProtection {
  snapshot(actor: Actor): Promise<{ readonly snapshot: Snapshot; readonly now: Date }>;
  /** The snapshot, and the refusal of a game if there is one. */
  play(actor: Actor): Promise<{ readonly snapshot: Snapshot; readonly now: Date; readonly refused: ProtectionRefusal | undefined }>;
  /** `value`: units, minutes of a session, or null for no limit. */
  setLimit(actor: Actor, choice: LimitChoice, value: Units | null): Promise<void>;
  confirmLimit(actor: Actor, choice: LimitChoice): Promise<void>;
  cancelLimit(actor: Actor, choice: LimitChoice): Promise<void>;
  setCheck(actor: Actor, minutes: number): Promise<void>;
  confirmCheck(actor: Actor): Promise<void>;
  startBreak(actor: Actor, length: TimeOut | Exclusion): Promise<void>;
  requestReturn(actor: Actor): Promise<void>;
}

export function createMemberProtection(deps: MemberDeps, gate: GateDeps): MemberProtection {
  const { db, clock, merchant, hub, wallet } = deps;
  /** Locks the member's wallet, as every stake and deposit does: the new rules apply to all movements after the commit. */
  const step = (memberId: string, work: (tx: Tx, afterCommit: AfterCommit) => Promise<void>) =>
    inTransaction(db, async (tx, afterCommit) => {
      await wallet.lockBalance(tx, memberId);
      await work(tx, afterCommit);
      afterCommit(() => hub.publish(memberId, { type: 'protection' }));
    });
  const snapshot = async ({ memberId }: Actor) => {
    const now = clock.now();
    return { snapshot: await readSnapshot(db, merchant, memberId, now), now };
  };

  return {
    snapshot,
    play: async (actor) => ({ ...(await snapshot(actor)), refused: await againstPlay(gate, db, actor.memberId) }),
    setLimit: ({ memberId }, choice, value) =>
      step(memberId, (tx, afterCommit) => setLimit(deps, { tx, afterCommit, memberId, ...choice }, value)),
    confirmLimit: ({ memberId }, choice) =>
      step(memberId, (tx, afterCommit) => confirmLimit(deps, { tx, afterCommit, memberId, ...choice })),
    cancelLimit: ({ memberId }, choice) => step(memberId, (tx, afterCommit) => cancelLimit(deps, { tx, afterCommit, memberId, ...choice })),
    setCheck: ({ memberId }, minutes) =>
      step(memberId, async (tx) => {
        const { policy } = await readSnapshot(tx, merchant, memberId, clock.now());
        const isOffered = minutes === 0 ? policy.checkMayBeOff : policy.checkMinutes.includes(minutes);
        if (!isOffered) throw new Refusal('limit_invalid');
        await store.changeMember(tx, memberId, { check_minutes: minutes });
      }),
    confirmCheck: ({ memberId }) => step(memberId, (tx) => store.changeMember(tx, memberId, { checked_at: clock.now() })),
    startBreak: ({ memberId }, length) => step(memberId, (tx, afterCommit) => beginBreak(deps, { tx, afterCommit, memberId }, length)),
    requestReturn: ({ memberId }) => step(memberId, (tx, afterCommit) => requestReturn(deps, { tx, afterCommit, memberId })),
  };
}
