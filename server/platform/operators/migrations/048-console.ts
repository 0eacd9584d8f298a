import { type Kysely, sql } from 'kysely';

/** Operators with their sessions, what two of them decide together, and the log of everything they do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(OPERATORS).execute(db);
  await sql.raw(LOG).execute(db);
}

const OPERATORS = `
create table operator (
  id text primary key,
  merchant text not null,
  name text not null,
  role text not null,
  password_hash text not null,
  -- chosen by somebody else: a new one comes first
  must_change boolean not null,
  -- sealed; without a time of confirmation the app is still being set up
  totp_secret text,
  totp_confirmed_at timestamptz,
  -- a code works once
  totp_last_step bigint not null default -1,
  failures int not null default 0,
  last_failure_at timestamptz,
  locked_until timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null,
  unique (merchant, name),
  check (totp_confirmed_at is null or totp_secret is not null)
);

create table operator_session (
  token_hash text primary key,
  operator_id text not null references operator (id),
  -- in every form: nobody else's page can know it
  form_key text not null,
  -- what is still to be shown before the session opens anything
  stage text not null check (stage in ('change', 'enrol', 'totp', 'in')),
  address text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_session_operator on operator_session (operator_id);

create table operator_approval (
  id bigint generated always as identity primary key,
  merchant text not null,
  -- what is decided ("withdrawal:w_1", "adjustment:…") and how
  subject text not null,
  action text not null,
  operator_id text not null references operator (id),
  reason text not null,
  created_at timestamptz not null,
  -- the second person is another one
  unique (merchant, subject, action, operator_id)
);
`;

const LOG = `
create table operator_log (
  id bigint generated always as identity primary key,
  merchant text not null,
  at timestamptz not null,
  operator text not null,
  action text not null,
  object text not null,
  reason text not null,
  -- JSON text as it was hashed
  detail text not null,
  address text not null,
  previous text not null,
  hash text not null unique,
  -- a chain has no fork
  unique (merchant, previous)
);
create index operator_log_object on operator_log (merchant, object, id desc);
create function operator_log_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the operators'' log is append only: % refused', tg_op using errcode = 'integrity_constraint_violation';
end $$;
create trigger operator_log_append_only before update or delete or truncate on operator_log
  for each statement execute function operator_log_refuse_change();
`;
