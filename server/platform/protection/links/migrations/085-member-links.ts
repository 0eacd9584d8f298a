import { type Kysely, sql } from 'kysely';

/** What accounts can have in common. Contacts, persons and payout accounts of older members are added by a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table member_trait (
    member_id text not null references member (id),
    kind text not null check (kind in ('browser', 'network', 'contact', 'person', 'payout')),
    -- id of a browser, address of a network, keyed digest of everything else
    key text not null,
    seen_at timestamptz not null,
    primary key (member_id, kind, key)
  )`.execute(db);
  await sql`create index member_trait_key on member_trait (kind, key)`.execute(db);
  await sql`alter table member_device add column browser text`.execute(db);
  await sql`update member_device set browser = id`.execute(db);
  await sql`alter table member_device alter column browser set not null`.execute(db);
  await sql`insert into member_trait select member_id, 'browser', browser, seen_at from member_device`.execute(db);
  await sql`insert into member_trait select member_id, 'network', network, seen_at from member_address`.execute(db);
  await sql`alter table member add column traits_at timestamptz`.execute(db);
  await sql`create index member_traits_due on member (id) where traits_at is null`.execute(db);
}
