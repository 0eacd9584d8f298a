import { type RawBuilder, sql } from 'kysely';
import { TRIAL_TYPE } from '../../../../shared/constants.ts';

/** Whether a member is in the team of an agent, as a condition of SQL. */
export type InTeam = (member: RawBuilder<unknown>, agent: RawBuilder<unknown>) => RawBuilder<boolean>;

/** The members `m` for whom the promotion `p` is, both names of tables in the statement. */
export function isForMember(inTeam: InTeam, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    m.type <> ${TRIAL_TYPE}::int and m.status = 'active' and m.currency = p.currency
    and (p.min_level <= 1 or coalesce((select level from vip_member where member_id = m.id), 1) >= p.min_level)
    and (p.new_days = 0 or m.created_at > ${now}::timestamptz - p.new_days * interval '1 day')
    and (p.agent_id is null or ${inTeam(sql`m.id`, sql`p.agent_id`)})
    and (p.countries = '{}' or m.last_login_country = any(p.countries)))`;
}
