import { type Kysely, sql } from 'kysely';

/** Promotions, the members in them, and the turn of what counts for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PROMOTIONS).execute(db);
  await sql.raw(FIXED).execute(db);
  await sql.raw(ENTRIES).execute(db);
  await sql.raw(OTHERS).execute(db);
}

const PROMOTIONS = `
-- One row; its lock is the turn of the consumers of facts. Members join under a shared lock.
create table promotion_clock (id int primary key check (id = 1));
insert into promotion_clock values (1);

create table promotion (
  id text primary key,
  state text not null check (state in ('draft', 'live', 'stopped')),
  block text not null check (block in ('deposit', 'stake', 'points', 'cash')),
  type text not null check (type in ('welcome', 'deposit', 'rebate', 'event')),
  -- by wire code of the language
  titles jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- days in which a reward can be claimed
  claim_days int not null check (claim_days between 1 and 365),
  currency char(3) not null,
  -- audience: level at least, days since the registration at most (0: any), team of an agent, country of the last sign-in
  min_level int not null check (min_level >= 1),
  new_days int not null check (new_days >= 0),
  agent_id text,
  countries text[] not null,
  -- games whose stake counts; empty: all
  categories text[] not null,
  -- least deposit, or needed stake
  target bigint not null check (target >= 0),
  -- share of the deposit in hundredths of a percent
  percent int not null check (percent between 0 and 10000),
  -- units of money (of a deposit: at most), and millionths of points: one of both
  amount bigint not null check (amount >= 0),
  points bigint not null check (points >= 0),
  -- in the unit of the reward; what is set aside for members in it or paid
  budget bigint not null check (budget > 0),
  reserved bigint not null default 0 check (reserved >= 0 and reserved <= budget),
  created_at timestamptz not null,
  published_at timestamptz,
  stopped_at timestamptz,
  check ((amount > 0) <> (points > 0)),
  check ((state = 'draft') = (published_at is null)),
  check ((state = 'stopped') = (stopped_at is not null)),
  check (case block
    when 'deposit' then percent > 0 and target > 0 and amount > 0
    when 'stake' then percent = 0 and target > 0
    when 'points' then percent = 0 and target = 0 and points > 0
    else percent = 0 and target = 0 and amount > 0 end)
);
`;

// The terms that members have read stay those that run.
const FIXED = `
create function keep_promotion_rule() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and
     (old.id, old.block, old.type, old.titles, old.starts_at, old.ends_at, old.claim_days, old.currency, old.min_level, old.new_days,
      old.agent_id, old.countries, old.categories, old.target, old.percent, old.amount, old.points, old.budget, old.published_at)
     is distinct from
     (new.id, new.block, new.type, new.titles, new.starts_at, new.ends_at, new.claim_days, new.currency, new.min_level, new.new_days,
      new.agent_id, new.countries, new.categories, new.target, new.percent, new.amount, new.points, new.budget, new.published_at) then
    raise exception 'the rule of the published promotion % does not change', old.id;
  end if;
  return new;
end $$;
create trigger keep_promotion_rule before update on promotion for each row execute function keep_promotion_rule();
`;

const ENTRIES = `
create table promotion_entry (
  id bigint generated always as identity primary key,
  promotion_id text not null references promotion (id),
  member_id text not null,
  state text not null check (state in ('joined', 'claimable', 'applying', 'rejected', 'due', 'paid', 'ended')),
  -- settled stake that counts
  counted bigint not null default 0,
  -- reference of the deposit that earned the gift
  deposit text,
  -- what is set aside of the budget, and given
  amount bigint not null check (amount >= 0),
  points bigint not null check (points >= 0),
  currency char(3) not null,
  sealed_comment text,
  images text[] not null default '{}',
  -- of the decision on an application
  operator text not null default '',
  reason text not null default '',
  decided_at timestamptz,
  joined_at timestamptz not null,
  claim_until timestamptz,
  claimed_at timestamptz,
  transfer_id bigint unique references ledger_transfer (id),
  paid_at timestamptz,
  check ((state = 'paid') = (paid_at is not null)),
  check ((transfer_id is not null) = (state = 'paid' and amount > 0)),
  check (state <> 'claimable' or claim_until is not null),
  -- a member is in a promotion once
  unique (promotion_id, member_id)
);
create index promotion_entry_member on promotion_entry (member_id, id);
create index promotion_entry_open on promotion_entry (promotion_id) where state in ('joined', 'claimable');
create index promotion_entry_waiting on promotion_entry (id) where state in ('applying', 'due');
`;

const OTHERS = `
alter table point_entry drop constraint point_entry_kind_check;
alter table point_entry add constraint point_entry_kind_check
  check (kind in ('earned', 'redeemed', 'refunded', 'converted', 'adjusted', 'mission', 'promotion'));
alter table upload drop constraint upload_purpose_check;
alter table upload add constraint upload_purpose_check
  check (purpose in ('avatar', 'deposit-proof', 'withdrawal-proof', 'feedback', 'promotion'));
`;
