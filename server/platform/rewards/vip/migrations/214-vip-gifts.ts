import { type Kysely, sql } from 'kysely';

/** Gifts for levels that were reached, and for birthdays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(GIFTS).execute(db);
}

const GIFTS = `
create table vip_gift (
  id bigint generated always as identity primary key,
  member_id text not null,
  kind text not null check (kind in ('upgrade', 'birthday')),
  -- that was reached, or of the birthday
  level int not null check (level > 1),
  -- of the birthday; 0: of a level
  year int not null check ((kind = 'upgrade') = (year = 0)),
  amount bigint not null check (amount > 0),
  currency text not null,
  -- unfunded: claimed, and not covered by the account of rewards; withdrawn: the level was reached with play or deposits that were taken back
  state text not null check (state in ('claimable', 'unfunded', 'paid', 'expired', 'withdrawn')),
  claim_until timestamptz not null,
  created_at timestamptz not null,
  claimed_at timestamptz,
  transfer_id bigint unique references ledger_transfer (id),
  paid_at timestamptz,
  check ((state = 'paid') = (transfer_id is not null)),
  -- a level gives its gift once ever, a birthday once in its year
  unique (member_id, kind, level, year)
);
create unique index vip_gift_birthday on vip_gift (member_id, year) where kind = 'birthday';
create index vip_gift_open on vip_gift (claim_until) where state = 'claimable';
create index vip_gift_unfunded on vip_gift (id) where state = 'unfunded';

-- last day (YYYY-MM-DD) of the merchant's zone whose birthdays have their gifts; null before the first run
alter table vip_clock add column birthdays_to char(10);
`;
