import { type Kysely, sql } from 'kysely';

/**
 * A change of a settled round has the time at which the round was settled, also if the round is settled or cancelled again with the change:
 * windows that have counted the round count its change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ body: string }>`select pg_get_functiondef('count_member_stake'::regproc) as body`.execute(db);
  const before = rows[0]?.body ?? '';
  const after = before.replace(TIME, CHANGE_TIME);
  if (after === before) throw new Error('the function count_member_stake has no time of the outcome');
  await sql.raw(after).execute(db);
}

const TIME = 'coalesce(new.settled_at, old.settled_at, now())';

/** Of play from before the facts there is no fact that settled the round. */
const CHANGE_TIME = `case when rounds_before = 0 then coalesce(new.settled_at, now()) else coalesce(
        (select s.at from play_fact s
          where s.member_id = new.member_id and s.kind = 'settled' and s.provider = new.provider and s.round_id = new.round_id
          order by s.id desc limit 1),
        old.settled_at, new.settled_at, now()) end`;
