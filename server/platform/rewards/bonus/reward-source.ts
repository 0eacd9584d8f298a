import { sql } from 'kysely';
import type { BonusOffer } from '../../../../shared/api/bonus/schemas.ts';
import { WAITING_PER_SOURCE } from '../../../../shared/api/reward-centre/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { RewardSourceParts } from '../centre/index.ts';
import type { BonusDeps, BonusRow } from './contracts.ts';
import { isOffered, mayReceive } from './grant.ts';
import { readOffers } from './present.ts';
import { isStopped } from './stops.ts';

const HREF = '/member/bonusDetails';

/** Offers in the reward centre. They are accepted on their own page, which shows what a bonus costs. */
export function bonusSource(deps: BonusDeps & { readonly translate: Translate }): RewardSourceParts {
  const { translate } = deps;
  const nameOf = (language: string, source: BonusRow['source']) => translate(language, `bonus.source_${source}`);
  return {
    async waiting(executor, { memberId, language }) {
      const offers = await offersOf(deps, executor, memberId);
      return offers.slice(0, WAITING_PER_SOURCE).map(({ offerId, source, amount, until }) => ({
        // The offer of a deposit is RULE:DEPOSIT, and ids of rewards have one colon, after the source.
        rewardId: offerId.replace(':', '-'),
        name: nameOf(language, source),
        period: null,
        amount,
        points: null,
        href: HREF,
        step: 'open' as const,
        until,
        note: '',
      }));
    },
    count: async (executor, memberId) => (await offersOf(deps, executor, memberId)).length,
    async past(executor, { memberId, language }, limit) {
      const { rows } = await sql<BonusRow & { readonly ended_at: Date }>`
        select * from bonus where member_id = ${memberId} and accepted_at is not null and ended_at is not null
         order by ended_at desc, id desc limit ${limit}::int`.execute(executor);
      return rows.map((row) => ({
        rewardId: row.id,
        name: nameOf(language, row.source),
        period: null,
        points: null,
        href: HREF,
        amount: toWire(BigInt(row.state === 'completed' ? row.converted : row.amount)),
        outcome: row.state === 'completed' ? ('claimed' as const) : ('expired' as const),
        at: row.ended_at.toISOString(),
      }));
    },
    async countPast(executor, memberId) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from bonus
         where member_id = ${memberId} and accepted_at is not null and ended_at is not null`.execute(executor);
      return rows[0]?.count ?? 0;
    },
  };
}

/** None while a bonus runs: one at a time. */
async function offersOf(deps: BonusDeps, executor: Executor, memberId: string): Promise<readonly BonusOffer[]> {
  const { settings } = await readMerchant(executor, deps.merchant);
  if (!isOffered(settings) || !(await mayReceive(deps, executor, memberId)) || (await isStopped(executor, memberId))) return [];
  const rows = await executor
    .selectFrom('bonus')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', 'in', ['offered', 'running'])
    .execute();
  if (rows.some(({ state }) => state === 'running')) return [];
  return readOffers(executor, { memberId, settings, now: deps.clock.now(), rows });
}
