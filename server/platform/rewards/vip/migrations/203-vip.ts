import { type Kysely, sql } from 'kysely';

/** Levels of members, stored with what they follow from, and every change of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(MEMBERS).execute(db);
  await sql.raw(CHANGES).execute(db);
  await sql.raw(DEPOSITS).execute(db);
}

const MEMBERS = `
-- One row; its lock is the turn of everything that changes levels. Null before the first run.
create table vip_clock (
  id int primary key check (id = 1),
  -- first month of the period in which levels are kept, of the merchant's zone, as YYYY-MM
  open_from char(7),
  -- ids of facts up to which play and deposits are from before levels were stored
  first_play bigint,
  first_deposit bigint,
  -- rules by which all levels were computed last
  rules text
);
insert into vip_clock values (1, null, null, null, null);

create table vip_member (
  member_id text primary key,
  -- counted stake and deposits since registration, in units
  stake bigint not null,
  deposits bigint not null,
  level int not null check (level >= 1),
  -- the last rise
  since timestamptz not null,
  -- after a period that did not keep the level: the level of now at most, and the highest lost one
  ceiling int,
  lost int,
  -- by an operator: the level of now at least (0: none), and at most
  granted int not null,
  limited int,
  check ((ceiling is null) = (lost is null)),
  check (ceiling < lost)
) with (fillfactor = 80);
create index vip_member_level on vip_member (level) where level > 1;

-- counted stake by month of the merchant's zone; of closed periods in the first month of the one that was open when it was counted
create table vip_play (
  member_id text not null,
  month char(7) not null,
  stake bigint not null,
  primary key (member_id, month)
) with (fillfactor = 80);
`;

const CHANGES = `
-- A level that was reached or lost is a fact: rows are only added, in the order of their ids.
create table vip_change (
  id bigint generated always as identity primary key,
  member_id text not null,
  from_level int not null,
  to_level int not null,
  -- opening: play from before levels were stored; progress: play and deposits; voided: both taken back; not-kept: the end of a period
  cause text not null check (cause in ('opening', 'progress', 'voided', 'not-kept', 'rules', 'operator')),
  stake bigint not null,
  deposits bigint not null,
  period_stake bigint not null,
  operator text not null,
  reason text not null,
  at timestamptz not null,
  check (from_level <> to_level)
);
create index vip_change_member on vip_change (member_id, id desc);
`;

const DEPOSITS = `
create index ledger_transfer_vip on ledger_transfer (id) where kind in ('deposit', 'deposit-reversal');
`;
