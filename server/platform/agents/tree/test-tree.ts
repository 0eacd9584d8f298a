import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';

/** Direct uplines by member; undefined: none. */
export type Uplines = readonly (number | undefined)[];

let trees = 0;

/** Stores members without accounts, and returns their ids. An upline must come before its members. */
export async function addTree(executor: Executor, uplines: Uplines): Promise<readonly string[]> {
  trees += 1;
  const ids = uplines.map((_, nr) => `t${trees}_${String(nr).padStart(5, '0')}`);
  const rows = uplines.map((upline, nr) => ({ id: ids[nr], agent: upline === undefined ? null : ids[upline] }));
  // One row is inserted after the other, in the order of the list.
  await sql`insert into member
      (id, merchant, account, account_key, type, currency, status, nickname, password_hash, password_changed_at, profile, created_at, agent_id)
    select r.id, 'lagoon', r.id, r.id, 1, 'USD', 'active', r.id, '', now(), '{}', now(), r.agent
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, agent text)`.execute(executor);
  return ids;
}

/** All uplines of a member by following the list, the direct one first: the oracle. */
export function followUplines(uplines: Uplines, member: number): number[] {
  const path: number[] = [];
  for (let at = uplines[member]; at !== undefined; at = uplines[at]) {
    if (path.length > uplines.length) throw new Error('the list of uplines has a cycle');
    path.push(at);
  }
  return path;
}

/** The stored closure of the members, as lines "ancestor member depth". */
export async function closureLines(executor: Executor, ids: readonly string[]): Promise<string[]> {
  const rows = await executor.selectFrom('agent_closure').selectAll().where('member_id', 'in', ids).execute();
  return rows.map(({ ancestor_id, member_id, depth }) => `${ancestor_id} ${member_id} ${depth}`).toSorted();
}

/** The same from the list of uplines. */
export function expectedLines(uplines: Uplines, ids: readonly string[]): string[] {
  return ids
    .flatMap((id, nr) => [`${id} ${id} 0`, ...followUplines(uplines, nr).map((upline, level) => `${ids[upline]} ${id} ${level + 1}`)])
    .toSorted();
}
