import { type Kysely, sql } from 'kysely';

/** Terms of accounts below an agent, invitation links with terms, applications, and requests to change an upline. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [PROFILES, LINKS, APPLICATIONS, MOVES]) await sql.raw(part).execute(db);
}

const PROFILES = `
create table agent_profile (
  member_id text primary key references member (id) on delete cascade,
  -- Basis points; at most those of the upline
  rebate_bp int not null default 0 check (rebate_bp between 0 and 10000),
  may_register boolean not null default true,
  may_add_agents boolean not null default true,
  -- operator:<name>, agent:<member id>, link:<code>, file, seed
  made_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
`;

const LINKS = `
alter table affiliate_code
  add column name text not null default '',
  add column type int not null default 0 check (type in (0, 1)),
  add column rebate_bp int not null default 0 check (rebate_bp between 0 and 10000),
  add column visits bigint not null default 0,
  add column created_at timestamptz not null default now();
create index affiliate_code_member on affiliate_code (member_id);
create index affiliate_code_domain on affiliate_code (merchant, domain) where domain is not null;
create index member_affiliate on member (merchant, affiliate_code) where affiliate_code is not null;
`;

const APPLICATIONS = `
create table agent_application (
  id bigint generated always as identity primary key,
  merchant text not null,
  -- Null: a visitor, who gave a user name and an address
  member_id text references member (id) on delete cascade,
  sealed text not null,
  language text not null,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'refused')),
  reason text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'waiting') = (decided_at is null))
);
create unique index agent_application_once on agent_application (member_id) where status = 'waiting' and member_id is not null;
create index agent_application_list on agent_application (merchant, status, id);
`;

const MOVES = `
create table agent_move (
  id text primary key,
  merchant text not null,
  member_id text not null references member (id) on delete cascade,
  from_id text references member (id),
  -- Null: without an upline
  to_id text references member (id),
  reason text not null,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'rejected')),
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'waiting') = (closed_at is null))
);
create unique index agent_move_once on agent_move (member_id) where status = 'waiting';
create index agent_move_list on agent_move (merchant, status, created_at);
`;
