import { type Kysely, sql } from 'kysely';

/** What operators decide about: corrections of balances, games that are switched off, content that they have written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(ADJUSTMENTS).execute(db);
  await sql.raw(SWITCHES).execute(db);
}

const ADJUSTMENTS = `
create table adjustment (
  -- made by the form; its second sending is the same adjustment
  id text primary key,
  merchant text not null,
  member_id text not null references member (id),
  -- units that come to the member's wallet, or below zero go from it
  units bigint not null check (units <> 0),
  currency text not null,
  -- for the member, who reads it
  reason text not null,
  status text not null check (status in ('waiting', 'posted', 'rejected')),
  approvals_needed int not null check (approvals_needed in (1, 2)),
  transfer_id bigint references ledger_transfer (id),
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'posted') = (transfer_id is not null)),
  check ((status = 'waiting') = (closed_at is null))
);
create index adjustment_member on adjustment (member_id, created_at desc);
create index adjustment_waiting on adjustment (merchant, created_at) where status = 'waiting';
`;

const SWITCHES = `
alter table game add column maintenance_end timestamptz;
alter table game_vendor
  add column maintenance_end timestamptz,
  -- by the switch for all games, which leaves those of single vendors as they are
  add column closed boolean not null default false,
  add column closed_until timestamptz;
-- what an operator has written is not written over by a feed or a seed
alter table content_item add column edited boolean not null default false;
create index content_item_merchant on content_item (merchant, kind, published_at desc);
`;
