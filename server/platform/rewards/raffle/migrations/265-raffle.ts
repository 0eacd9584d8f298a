import { type Kysely, sql } from 'kysely';

/** Raffles, the members in them with their tickets, and the prizes that were drawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(RAFFLES).execute(db);
  await sql.raw(FIXED).execute(db);
  await sql.raw(ENTRIES).execute(db);
  await sql.raw(WINS).execute(db);
}

const RAFFLES = `
-- One row; its lock is the turn of the consumers of facts, of closing and of drawing. Members join under a shared lock.
create table raffle_clock (id int primary key check (id = 1));
insert into raffle_clock values (1);

create table raffle (
  id text primary key,
  state text not null check (state in ('draft', 'live', 'closed', 'drawn', 'cancelled')),
  -- by wire code of the language
  titles jsonb not null,
  -- tickets are given from starts_at until ends_at
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  draws_at timestamptz not null check (draws_at > ends_at),
  -- days in which a prize can be claimed
  claim_days int not null check (claim_days between 1 and 365),
  currency char(3) not null,
  min_level int not null check (min_level >= 1),
  -- games whose stake counts; empty: all
  categories text[] not null,
  -- settled stake of one ticket, 0: none for stake; least deposit of one ticket, 0: none for deposits
  stake_step bigint not null check (stake_step >= 0),
  deposit_least bigint not null check (deposit_least >= 0),
  max_tickets int not null check (max_tickets between 1 and 10000),
  -- [{"amount": units as text, "count": number}], the highest first
  prizes jsonb not null,
  -- units: sum of the prizes, and what of it can still be won or claimed, or is paid
  budget bigint not null check (budget > 0),
  reserved bigint not null default 0 check (reserved >= 0 and reserved <= budget),
  -- 32 bytes; the hash is public from the start, the seed after the draw
  sealed_seed text not null,
  seed_hash char(64) not null,
  seed char(64),
  -- of the closed list
  list_hash char(64),
  tickets int check (tickets >= 0),
  -- tickets that were taken back between the list and the draw
  taken_back text,
  created_at timestamptz not null,
  published_at timestamptz,
  closed_at timestamptz,
  drawn_at timestamptz,
  cancelled_at timestamptz,
  check (stake_step > 0 or deposit_least > 0),
  check ((state = 'draft') = (published_at is null)),
  check ((state in ('closed', 'drawn')) = (closed_at is not null)),
  check ((closed_at is null) = (list_hash is null) and (closed_at is null) = (tickets is null)),
  check ((state = 'drawn') = (drawn_at is not null)),
  check ((drawn_at is null) = (seed is null) and (drawn_at is null) = (taken_back is null)),
  check ((state = 'cancelled') = (cancelled_at is not null))
);
create index raffle_open on raffle (ends_at) where state in ('live', 'closed');
`;

// What members have read stays what runs: the rule once it is published, the seed from the start, list and result for good.
const FIXED = `
create function keep_raffle_rule() returns trigger language plpgsql as $$
begin
  -- a rotation of the data key seals the same seed again
  if old.seed_hash <> new.seed_hash then
    raise exception 'the seed of the raffle % does not change', old.id;
  end if;
  if old.state <> 'draft' and
     (old.id, old.titles, old.starts_at, old.ends_at, old.draws_at, old.claim_days, old.currency, old.min_level, old.categories, old.stake_step,
      old.deposit_least, old.max_tickets, old.prizes, old.budget, old.published_at)
     is distinct from
     (new.id, new.titles, new.starts_at, new.ends_at, new.draws_at, new.claim_days, new.currency, new.min_level, new.categories, new.stake_step,
      new.deposit_least, new.max_tickets, new.prizes, new.budget, new.published_at) then
    raise exception 'the rule of the published raffle % does not change', old.id;
  end if;
  if old.closed_at is not null and (old.list_hash, old.tickets, old.closed_at) is distinct from (new.list_hash, new.tickets, new.closed_at) then
    raise exception 'the closed list of the raffle % does not change', old.id;
  end if;
  if old.drawn_at is not null and (old.seed, old.taken_back, old.drawn_at, old.state) is distinct from (new.seed, new.taken_back, new.drawn_at, new.state) then
    raise exception 'the raffle % is drawn', old.id;
  end if;
  return new;
end $$;
create trigger keep_raffle_rule before update on raffle for each row execute function keep_raffle_rule();
`;

const ENTRIES = `
create table raffle_entry (
  id bigint generated always as identity primary key,
  raffle_id text not null references raffle (id),
  member_id text not null,
  -- public name in the list
  code text not null,
  -- settled stake and deposits that count, and tickets from promotions
  staked bigint not null default 0,
  deposits int not null default 0 check (deposits >= 0),
  extra int not null default 0 check (extra >= 0),
  -- follows from the three and the rule; after the list is closed at most what it has
  tickets int not null default 0 check (tickets >= 0),
  -- of the closed list: number of tickets, and the first one
  listed int,
  first_ticket int,
  joined_at timestamptz not null,
  check (listed is null or tickets <= listed),
  check ((first_ticket is not null) = (coalesce(listed, 0) > 0)),
  unique (raffle_id, member_id),
  unique (raffle_id, code)
);
create index raffle_entry_member on raffle_entry (member_id, id);
`;

const WINS = `
create table raffle_win (
  id bigint generated always as identity primary key,
  raffle_id text not null references raffle (id),
  entry_id bigint not null references raffle_entry (id),
  member_id text not null,
  -- from 1, in the order of the draw
  place int not null check (place >= 1),
  ticket int not null check (ticket >= 1),
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  state text not null check (state in ('claimable', 'due', 'paid', 'ended')),
  claim_until timestamptz not null,
  claimed_at timestamptz,
  transfer_id bigint unique references ledger_transfer (id),
  paid_at timestamptz,
  check ((state = 'paid') = (paid_at is not null)),
  check ((state = 'paid') = (transfer_id is not null)),
  -- a prize has one winner, and a ticket wins once
  unique (raffle_id, place),
  unique (raffle_id, ticket)
);
create index raffle_win_member on raffle_win (member_id, id);
create index raffle_win_open on raffle_win (id) where state in ('claimable', 'due');
`;
