import { type Kysely, sql } from 'kysely';

/** Bonuses of members, and the parts of their stakes that came from each pool. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(BONUS).execute(db);
  await sql.raw(STAKES).execute(db);
}

const BONUS = `
create table bonus (
  id bigint generated always as identity primary key,
  member_id text not null,
  currency text not null,
  source text not null check (source in ('deposit', 'operator', 'promotion', 'points')),
  -- gives one bonus: of a deposit, of an operator's form, of a claim
  reference text not null unique,
  -- rule of the merchant; null: none
  rule text,
  reason text not null,
  amount bigint not null check (amount > 0),
  -- own money that waits with the bonus, because the member has accepted this
  held bigint not null check (held >= 0),
  -- the terms that the member accepts
  wagering int not null check (wagering > 0),
  required bigint not null check (required = amount * wagering),
  weights jsonb not null,
  max_bet bigint check (max_bet > 0),
  days int not null check (days > 0),
  state text not null
    check (state in ('offered', 'running', 'completed', 'left', 'expired', 'used', 'reversed', 'withdrawn')),
  offer_until timestamptz not null,
  created_at timestamptz not null,
  accepted_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  -- hundredths of units, of all facts of its rounds
  wagered bigint not null default 0,
  -- bonus money that became real or was given up, and held money that returned, when it ended
  converted bigint not null default 0,
  given_up bigint not null default 0,
  returned bigint not null default 0,
  check ((accepted_at is not null) = (expires_at is not null)),
  check (accepted_at is not null or state in ('offered', 'withdrawn', 'expired')),
  check ((ended_at is null) = (state in ('offered', 'running')))
);
-- one at a time
create unique index bonus_running on bonus (member_id) where state = 'running';
create index bonus_member on bonus (member_id, id);
create index bonus_expires on bonus (expires_at) where state = 'running';
create index bonus_offers on bonus (offer_until) where state = 'offered';

-- One row; its lock is the turn of the consumer of facts.
create table bonus_clock (id int primary key check (id = 1), began_at timestamptz);
insert into bonus_clock values (1, null);
`;

const STAKES = `
create table bonus_stake (
  provider text not null,
  transaction_id text not null,
  bonus_id bigint not null references bonus (id),
  round_id text not null,
  real bigint not null check (real >= 0),
  held bigint not null check (held >= 0),
  bonus bigint not null check (bonus >= 0),
  -- parts of the win or of the returned stake, by the pool from which the stake came; null: none yet
  paid_real bigint,
  paid_held bigint,
  paid_bonus bigint,
  -- paid after the bonus had ended: the part of bonus money is real if it was completed, and given up otherwise
  paid_late boolean,
  primary key (provider, transaction_id),
  check (real + held + bonus > 0),
  check ((paid_real is null) = (paid_late is null) and (paid_real is null) = (paid_held is null) and (paid_real is null) = (paid_bonus is null))
);
create index bonus_stake_bonus on bonus_stake (bonus_id);

-- Rounds that were opened while the bonus ran: their settled stakes count for its wagering.
create table bonus_round (
  provider text not null,
  round_id text not null,
  bonus_id bigint not null references bonus (id),
  weight int not null check (weight between 1 and 100),
  primary key (provider, round_id)
);
create index bonus_round_bonus on bonus_round (bonus_id);
`;
