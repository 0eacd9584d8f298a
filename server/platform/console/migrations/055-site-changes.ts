import { type Kysely, sql } from 'kysely';

/** Changes of the whole site that wait for a second operator, and switches that close at a time to come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(CHANGES).execute(db);
  await sql.raw(STARTS).execute(db);
}

const CHANGES = `
create table site_change (
  id text primary key,
  merchant text not null,
  -- what is changed ("regions"); one of each waits at a time
  kind text not null,
  -- what it becomes
  body jsonb not null,
  reason text not null,
  status text not null check (status in ('waiting', 'done', 'rejected')),
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'waiting') = (closed_at is null))
);
create unique index site_change_waiting on site_change (merchant, kind) where status = 'waiting';
`;

const STARTS = `
alter table game add column maintenance_from timestamptz;
alter table game_vendor
  add column maintenance_from timestamptz,
  add column closed_from timestamptz;
`;
