import { type Exclusion, TIME_OUTS, type TimeOut } from '../../../../shared/rules/protection.ts';
import { HOUR_MS, zonedMoment } from '../../../../shared/time.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { noteIdentity } from '../links/index.ts';
import type { MemberDeps } from './member-deps.ts';
import { breakOf } from './rules.ts';
import { holdResembling } from './screening.ts';
import { readSnapshot } from './snapshot.ts';
import * as store from './store.ts';

const HOURS: Readonly<Record<TimeOut, number>> = { '24h': 24, '1w': 7 * 24, '1m': 30 * 24, '6w': 42 * 24 };
/** Calendar months; null: without end. */
const MONTHS: Readonly<Record<Exclusion, number | null>> = { '6m': 6, '1y': 12, '5y': 60, ever: null };

interface BreakStep {
  readonly tx: Tx;
  readonly afterCommit: AfterCommit;
  readonly memberId: string;
}

/** Starts a time-out or an exclusion. A running one can only be replaced by one that ends later. */
export async function beginBreak(deps: MemberDeps, { tx, afterCommit, memberId }: BreakStep, length: TimeOut | Exclusion): Promise<void> {
  const now = deps.clock.now();
  const { pause, timeZone } = await readSnapshot(tx, deps.merchant, memberId, now);
  const kind = isTimeOut(length) ? 'time-out' : 'exclusion';
  const until = breakEnd(length, now);
  const running = breakOf(pause, now);
  if (running && !isStricter({ kind, until }, running)) throw new Refusal('break_running');
  // Traits by which a new account of the same person is recognised.
  if (kind === 'exclusion') await noteIdentity(tx, deps.secrets, memberId, now);
  await store.changeMember(tx, memberId, { break_kind: kind, break_from: now, break_until: until, return_at: null });
  if (kind === 'exclusion') {
    const held = await holdResembling(tx, deps, memberId);
    afterCommit(() => {
      for (const other of held) deps.hub.publish(other, { type: 'protection' });
    });
  }
  const params = {
    until: until ? zonedMoment(until, timeZone) : deps.translate(await deps.languageOf(tx, memberId), 'protection.withoutEnd'),
  };
  const template = kind === 'time-out' ? 'break_started' : 'exclusion_started';
  await deps.inbox.post(tx, { memberId, template, params, href: '/member/protection' }, afterCommit);
}

/** After the term of an exclusion: the member's request to return, which takes effect after the policy's hours. */
export async function requestReturn(deps: MemberDeps, { tx, memberId }: BreakStep): Promise<void> {
  const now = deps.clock.now();
  const { pause, policy } = await readSnapshot(tx, deps.merchant, memberId, now);
  const running = breakOf(pause, now);
  if (running?.kind !== 'exclusion') return;
  if (running.until === null || running.until > now) throw new Refusal('break_running');
  if (running.returnAt !== null) return;
  await store.changeMember(tx, memberId, { return_at: new Date(now.getTime() + policy.returnHours * HOUR_MS) });
}

function breakEnd(length: TimeOut | Exclusion, now: Date): Date | null {
  if (isTimeOut(length)) return new Date(now.getTime() + HOURS[length] * HOUR_MS);
  const months = MONTHS[length];
  if (months === null) return null;
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + months);
  // Six months after 31 August is not 31 February. The break then ends one day after the end of the month, never early.
  return end;
}

function isTimeOut(length: TimeOut | Exclusion): length is TimeOut {
  return (TIME_OUTS as readonly string[]).includes(length);
}

function isStricter(
  next: { readonly kind: 'time-out' | 'exclusion'; readonly until: Date | null },
  running: { readonly kind: 'time-out' | 'exclusion'; readonly until: Date | null },
): boolean {
  if (running.kind === 'exclusion' && next.kind === 'time-out') return false;
  if (running.kind === 'time-out' && next.kind === 'exclusion') return next.until === null || (running.until ?? next.until) <= next.until;
  if (running.until === null) return false;
  return next.until === null || next.until > running.until;
}
