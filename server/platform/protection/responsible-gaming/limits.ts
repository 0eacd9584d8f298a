import { toScreen } from '../../../../shared/money/money.ts';
import { type LimitKind, type LimitPeriod, PERIOD_MINUTES } from '../../../../shared/rules/protection.ts';
import { HOUR_MS, zonedMoment } from '../../../../shared/time.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { MemberDeps } from './member-deps.ts';
import { readSnapshot } from './snapshot.ts';
import * as store from './store.ts';

/** Call each step in a transaction that holds the member's wallet. */
interface LimitStep {
  readonly tx: Tx;
  readonly afterCommit: AfterCommit;
  readonly memberId: string;
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
}

/**
 * Sets the member's limit (units, or minutes of a session); null requests its removal. A stricter limit takes effect at once. A looser one
 * waits for the policy's hours and then for the member's confirmation (`confirmLimit`). The same value again changes nothing.
 */
export async function setLimit(deps: MemberDeps, step: LimitStep, value: bigint | null): Promise<void> {
  const { tx, memberId } = step;
  const now = deps.clock.now();
  const { policy, timeZone } = await readSnapshot(tx, deps.merchant, memberId, now);
  checkValue(step, value, policy.sessionFloorMinutes);
  const current = await store.findLimit(tx, step);
  const old = current && BigInt(current.value);
  if (old === undefined && value === null) return;
  if (value !== null && (old === undefined || value <= old)) {
    await store.saveLimit(tx, step, 'member', value, now);
    if (value !== old) await notifyMember(deps, step, 'limit_lowered', value);
    return;
  }
  if (current?.pending_from && samePending(current.pending_value, value)) return;
  const from = new Date(now.getTime() + policy.coolHours * HOUR_MS);
  await store.savePendingLimit(tx, step, from, value);
  await notifyMember(deps, step, 'limit_raise_pending', value, { from: zonedMoment(from, timeZone) });
}

/** Confirms a looser limit after its waiting time. */
export async function confirmLimit(deps: MemberDeps, step: LimitStep): Promise<void> {
  const { tx } = step;
  const now = deps.clock.now();
  const limit = await store.findLimit(tx, step);
  if (!limit?.pending_from) throw new Refusal('limit_not_pending');
  if (limit.pending_from > now) {
    const { timeZone } = await readSnapshot(tx, deps.merchant, step.memberId, now);
    throw new Refusal('limit_too_soon', { until: limit.pending_from.toISOString(), when: zonedMoment(limit.pending_from, timeZone) });
  }
  const value = limit.pending_value === null ? null : BigInt(limit.pending_value);
  if (value === null) await store.removeLimit(tx, step, 'member');
  else await store.saveLimit(tx, step, 'member', value, now);
  await notifyMember(deps, step, 'limit_raised', value);
}

/** Cancels a requested looser limit. */
export async function cancelLimit(_deps: MemberDeps, step: LimitStep): Promise<void> {
  const limit = await store.findLimit(step.tx, step);
  if (!limit?.pending_from) throw new Refusal('limit_not_pending');
  await store.savePendingLimit(step.tx, step, null, null);
}

function checkValue({ kind, period }: LimitStep, value: bigint | null, floor: number): void {
  if (value === null || kind !== 'session') return;
  const max = PERIOD_MINUTES[period];
  if (value < BigInt(floor) || value > BigInt(max)) throw new Refusal('limit_minutes_invalid', { min: floor, max });
}

function samePending(pending: string | null, value: bigint | null): boolean {
  return pending === null ? value === null : value !== null && BigInt(pending) === value;
}

async function notifyMember(
  { inbox, translate, languageOf, currencyOf }: MemberDeps,
  { tx, afterCommit, memberId, kind, period }: LimitStep,
  template: 'limit_lowered' | 'limit_raise_pending' | 'limit_raised',
  value: bigint | null,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const language = await languageOf(tx, memberId);
  const params = {
    limit: translate(language, `protection.limit_${kind}_${period}`),
    value: valueText({ translate, language, currency: await currencyOf(tx, memberId) }, kind, value),
    ...more,
  };
  await inbox.post(tx, { memberId, template, params, href: '/member/protection' }, afterCommit);
}

interface Reader extends Pick<MemberDeps, 'translate'> {
  readonly language: string;
  readonly currency: string;
}

export function valueText({ translate, language, currency }: Reader, kind: LimitKind, value: bigint | null): string {
  if (value === null) return translate(language, 'protection.noLimit');
  return kind === 'session' ? translate(language, 'protection.minutes', { count: Number(value) }) : toScreen(value, currency);
}
