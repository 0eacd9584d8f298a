import { type Kysely, sql } from 'kysely';

/** Rewards that members have noted. Redemptions approved by earlier versions are noted, so that they do not all wait at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table reward_seen (
    source text not null,
    reward_id text not null,
    member_id text not null references member (id),
    seen_at timestamptz not null,
    primary key (source, reward_id)
  )`.execute(db);
  const { rows } = await sql<{ known: boolean }>`select to_regclass('point_redemption') is not null as known`.execute(db);
  if (rows[0]?.known)
    await sql`insert into reward_seen (source, reward_id, member_id, seen_at)
              select 'points', id, member_id, coalesce(closed_at, requested_at) from point_redemption where status = 'approved'`.execute(
      db,
    );
}
