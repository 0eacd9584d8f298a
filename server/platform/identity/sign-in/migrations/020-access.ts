import { type Kysely, sql } from 'kysely';

/** Everything about getting in: contacts, devices, second steps, codes, messages. Personal texts are sealed (`secrets.ts`). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`
    alter table member
      add column language text,
      add column must_change boolean not null default false,
      add column mobile text,
      add column mobile_key text,
      add column mobile_verified_at timestamptz,
      add column email text,
      add column email_key text,
      add column email_verified_at timestamptz,
      add column payment_hash text,
      add column sealed_profile text,
      add column last_login_country text,
      add column previous_login_country text,
      add column free_play boolean not null default false,
      add column agent_id text references member (id)`);
  await run('create unique index member_mobile on member (merchant, mobile_key) where mobile_verified_at is not null');
  await run('create unique index member_email on member (merchant, email_key) where email_verified_at is not null');
  await run('create index member_email_any on member (merchant, email_key)');
  await run(`
    alter table member_session
      add column country text,
      add column confirmed_at timestamptz,
      add column change_until timestamptz,
      add column device_id text,
      add column remember_family text`);
  await run("alter table login_failure add column lane text not null default ''");
  await run('alter table login_failure rename column first_at to last_at');
  await run('alter table login_failure drop constraint login_failure_pkey');
  await run('alter table login_failure add primary key (merchant, account_key, lane)');
  await run(`
    create table remember_token (
      token_hash text primary key,
      family text not null,
      member_id text not null references member (id),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      revoked_at timestamptz
    )`);
  await run('create index remember_token_family on remember_token (family)');
  await run('create index remember_token_member on remember_token (member_id)');
  await run(`
    create table member_device (
      id text primary key,
      member_id text not null references member (id),
      token_hash text not null unique,
      user_agent text not null,
      created_at timestamptz not null,
      seen_at timestamptz not null
    )`);
  await run('create index member_device_member on member_device (member_id)');
  await run(`
    create table member_address (
      member_id text not null references member (id),
      network text not null,
      country text,
      created_at timestamptz not null,
      seen_at timestamptz not null,
      primary key (member_id, network)
    )`);
  await run(`
    create table pending_sign_in (
      ticket_hash text primary key,
      member_id text references member (id),
      reason text not null check (reason in ('unregistered_address', 'second_factor', 'registration')),
      detail text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      tries integer not null default 0,
      ended_at timestamptz
    )`);
  await run(`
    create table verification_code (
      id text primary key,
      merchant text not null,
      purpose text not null,
      channel text not null check (channel in ('sms', 'email')),
      recipient_key text not null,
      binding_key text not null,
      address_key text not null,
      country text,
      code_hash text,
      sealed_session text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      tries integer not null default 0,
      ended_at timestamptz,
      verified_at timestamptz
    )`);
  await run('create index verification_code_recipient on verification_code (merchant, recipient_key, created_at)');
  await run('create index verification_code_address on verification_code (merchant, address_key, created_at)');
  await run('create index verification_code_day on verification_code (merchant, created_at)');
  await run('create table challenge_spent (nonce text primary key, expires_at timestamptz not null)');
  await run(`
    create table captcha (
      key_hash text primary key,
      answer_hash text not null,
      free_at timestamptz not null,
      expires_at timestamptz not null
    )`);
  await run(`
    create table outbound_message (
      id bigint generated always as identity primary key,
      merchant text not null,
      member_id text references member (id),
      channel text not null check (channel in ('sms', 'email')),
      template text not null,
      language text not null,
      sealed text not null,
      created_at timestamptz not null,
      next_at timestamptz,
      sent_at timestamptz,
      attempts integer not null default 0,
      failure text
    )`);
  await run('create index outbound_message_open on outbound_message (next_at) where next_at is not null');
  await run(`
    create table member_totp (
      member_id text primary key references member (id),
      secret text not null,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0
    )`);
  await run(`
    create table recovery_code (
      member_id text not null references member (id),
      code_hash text not null,
      used_at timestamptz,
      primary key (member_id, code_hash)
    )`);
  await run(`
    create table factor_try (
      member_id text primary key references member (id),
      tries integer not null,
      first_at timestamptz not null
    )`);
  await run(`
    create table member_passkey (
      id text primary key,
      member_id text not null references member (id),
      public_key text not null,
      counter bigint not null,
      transports text not null,
      name text not null,
      backed_up boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`);
  await run('create index member_passkey_member on member_passkey (member_id)');
  await run(`
    create table passkey_challenge (
      challenge_hash text primary key,
      member_id text references member (id),
      purpose text not null check (purpose in ('create', 'show')),
      expires_at timestamptz not null
    )`);
  await run(`
    create table member_identity (
      merchant text not null,
      provider text not null,
      subject_key text not null,
      member_id text not null references member (id),
      created_at timestamptz not null,
      primary key (merchant, provider, subject_key)
    )`);
  await run(`
    create table affiliate_code (
      merchant text not null,
      code text not null,
      member_id text not null references member (id),
      domain text,
      active boolean not null default true,
      primary key (merchant, code)
    )`);
  await run(`
    create table password_reset (
      id text primary key,
      merchant text not null,
      account_key text not null,
      request text,
      member_id text references member (id),
      email_key text,
      ticket_hash text unique,
      code_key text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      tries integer not null default 0,
      ended_at timestamptz
    )`);
  await run('create index password_reset_account on password_reset (merchant, account_key, created_at)');
  await run('create index password_reset_open on password_reset (created_at) where request is not null');
  await run('create index password_reset_member on password_reset (member_id)');
  await run(`
    create table feedback (
      id bigint generated always as identity primary key,
      merchant text not null,
      member_id text references member (id),
      sealed text not null,
      created_at timestamptz not null
    )`);
  await run(`
    create table account_event (
      id bigint generated always as identity primary key,
      merchant text not null,
      member_id text references member (id),
      kind text not null,
      client_address text not null,
      country text,
      at timestamptz not null
    )`);
  await run('create index account_event_member on account_event (member_id, at)');
}
