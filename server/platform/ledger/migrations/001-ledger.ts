import { type Kysely, sql } from 'kysely';

/**
 * Tables of the double-entry ledger. Amounts are units of 1/10,000. What the schema itself refuses: a member's balance
 * below zero that no reversal explains, a change of posted rows, and postings that do not sum to zero.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
  await sql.raw(GUARDS).execute(db);
}

const TABLES = `
create table ledger_account (
  id bigint generated always as identity primary key,
  -- 'house', or the id of a member
  owner text not null,
  kind text not null,
  currency char(3) not null,
  realm text not null check (realm in ('real', 'trial')),
  -- the house's side of a kind is spread over several rows, so that no row is wanted by every transfer
  shard smallint not null default 0,
  balance bigint not null default 0,
  -- number of postings so far
  version bigint not null default 0,
  may_go_negative boolean not null,
  -- the reversal that drove the account below zero; cleared when it is above again
  overdrawn_by bigint,
  created_at timestamptz not null,
  unique (owner, kind, currency, realm, shard),
  constraint ledger_account_floor check (may_go_negative or balance >= 0 or overdrawn_by is not null)
) with (fillfactor = 50);

create table ledger_transfer (
  id bigint generated always as identity primary key,
  -- the idempotency key of the instruction
  reference text not null unique,
  kind text not null,
  body_hash text not null,
  currency char(3) not null,
  realm text not null,
  member_id text,
  reversal boolean not null,
  meta jsonb not null,
  created_at timestamptz not null
);
create index ledger_transfer_member on ledger_transfer (member_id, id);

create table ledger_posting (
  -- both exist, for ledger_post has just found or made them, and nothing is ever deleted; foreign keys would cost a tenth
  transfer_id bigint not null,
  account_id bigint not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  -- the account's version that this posting made
  version bigint not null,
  primary key (transfer_id, account_id),
  unique (account_id, version)
);
`;

const GUARDS = `
create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only: % of % refused', tg_op, tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();
create trigger ledger_posting_append_only before update or delete or truncate on ledger_posting
  for each statement execute function ledger_refuse_change();
create trigger ledger_account_keep before delete or truncate on ledger_account
  for each statement execute function ledger_refuse_change();
create trigger ledger_account_steps before update on ledger_account for each row
  when (old.id <> new.id or old.owner <> new.owner or old.kind <> new.kind or old.currency <> new.currency or old.realm <> new.realm
    or old.shard <> new.shard or old.may_go_negative <> new.may_go_negative or new.version <> old.version + 1)
  execute function ledger_refuse_change();

-- All postings of a transfer come in one statement, so the statement is the place to prove that they balance: sooner
-- than at the commit, and no later statement can add to a posted transfer.
create function ledger_check_balanced() returns trigger language plpgsql as $$
declare
  wrong bigint;
begin
  select n.transfer_id into wrong from added n group by n.transfer_id having sum(n.amount) <> 0 or count(*) < 2 limit 1;
  if found then
    raise exception 'transfer % does not balance', wrong using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger ledger_posting_balanced after insert on ledger_posting referencing new table as added
  for each statement execute function ledger_check_balanced();
`;
