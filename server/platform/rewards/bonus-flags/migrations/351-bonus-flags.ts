import { type Kysely, sql } from 'kysely';

/** Play with a bonus that operators should look at, with its evidence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table bonus_flag (
  id bigint generated always as identity primary key,
  member_id text not null,
  -- with which the member played; the last one of too many
  bonus_id bigint not null references bonus (id),
  rule text not null check (rule in ('opposite', 'linked', 'low_risk', 'fast', 'max_stake', 'many')),
  -- rounds, amounts and times at the moment of the flag
  evidence jsonb not null,
  state text not null check (state in ('open', 'dismissed', 'stopped')),
  created_at timestamptz not null,
  decided_by text,
  decision text,
  decided_at timestamptz,
  unique (bonus_id, rule),
  check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null) and (decided_at is null) = (decision is null))
);
create index bonus_flag_open on bonus_flag (id) where state = 'open';
create index bonus_flag_member on bonus_flag (member_id, id);

-- One row; its lock is the turn of the consumer of facts.
create table bonus_flag_clock (id int primary key check (id = 1));
insert into bonus_flag_clock values (1);

-- Acceptances of some days are compared.
create index bonus_accepted on bonus (accepted_at) where accepted_at is not null;
`)
    .execute(db);
}
