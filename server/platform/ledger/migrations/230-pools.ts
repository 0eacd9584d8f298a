import { type Kysely, sql } from 'kysely';
import { LEDGER_POST } from '../ledger-post.ts';

/** Pools of a member besides the wallet, from which stakes may be paid: bonus money, and own money that waits for a bonus. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [COLUMN, STEPS, SUM, LEDGER_POST]) await sql.raw(part).execute(db);
}

// It stands in the row of the wallet, which each posting locks and reads, so that members without pools pay for none.
const COLUMN = `
alter table ledger_account add column pools smallint not null default 0;
comment on column ledger_account.pools is '0: no pools; 1: the member has accounts of pools; 2: and stakes may use them';
`;

const STEPS = `
create or replace function ledger_account_step() returns trigger language plpgsql as $$
begin
  if old.id <> new.id or old.owner <> new.owner or old.kind <> new.kind or old.currency <> new.currency or old.realm <> new.realm
    or old.shard <> new.shard or old.may_go_negative <> new.may_go_negative
    or new.version <> old.version + (new.pools = old.pools)::int
    or (new.pools <> old.pools and (new.pools = 0 or new.balance <> old.balance)) then
    raise exception 'the ledger is append only: % of % refused', tg_op, tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
`;

// Volatile: in a statement that waited for the wallet it reads what was committed until then.
const SUM = `
create function ledger_pools(p_member text) returns bigint language plpgsql volatile as $$
begin
  if not exists (select from ledger_account a where a.owner = p_member and a.kind = 'wallet' and a.pools > 0) then
    return null;
  end if;
  return (select coalesce(sum(a.balance), 0) from ledger_account a where a.owner = p_member and a.kind in ('bonus', 'bonus-held'));
end $$;
`;
