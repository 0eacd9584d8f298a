import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member (
      id text primary key,
      merchant text not null,
      account text not null,
      account_key text not null,
      type integer not null,
      currency text not null check (length(currency) = 3),
      status text not null check (status in ('active', 'blocked')),
      nickname text not null,
      password_hash text not null,
      password_changed_at timestamptz not null,
      first_login_at timestamptz,
      last_login_at timestamptz,
      previous_login_at timestamptz,
      affiliate_code text,
      referral_code text,
      profile jsonb not null,
      show_wins boolean not null default true,
      created_at timestamptz not null,
      constraint member_account_unique unique (merchant, account_key)
    )`.execute(db);
  await sql`
    create table member_session (
      id text primary key,
      member_id text not null references member (id),
      token_hash text not null unique,
      created_at timestamptz not null,
      seen_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      client_address text not null,
      user_agent text not null
    )`.execute(db);
  await sql`create index member_session_member on member_session (member_id) where ended_at is null`.execute(db);
  await sql`create index member_session_expiry on member_session (expires_at)`.execute(db);
  await sql`
    create table login_failure (
      merchant text not null,
      account_key text not null,
      failures integer not null check (failures > 0),
      first_at timestamptz not null,
      locked_until timestamptz,
      primary key (merchant, account_key)
    )`.execute(db);
  await sql`create table payload_key (kid text primary key, private_jwk jsonb not null, created_at timestamptz not null)`.execute(db);
  await sql`create table payload_nonce (nonce text primary key, expires_at timestamptz not null)`.execute(db);
  await sql`create index payload_nonce_expiry on payload_nonce (expires_at)`.execute(db);
}
