import { type Kysely, sql } from 'kysely';

/** The one way to post: a transfer is a single call of this function, twice as fast as separate statements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(LEDGER_POST).execute(db);
}

const LEDGER_POST = `
-- Legs are parallel arrays; owner 'house' means any free shard of that kind. The outcome is a word, not an error, so
-- that the caller's transaction goes on:
--   posted | repeated (same reference and body: nothing is posted) | conflict (same reference, other body)
--   | insufficient (a member would go below zero) | missing (a member has no such account)
-- balance and version are those of p_member's account after the call.
create function ledger_post(
  p_reference text, p_kind text, p_hash text, p_currency text, p_realm text, p_member text,
  p_owners text[], p_kinds text[], p_amounts bigint[], p_meta jsonb, p_at timestamptz, p_reversal boolean
) returns table (outcome text, transfer_id bigint, balance bigint, version bigint) language plpgsql as $$
#variable_conflict use_column
declare
  shards constant smallint := 16;
  leg record;
  house record;
  account_ids bigint[] := '{}';
  leg_amounts bigint[] := '{}';
  balances bigint[] := '{}';
  versions bigint[] := '{}';
  members int := 0;
  wanted int := 0;
  total bigint := 0;
  own int;
  refused boolean := false;
  stored_hash text;
  found_id bigint;
  new_id bigint;
begin
  for i in 1 .. cardinality(p_owners) loop
    total := total + p_amounts[i];
    continue when p_owners[i] = 'house';
    wanted := wanted + 1;
    select a.id into found_id from ledger_account a
     where a.owner = p_owners[i] and a.kind = p_kinds[i] and a.currency = p_currency and a.realm = p_realm;
    continue when not found;
    members := members + 1;
    account_ids := account_ids || found_id;
    leg_amounts := leg_amounts || p_amounts[i];
  end loop;
  if total <> 0 then
    raise exception 'the legs of % do not sum to zero', p_reference using errcode = 'check_violation';
  end if;

  -- Members first and in the order of their ids: two transfers between the same members never wait for each other in a ring.
  if members > 1 then
    select array_agg(u.id order by u.id), array_agg(u.amount order by u.id) into account_ids, leg_amounts
      from unnest(account_ids, leg_amounts) as u(id, amount);
  end if;
  for i in 1 .. members loop
    select a.owner, a.balance, a.version into leg from ledger_account a where a.id = account_ids[i] for update;
    balances := balances || (leg.balance + leg_amounts[i]);
    versions := versions || (leg.version + 1);
    if leg.owner = p_member then
      own := i;
      balance := leg.balance;
      version := leg.version;
    end if;
    if leg_amounts[i] < 0 and balances[i] < 0 and not p_reversal then
      refused := true;
    end if;
  end loop;

  -- After the locks: a twin of the same member has committed by now, and a new statement sees it.
  select t.id, t.body_hash into new_id, stored_hash from ledger_transfer t where t.reference = p_reference;
  if found then
    return query select case when stored_hash = p_hash then 'repeated' else 'conflict' end, new_id, balance, version;
    return;
  end if;
  if members <> wanted then
    return query select 'missing', null::bigint, balance, version;
    return;
  end if;
  if refused then
    return query select 'insufficient', null::bigint, balance, version;
    return;
  end if;

  insert into ledger_transfer as t (reference, kind, body_hash, currency, realm, member_id, reversal, meta, created_at)
  values (p_reference, p_kind, p_hash, p_currency, p_realm, p_member, p_reversal, p_meta, p_at)
  on conflict (reference) do nothing
  returning t.id into new_id;
  if new_id is null then
    -- The twin held no account in common with us.
    select t.id, t.body_hash into new_id, stored_hash from ledger_transfer t where t.reference = p_reference;
    return query select case when stored_hash = p_hash then 'repeated' else 'conflict' end, new_id, balance, version;
    return;
  end if;

  for i in 1 .. members loop
    update ledger_account a
       set balance = balances[i], version = versions[i],
           overdrawn_by = case when balances[i] >= 0 then null when p_reversal then new_id else a.overdrawn_by end
     where a.id = account_ids[i];
  end loop;
  if own is not null then
    balance := balances[own];
    version := versions[own];
  end if;

  -- The house last and only a row that nobody holds: these locks are the most wanted ones and are kept shortest.
  for i in 1 .. cardinality(p_owners) loop
    continue when p_owners[i] <> 'house';
    house := null;
    select a.id into house from ledger_account a
     where a.owner = 'house' and a.kind = p_kinds[i] and a.currency = p_currency and a.realm = p_realm
     limit 1 for update skip locked;
    if house.id is null then
      insert into ledger_account (owner, kind, currency, realm, shard, may_go_negative, created_at)
      select 'house', p_kinds[i], p_currency, p_realm, n, true, p_at from generate_series(0, shards - 1) n
      on conflict do nothing;
      select a.id into house from ledger_account a
       where a.owner = 'house' and a.kind = p_kinds[i] and a.currency = p_currency and a.realm = p_realm
         and a.shard = new_id % shards;
    end if;
    update ledger_account a set balance = a.balance + p_amounts[i], version = a.version + 1
     where a.id = house.id
    returning a.id, a.balance, a.version into house;
    account_ids := account_ids || house.id;
    leg_amounts := leg_amounts || p_amounts[i];
    balances := balances || house.balance;
    versions := versions || house.version;
  end loop;

  insert into ledger_posting (transfer_id, account_id, amount, balance_after, version)
  select new_id, u.account_id, u.amount, u.balance_after, u.version
    from unnest(account_ids, leg_amounts, balances, versions) as u(account_id, amount, balance_after, version);

  return query select 'posted', new_id, balance, version;
end $$;
`;
