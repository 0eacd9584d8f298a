import { type Kysely, sql } from 'kysely';

/** Who invited whom, what the friends have deposited and played, and the rewards for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(FRIENDS).execute(db);
  await sql.raw(UNCHANGED).execute(db);
  await sql.raw(GOALS).execute(db);
  await sql.raw(REWARDS).execute(db);
}

const FRIENDS = `
-- One row; its lock is the turn of the consumers of play facts and deposits.
create table referral_clock (id int primary key check (id = 1));
insert into referral_clock values (1);

create table referral_code (
  member_id text primary key,
  code text not null unique,
  created_at timestamptz not null
);

-- Written with the registration of the friend, once.
create table referral (
  friend_id text primary key,
  referrer_id text not null,
  code text not null,
  registered_at timestamptz not null,
  -- of all time: deposits without what was taken back, settled rounds
  deposits bigint not null default 0,
  rounds bigint not null default 0,
  -- the first one that stands
  deposited_at timestamptz,
  played_at timestamptz,
  check (friend_id <> referrer_id)
) with (fillfactor = 80);
create index referral_referrer on referral (referrer_id, registered_at desc);
`;

const UNCHANGED = `
create function referral_unchanged() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- A new member has invited no one yet, so the members above each other form no loop.
    if exists (select from referral where referrer_id = new.friend_id) then
      raise exception 'member % has invited others and cannot be invited any more', new.friend_id;
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or (old.friend_id, old.referrer_id, old.code, old.registered_at)
                         is distinct from (new.friend_id, new.referrer_id, new.code, new.registered_at) then
    raise exception 'who invited member % does not change', old.friend_id;
  end if;
  return new;
end $$;
create trigger referral_unchanged before insert or update or delete on referral for each row execute function referral_unchanged();
`;

const GOALS = `
-- The rules of the merchant at the time of the registration, one row for each stage that gives a reward.
create table referral_goal (
  friend_id text not null references referral (friend_id),
  stage text not null check (stage in ('deposited', 'played')),
  need_deposits bigint not null check (need_deposits >= 0),
  need_stake bigint not null check (need_stake >= 0),
  -- deposits and play before this time count
  ends_at timestamptz not null,
  referrer_amount bigint not null check (referrer_amount >= 0),
  friend_amount bigint not null check (friend_amount >= 0),
  currency text not null,
  deposits bigint not null default 0,
  stake bigint not null default 0,
  reached_at timestamptz,
  primary key (friend_id, stage),
  check (need_deposits + need_stake > 0)
) with (fillfactor = 80);
`;

const REWARDS = `
create table referral_reward (
  id bigint generated always as identity primary key,
  friend_id text not null,
  stage text not null,
  side text not null check (side in ('referrer', 'friend')),
  -- who receives it
  member_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('claimable', 'held', 'due', 'paid', 'expired', 'withdrawn', 'refused')),
  -- of held ones the accounts that may belong together; of refused ones who or what refused
  cause text check (cause in ('linked', 'month', 'friends', 'operator')),
  -- accounts that share something with the friend: [{ "memberId", "kinds" }]
  links jsonb not null default '[]',
  -- links that were there before have been seen
  checked_at timestamptz not null,
  claim_until timestamptz not null,
  created_at timestamptz not null,
  -- of an operator, about a held reward
  decided_by text,
  decision text,
  decided_at timestamptz,
  claimed_at timestamptz,
  transfer_id bigint unique references ledger_transfer (id),
  paid_at timestamptz,
  foreign key (friend_id, stage) references referral_goal (friend_id, stage),
  check ((state in ('held', 'refused')) = (cause is not null)),
  check ((state = 'paid') = (paid_at is not null)),
  check ((state = 'paid') = (transfer_id is not null)),
  check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (decision is null)),
  -- a stage of a friend gives each side its reward once
  unique (friend_id, stage, side)
);
create index referral_reward_member on referral_reward (member_id, id desc);
create index referral_reward_open on referral_reward (claim_until) where state = 'claimable';
create index referral_reward_due on referral_reward (id) where state = 'due';
create index referral_reward_held on referral_reward (id) where state = 'held';
`;
