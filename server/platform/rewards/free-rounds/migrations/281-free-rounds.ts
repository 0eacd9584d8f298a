import { type Kysely, sql } from 'kysely';

/** Free rounds that members have, and each one that was played. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table free_round_grant (
  id bigint generated always as identity primary key,
  member_id text not null,
  currency text not null,
  source text not null check (source in ('operator', 'promotion')),
  -- gives once: of an operator's form, of an entry of a promotion
  reference text not null unique,
  reason text not null,
  provider text not null,
  -- ids of the games; one at least
  games text[] not null check (cardinality(games) > 0),
  rounds int not null check (rounds > 0),
  stake bigint not null check (stake > 0),
  -- times that the wins must be wagered as a bonus; null: wins are real money at once
  wagering int check (wagering > 0),
  bonus_days int check (bonus_days > 0),
  expires_at timestamptz not null,
  -- rounds that are open or settled, and what the settled ones have won
  played int not null default 0 check (played between 0 and rounds),
  won bigint not null default 0 check (won >= 0),
  -- played: all rounds; expired: the time was over before; withdrawn: by an operator
  state text not null check (state in ('open', 'played', 'expired', 'withdrawn')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((wagering is null) = (bonus_days is null)),
  check ((state = 'open') = (ended_at is null))
);
create index free_round_grant_member on free_round_grant (member_id, id);
create index free_round_grant_open on free_round_grant (expires_at) where state = 'open';

create table free_round (
  provider text not null,
  -- of the bet
  transaction_id text not null,
  grant_id bigint not null references free_round_grant (id),
  round_id text not null,
  -- returned: the bet was rolled back, and the round can be played again
  state text not null check (state in ('open', 'settled', 'returned')),
  won bigint not null default 0 check (won >= 0 and (won = 0 or state = 'settled')),
  primary key (provider, transaction_id)
);
create index free_round_of_grant on free_round (grant_id);
create index free_round_round on free_round (provider, round_id);
`)
    .execute(db);
}
