import { type Kysely, sql } from 'kysely';

/** What operators order about draws. It is sent to the vendor after it is approved, until the vendor answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table draw_order (
  -- chosen by the form
  id text primary key,
  merchant text not null,
  provider text not null,
  -- of a draw, or for limits the game
  subject text not null,
  kind text not null check (kind in ('close', 'void', 'reverse', 'limits')),
  -- of limits, in coins
  limits jsonb,
  reason text not null,
  status text not null check (status in ('waiting', 'approved', 'done', 'refused', 'rejected')),
  -- why the vendor refused
  refusal text,
  tries int not null default 0,
  next_try_at timestamptz not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((kind = 'limits') = (limits is not null)),
  check ((status in ('waiting', 'approved')) = (closed_at is null))
);
create unique index draw_order_open on draw_order (merchant, provider, subject, kind) where status in ('waiting', 'approved');
create index draw_order_due on draw_order (next_try_at) where status = 'approved';
create index draw_order_list on draw_order (merchant, created_at desc);
`)
    .execute(db);
}
