import { type Kysely, sql } from 'kysely';

/** Payment password, payout accounts, uploads, and how a member appears. Personal texts are sealed (`secrets.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    alter table member
      add column payment_changed_at timestamptz,
      add column payment_reset_at timestamptz,
      add column avatar_type text not null default 'STATIC' check (avatar_type in ('STATIC', 'CUSTOM')),
      add column avatar text`);
  await run('update member set payment_changed_at = created_at where payment_hash is not null');
  await run(`
    create table payment_password_try (
      member_id text primary key references member (id),
      tries integer not null check (tries > 0),
      last_at timestamptz not null
    )`);
  await run(`
    create table payout_account (
      id text primary key,
      merchant text not null,
      member_id text not null references member (id),
      kind text not null check (kind in ('BANK', 'EWALLET')),
      provider text not null,
      -- sealed, as the number
      holder text not null,
      number text not null,
      number_key text not null,
      created_at timestamptz not null,
      removed_at timestamptz
    )`);
  await run('create unique index payout_account_number on payout_account (merchant, number_key) where removed_at is null');
  await run('create index payout_account_member on payout_account (member_id)');
  await run(`
    create table upload (
      id text primary key,
      merchant text not null,
      member_id text not null references member (id),
      purpose text not null check (purpose in ('avatar', 'deposit-proof', 'withdrawal-proof', 'feedback')),
      type text not null check (type in ('image/webp')),
      bytes bytea not null,
      created_at timestamptz not null,
      claimed_at timestamptz
    )`);
  await run('create index upload_member on upload (member_id, created_at)');
  await run('create index upload_unclaimed on upload (created_at) where claimed_at is null');
}
