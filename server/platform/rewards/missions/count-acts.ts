import { sql } from 'kysely';
import { isActGoal } from '../../../../shared/api/missions/constants.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { FactRange } from '../../play/facts/index.ts';
import { openBoardRows } from './boards.ts';
import type { CountDeps } from './contracts.ts';
import { reward } from './give.ts';
import { missionsOf } from './windows-of-now.ts';

/** Rewards of missions whose goal is no play, for the members of the facts. The caller holds the turn. */
export async function countActs(deps: CountDeps, tx: Tx, afterCommit: AfterCommit, { after, upTo }: FactRange): Promise<void> {
  const { settings } = await readMerchant(tx, deps.merchant);
  const { rows } = await sql<{ member_id: string; day: string; last: Date }>`
    select member_id, to_char(at at time zone ${settings.timeZone}::text, 'YYYY-MM-DD') as day, max(at) as last from member_fact
     where id > ${after.toString()}::bigint and id <= ${upTo.toString()}::bigint group by 1, 2 order by 1, 2`.execute(tx);
  const boards = await openBoardRows(tx);
  for (const mission of await missionsOf(tx, settings, [...new Set(rows.map(({ day }) => day))].toSorted())) {
    if (!isActGoal(mission.rule.goal)) continue;
    // Limits of before the mission count as long as they are in force.
    const isWithin = ({ day }: { readonly day: string }) =>
      mission.rule.goal === 'limits' || (day >= mission.from && (mission.until === null || day < mission.until));
    // In the order of days: the last one remains.
    const last = new Map(rows.filter(isWithin).map((row) => [row.member_id, row.last]));
    const lastOf = (id: string) => last.get(id) ?? deps.clock.now();
    await reward(deps, tx, afterCommit, { mission, memberIds: [...last.keys()], lastOf, boards, upTo, settings });
  }
  afterCommit(() => {
    for (const id of new Set(rows.map(({ member_id }) => member_id))) deps.hub.publish(id, { type: 'missions' });
  });
}
