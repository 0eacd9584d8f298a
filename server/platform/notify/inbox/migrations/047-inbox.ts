import { type Kysely, sql } from 'kysely';

/** What the platform writes to members, and the answers to what members write. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(INBOX).execute(db);
}

const INBOX = `
create table inbox_message (
  id bigint generated always as identity primary key,
  member_id text not null references member (id),
  template text not null,
  params jsonb not null,
  -- page of the site that the message is about; empty: none
  href text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index inbox_message_member on inbox_message (member_id, id desc);
create index inbox_message_unread on inbox_message (member_id) where read_at is null;

alter table feedback
  -- ids of uploads
  add column images jsonb not null default '[]',
  add column sealed_answer text,
  add column answered_at timestamptz,
  add column answered_by text,
  add constraint feedback_answer check ((sealed_answer is null) = (answered_at is null));
create index feedback_member on feedback (member_id, id desc);
create index feedback_open on feedback (merchant, id) where answered_at is null;
`;
