import { type Kysely, sql } from 'kysely';

/** Setups of authenticator apps belong to the session that began them. Unfinished ones of members and operators are dropped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table totp_enrolment (
    session_id text primary key references member_session (id) on delete cascade,
    member_id text not null references member (id),
    secret text not null,
    created_at timestamptz not null
  )`.execute(db);
  await sql`create index totp_enrolment_member on totp_enrolment (member_id)`.execute(db);
  await sql`delete from member_totp where confirmed_at is null`.execute(db);
  await sql`alter table member_totp alter column confirmed_at set not null`.execute(db);
  await sql`delete from passkey_challenge where purpose = 'create'`.execute(db);
  await sql`alter table passkey_challenge add column session_id text`.execute(db);
  await sql`alter table operator_session add column enrolment text`.execute(db);
  await sql`update operator set totp_secret = null where totp_confirmed_at is null`.execute(db);
  await sql`alter table operator add check ((totp_secret is null) = (totp_confirmed_at is null))`.execute(db);
}
