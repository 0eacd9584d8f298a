import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Tx } from '../../base/db/index.ts';
import type { BonusCheckRules } from '../../merchant/index.ts';
import type { Finding } from './rounds.ts';
import type { FlagExample } from './tables.ts';

/** Acceptances of these days are compared at each run: the job may have stood still. */
const COMPARED_DAYS = 3;

interface ManyRow {
  readonly id: string;
  readonly member_id: string;
  readonly accepted_at: Date;
  readonly bonuses: readonly FlagExample[];
}

/** Members who have accepted too many bonuses within a day; one finding for each member and day. */
export async function findManyBonuses(tx: Tx, { bonusesPerDay }: BonusCheckRules, now: Date): Promise<readonly Finding[]> {
  const { rows } = await sql<ManyRow>`
    select distinct on (b.member_id) b.id, b.member_id, b.accepted_at, d.bonuses
      from bonus b
     cross join lateral (
       select count(*) as count, json_agg(json_build_object('at', c.accepted_at, 'what', '#' || c.id, 'count', 1, 'stake', c.amount::text,
                                                            'payout', null, 'other', null) order by c.accepted_at desc, c.id desc) as bonuses
         from bonus c
        where c.member_id = b.member_id and c.accepted_at > b.accepted_at - interval '1 day' and c.accepted_at <= b.accepted_at) d
     where b.accepted_at > ${new Date(now.getTime() - COMPARED_DAYS * DAY_MS)} and d.count > ${bonusesPerDay}::int
       and not exists (
         select from bonus_flag f join bonus c on c.id = f.bonus_id
          where f.member_id = b.member_id and f.rule = 'many' and c.accepted_at > b.accepted_at - interval '1 day')
     order by b.member_id, b.accepted_at, b.id`.execute(tx);
  return rows.map(({ id, member_id, accepted_at, bonuses }) => ({
    memberId: member_id,
    bonusId: id,
    rule: 'many',
    evidence: {
      examined: bonuses.length,
      matched: bonuses.length,
      stake: bonuses.reduce((sum, { stake }) => sum + BigInt(stake), 0n).toString(),
      payout: null,
      from: bonuses.at(-1)?.at ?? accepted_at.toISOString(),
      until: accepted_at.toISOString(),
      links: [],
      examples: bonuses,
    },
  }));
}
