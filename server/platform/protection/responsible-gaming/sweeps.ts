import { DAY_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/index.ts';
import { valueText } from './limits.ts';
import type { MemberDeps } from './member-deps.ts';
import * as store from './store.ts';

const BATCH = 100;
/** The longest window is 31 days. Twice that leaves data for inquiries. */
const RETENTION_MS = 62 * DAY_MS;

/** Notifies members that a looser limit can be confirmed or that their break has ended, once each. */
export async function notifyExpired(deps: MemberDeps): Promise<void> {
  while (await notifyReadyLimits(deps));
  while (await notifyEndedBreaks(deps));
}

function notifyReadyLimits(deps: MemberDeps): Promise<boolean> {
  const { db, clock, inbox, translate, hub } = deps;
  return inTransaction(db, async (tx, afterCommit) => {
    const rows = await store.claimReadyLimits(tx, clock.now(), BATCH);
    for (const { member_id: memberId, kind, period, pending_value: value } of rows) {
      const language = await deps.languageOf(tx, memberId);
      const currency = await deps.currencyOf(tx, memberId);
      const params = {
        limit: translate(language, `protection.limit_${kind}_${period}`),
        value: valueText({ translate, language, currency }, kind, value === null ? null : BigInt(value)),
      };
      await inbox.post(tx, { memberId, template: 'limit_raise_ready', params, href: '/member/protection' }, afterCommit);
      afterCommit(() => hub.publish(memberId, { type: 'protection' }));
    }
    return rows.length === BATCH;
  });
}

function notifyEndedBreaks({ db, clock, inbox, hub }: MemberDeps): Promise<boolean> {
  return inTransaction(db, async (tx, afterCommit) => {
    const members = await store.endTimeOuts(tx, clock.now(), BATCH);
    for (const memberId of members) {
      await inbox.post(tx, { memberId, template: 'break_ended', href: '/member/protection' }, afterCommit);
      afterCommit(() => hub.publish(memberId, { type: 'protection' }));
    }
    return members.length === BATCH;
  });
}

export function removeOldSums({ db, clock }: Pick<MemberDeps, 'db' | 'clock'>): Promise<void> {
  return store.removeOldMinutes(db, new Date(clock.now().getTime() - RETENTION_MS));
}
