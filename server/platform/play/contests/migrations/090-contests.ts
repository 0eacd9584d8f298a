import { type Kysely, sql } from 'kysely';

/** Rounds that members play against each other, and who won how much from whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table contest_entry (
    provider text not null,
    round_id text not null,
    contest_id text not null,
    member_id text not null,
    game_id text not null,
    currency text not null,
    stake bigint not null check (stake > 0),
    -- What came back less the stake, once the round is over
    net bigint,
    entered_at timestamptz not null,
    ended_at timestamptz,
    primary key (provider, round_id),
    check ((net is null) = (ended_at is null))
  )`.execute(db);
  await sql`create index contest_entry_contest on contest_entry (provider, contest_id)`.execute(db);
  await sql`create table contest_flow (
    provider text not null,
    contest_id text not null,
    from_member text not null,
    to_member text not null,
    currency text not null,
    units bigint not null check (units > 0),
    at timestamptz not null,
    primary key (provider, contest_id, from_member, to_member)
  )`.execute(db);
  await sql`create index contest_flow_pair on contest_flow (from_member, to_member, at)`.execute(db);
  await sql`create index contest_flow_time on contest_flow (at)`.execute(db);
}
