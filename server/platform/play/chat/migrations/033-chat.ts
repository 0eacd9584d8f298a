import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(CHAT).execute(db);
}

const CHAT = `
create table chat_message (
  -- in the order of the commits: senders of one room take turns
  id bigint generated always as identity primary key,
  merchant text not null,
  member_id text not null references member (id),
  reference text not null,
  -- of the text as it was typed, to tell a repeated request from another one
  text_hash text not null,
  account text not null,
  text text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by text check (deleted_by in ('reports', 'operator')),
  unique (member_id, reference)
);
create index chat_message_room on chat_message (merchant, id);
create index chat_message_member on chat_message (member_id, created_at);
create index chat_message_age on chat_message (created_at);
create index chat_message_deleted on chat_message (merchant, deleted_at) where deleted_at is not null;

create table chat_report (
  message_id bigint not null references chat_message (id) on delete cascade,
  member_id text not null references member (id),
  created_at timestamptz not null,
  primary key (message_id, member_id)
);
`;
