import { inTransaction } from '../db/transaction.ts';
import { valueText } from './limits.ts';
import type { MemberDeps } from './member-deps.ts';
import * as store from './store.ts';

const BATCH = 100;
/** The longest window is 31 days. Twice that leaves data for inquiries. */
const KEEP_MS = 62 * 86_400_000;

/** Notifies members that a looser limit can be confirmed or that their break has ended, once each. */
export async function tellEnds(deps: MemberDeps): Promise<void> {
  while (await tellReady(deps));
  while (await tellEnded(deps));
}

function tellReady(deps: MemberDeps): Promise<boolean> {
  const { db, clock, inbox, say, hub } = deps;
  return inTransaction(db, async (tx, afterCommit) => {
    const rows = await store.takeReady(tx, clock.now(), BATCH);
    for (const { member_id: memberId, kind, period, pending_value: value } of rows) {
      const language = await deps.languageOf(tx, memberId);
      const params = {
        limit: say(language, `protection.limit_${kind}_${period}`),
        value: valueText(say, language, kind, value === null ? null : BigInt(value)),
      };
      await inbox.post(tx, { memberId, template: 'limit_raise_ready', params, href: '/member/protection' }, afterCommit);
      afterCommit(() => hub.publish(memberId, { type: 'protection' }));
    }
    return rows.length === BATCH;
  });
}

function tellEnded({ db, clock, inbox, hub }: MemberDeps): Promise<boolean> {
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
  return store.removeOldMinutes(db, new Date(clock.now().getTime() - KEEP_MS));
}
