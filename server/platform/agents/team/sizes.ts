import { sql } from 'kysely';
import { AGENT_TYPES } from '../../../../shared/constants.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import type { CountedPlay } from './sums.ts';

/** People and money of a team at one time, without the agent. */
export interface TeamSize {
  readonly members: number;
  readonly agents: number;
  readonly online: number;
  /** Money of all people in all their accounts, in units. */
  readonly balance: bigint;
  /** Play that is read for its reports. */
  readonly play: CountedPlay;
  /** Time up to which all of it is counted. */
  readonly at: Date;
}

interface SizeRow {
  readonly members: string | number;
  readonly agents: string | number;
  readonly online: string | number;
  readonly balance: string;
}

/** Teams with more people are counted by a job, not for each reader. */
const COUNTED_AT_ONCE = 2_000;
/** A member is online if a session was used within this time. */
export const ONLINE_MS = 5 * MINUTE_MS;

/** Large teams as counted by the job; the play of their open windows would be read from too many members. */
export async function sizeOf(executor: Executor, clock: Clock, agentId: string): Promise<TeamSize> {
  const stored = await executor
    .selectFrom('team_size')
    .innerJoin('window_clock', (join) => join.onTrue())
    .selectAll('team_size')
    .select('window_clock.open_from')
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  if (!stored) return { ...(await countSize(executor, clock, agentId)), play: 'all' };
  const at = Math.min(stored.counted_at.getTime(), stored.open_from?.getTime() ?? Number.POSITIVE_INFINITY);
  return { ...presentSize(stored), play: 'closed', at: new Date(at) };
}

async function countSize(executor: Executor, clock: Clock, agentId: string): Promise<Omit<TeamSize, 'play'>> {
  const at = clock.now();
  const { rows } = await sql<SizeRow>`
    select count(*) filter (where m.type <> all(${AGENT_TYPES}::int[])) as members,
           count(*) filter (where m.type = any(${AGENT_TYPES}::int[])) as agents,
           count(*) filter (where exists (select from member_session s where s.member_id = m.id and s.ended_at is null
             and s.expires_at > ${at} and s.seen_at > ${new Date(at.getTime() - ONLINE_MS)})) as online,
           coalesce(sum((select sum(balance) from ledger_account a where a.owner = m.id and a.realm = 'real')), 0) as balance
      from agent_closure c join member m on m.id = c.member_id
     where c.ancestor_id = ${agentId} and c.depth > 0`.execute(executor);
  const row = rows[0];
  if (!row) throw new Error('aggregate query returned no row');
  return { ...presentSize(row), at };
}

function presentSize({ members, agents, online, balance }: SizeRow): Omit<TeamSize, 'at' | 'play'> {
  return { members: Number(members), agents: Number(agents), online: Number(online), balance: BigInt(balance) };
}

/** Counts the teams that are too large to be counted for each reader. */
export function createSizeCounter({ db, clock }: { readonly db: Database; readonly clock: Clock }): { run(): Promise<void> } {
  return {
    async run() {
      const { rows } = await sql<{ id: string }>`
        select m.id from member m
         where m.type in (1, 2, 41, 42)
           and (select count(*) from (
             select from agent_closure c where c.ancestor_id = m.id and c.depth > 0 limit ${COUNTED_AT_ONCE + 1}) as counted) > ${COUNTED_AT_ONCE}
         order by m.id`.execute(db);
      for (const { id } of rows) {
        const { members, agents, online, balance, at } = await countSize(db, clock, id);
        await sql`
          insert into team_size (agent_id, members, agents, online, balance, counted_at)
          values (${id}, ${members}, ${agents}, ${online}, ${balance.toString()}::bigint, ${at})
          on conflict (agent_id) do update
            set members = excluded.members, agents = excluded.agents, online = excluded.online, balance = excluded.balance,
                counted_at = excluded.counted_at`.execute(db);
      }
      await sql`delete from team_size where agent_id <> all(${rows.map(({ id }) => id)}::text[])`.execute(db);
    },
  };
}
