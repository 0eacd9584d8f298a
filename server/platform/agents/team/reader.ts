import { TEAM_DAYS } from '../../../../shared/api/agent-team/constants.ts';
import type { TeamPerson } from '../../../../shared/api/agent-team/schemas.ts';
import { AGENT_TYPES } from '../../../../shared/constants.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { visibleName, visibleTo } from '../tree/index.ts';
import type { TeamDays, TeamDeps, TeamReader } from './contracts.ts';

export async function readerOf({ db, merchant }: Pick<TeamDeps, 'db' | 'merchant'>, agent: Actor): Promise<TeamReader> {
  const { agents, timeZone } = (await readMerchant(db, merchant)).settings;
  return { agent, rules: agents, timeZone };
}

/** Refuses days that are reversed or too many. */
export function requireDays({ fromDay, toDay }: TeamDays): void {
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS + 1;
  if (days < 1 || days > TEAM_DAYS) throw new Refusal('period_too_long', { days: TEAM_DAYS });
}

/** A person of the team. One that the agent may not see is refused like one that does not exist. */
export async function requirePerson(
  { db }: Pick<TeamDeps, 'db'>,
  reader: TeamReader,
  memberId: string,
): Promise<TeamPerson & { readonly currency: string }> {
  const row = await visibleTo(db, reader.agent.memberId, reader.rules)
    .select(['member.type', 'member.currency'])
    .where('member.id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw new Refusal('agent_person_not_found');
  return { ...personOf(reader, { member_id: row.id, ...row }), currency: row.currency };
}

/** A row of a person as the agent sees it. */
export function personOf(
  { rules }: TeamReader,
  row: { readonly member_id: string; readonly account: string; readonly level: number; readonly type: number },
): TeamPerson {
  return {
    memberId: row.member_id,
    account: visibleName(row.account, row.level, rules),
    level: row.level,
    agent: AGENT_TYPES.includes(row.type),
  };
}
