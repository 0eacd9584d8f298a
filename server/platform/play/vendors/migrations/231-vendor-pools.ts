import { type Kysely, sql } from 'kysely';

/** A member whose stakes may use the pools of a bonus has each instruction processed under the lock, where they are divided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function vendor_unchanged(p_member text, p_version bigint, p_realm text, p_protection text)
  returns boolean language plpgsql as $$
  declare
    v_version bigint;
    v_pools smallint;
  begin
    select a.version, a.pools into v_version, v_pools from ledger_account a where a.owner = p_member and a.kind = 'wallet' for update;
    return v_version is not distinct from p_version and v_pools < 2
      and (p_realm <> 'real' or protection_state(p_member) is not distinct from p_protection);
  end $$`.execute(db);
}
