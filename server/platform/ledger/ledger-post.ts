/**
 * The only function that posts. Migration 002 creates it and later ones replace it, so that all databases have the same version. The
 * functions that it calls are complete with migration 070,
 * its columns with migration 230.
 */
export const LEDGER_POST = `
-- Legs are parallel arrays; owner 'house' means any free shard of that kind. The outcome is a value, not an error, so
-- that the transaction of the caller can continue:
--   posted | repeated (same reference and body: nothing is posted) | conflict (same reference, other body)
--   | insufficient (a member would go below zero) | missing (a member has no such account)
-- balance and version are those of p_member's wallet after the call, of another account of the member where no leg is the wallet's. For a
-- member with pools both are the sums over the wallet and the pools: what stakes may use.
create or replace function ledger_post(
  p_reference text, p_kind text, p_hash text, p_currency text, p_realm text, p_member text,
  p_owners text[], p_kinds text[], p_amounts bigint[], p_meta jsonb, p_at timestamptz, p_reversal boolean,
  out outcome text, out transfer_id bigint, out balance bigint, out version bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  shards constant smallint := 16;
  leg record;
  -- one element a leg that has its account: members first, then the house
  owners text[] := '{}';
  account_ids bigint[] := '{}';
  leg_amounts bigint[] := '{}';
  balances bigint[] := '{}';
  versions bigint[] := '{}';
  chains bytea[] := '{}';
  found_legs int := 0;
  wanted int := 0;
  total bigint := 0;
  house_in bigint := 0;
  house_out bigint := 0;
  own int;
  own_units bigint := 0;
  has_pools boolean := false;
  moved bigint := 0;
  refused boolean := false;
  new_id bigint;
begin
  for i in 1 .. cardinality(p_owners) loop
    total := total + p_amounts[i];
    if p_owners[i] <> 'house' then
      wanted := wanted + 1;
    elsif p_amounts[i] > 0 then
      house_in := house_in + p_amounts[i];
    else
      house_out := house_out + p_amounts[i];
    end if;
  end loop;
  if total <> 0 then
    raise exception 'the legs of % do not sum to zero', p_reference using errcode = 'check_violation';
  end if;

  -- Members first and always in one order: two transfers between the same members never wait for each other in a ring.
  -- A member's wallet before the member's other accounts, for callers that lock an account and read it before they lock the wallet.
  if wanted > 1 then
    select array_agg(l.owner order by l.place), array_agg(l.kind order by l.place), array_agg(l.amount order by l.place)
      into p_owners, p_kinds, p_amounts
      from (select u.*, row_number() over (order by u.owner collate "C", u.kind <> 'wallet', u.kind collate "C") as place
              from unnest(p_owners, p_kinds, p_amounts) as u(owner, kind, amount)) as l;
  end if;
  for i in 1 .. cardinality(p_owners) loop
    continue when p_owners[i] = 'house';
    select a.id, a.balance, a.version, a.chain, a.pools into leg from ledger_account a
     where a.owner = p_owners[i] and a.kind = p_kinds[i] and a.currency = p_currency::bpchar and a.realm = p_realm for update;
    continue when not found;
    found_legs := found_legs + 1;
    owners[found_legs] := p_owners[i];
    account_ids[found_legs] := leg.id;
    leg_amounts[found_legs] := p_amounts[i];
    balances[found_legs] := leg.balance + p_amounts[i];
    versions[found_legs] := leg.version + 1;
    chains[found_legs] := leg.chain;
    if p_owners[i] = p_member and (own is null or p_kinds[i] = 'wallet') then
      own := found_legs;
      balance := leg.balance;
      version := leg.version;
      has_pools := leg.pools > 0;
    end if;
    if p_amounts[i] < 0 and balances[found_legs] < 0 and not p_reversal then
      refused := true;
    end if;
  end loop;

  -- After the locks: a twin of the same member has committed by now; any other twin is waited for.
  if found_legs = wanted and not refused then
    insert into ledger_transfer as t (reference, kind, body_hash, currency, realm, member_id, reversal, meta, created_at)
    values (p_reference, p_kind, p_hash, p_currency, p_realm, p_member, p_reversal, p_meta, p_at)
    on conflict (reference) do nothing
    returning t.id into new_id;
  end if;
  if new_id is null then
    -- What was posted before stays posted, even if it could not be posted now.
    select t.id, case when t.body_hash = p_hash then 'repeated' else 'conflict' end into transfer_id, outcome
      from ledger_transfer t where t.reference = p_reference;
    if not found then
      outcome := case when found_legs <> wanted then 'missing' else 'insufficient' end;
    end if;
    if has_pools then
      select sum(a.balance), sum(a.version) into balance, version
        from ledger_account a where a.owner = p_member and a.kind in ('wallet', 'bonus', 'bonus-held');
    end if;
    return;
  end if;

  for i in 1 .. found_legs loop
    chains[i] := ledger_chain(chains[i], new_id, p_reference, p_hash, leg_amounts[i], balances[i], versions[i]);
    update ledger_account a
       set balance = balances[i], version = versions[i], chain = chains[i],
           overdrawn_by = case when balances[i] >= 0 then null when p_reversal then new_id else a.overdrawn_by end
     where a.id = account_ids[i];
    if owners[i] = p_member then
      own_units := own_units + leg_amounts[i];
    end if;
    -- What limits are measured with grows by what the transfer moves for a member in all; a member's legs stand together.
    moved := moved + leg_amounts[i];
    if i = found_legs or owners[i + 1] <> owners[i] then
      if p_realm = 'real' then
        if p_kind in ('bet', 'win', 'rollback', 'withdrawal-paid') then
          perform protection_add(owners[i], p_kind, moved, p_at);
        elsif p_kind = 'win-reversal' then
          perform protection_add(owners[i], 'win', moved, p_at);
        elsif p_kind in ('deposit', 'deposit-reversal') then
          -- a limit of deposits is one of what was paid in, fee and all
          perform protection_add(owners[i], p_kind,
            moved + case sign(moved) when 1 then house_in when -1 then house_out else 0 end, p_at);
        elsif p_kind in ('upline', 'downline') then
          -- what comes from the agent above or below is money that came in, what goes there went out
          perform protection_add(owners[i], case when moved > 0 then 'deposit' else 'withdrawal-paid' end, moved, p_at);
        end if;
      end if;
      moved := 0;
    end if;
  end loop;
  if own is not null then
    balance := balances[own];
    version := versions[own];
    if p_kind in ('deposit', 'deposit-reversal', 'withdrawal-paid') then
      perform cash_add(p_member, p_kind, own_units, p_at);
    end if;
    if has_pools then
      select sum(a.balance), sum(a.version) into balance, version
        from ledger_account a where a.owner = p_member and a.kind in ('wallet', 'bonus', 'bonus-held');
    end if;
  end if;

  -- The house last, and only a row that is not locked: all transfers need these locks, so they are held for the shortest time.
  for i in 1 .. cardinality(p_owners) loop
    continue when p_owners[i] <> 'house';
    update ledger_account a set balance = a.balance + p_amounts[i], version = a.version + 1,
           chain = ledger_chain(a.chain, new_id, p_reference, p_hash, p_amounts[i], a.balance + p_amounts[i], a.version + 1)
     where a.id = (
       select h.id from ledger_account h
        where h.owner = 'house' and h.kind = p_kinds[i] and h.currency = p_currency::bpchar and h.realm = p_realm
        limit 1 for update skip locked)
    returning a.id, a.balance, a.version, a.chain into leg;
    if not found then
      insert into ledger_account (owner, kind, currency, realm, shard, may_go_negative, created_at)
      select 'house', p_kinds[i], p_currency, p_realm, n, true, p_at from generate_series(0, shards - 1) n
      on conflict do nothing;
      update ledger_account a set balance = a.balance + p_amounts[i], version = a.version + 1,
             chain = ledger_chain(a.chain, new_id, p_reference, p_hash, p_amounts[i], a.balance + p_amounts[i], a.version + 1)
       where a.owner = 'house' and a.kind = p_kinds[i] and a.currency = p_currency::bpchar and a.realm = p_realm
         and a.shard = new_id % shards
      returning a.id, a.balance, a.version, a.chain into leg;
    end if;
    found_legs := found_legs + 1;
    account_ids[found_legs] := leg.id;
    leg_amounts[found_legs] := p_amounts[i];
    balances[found_legs] := leg.balance;
    versions[found_legs] := leg.version;
    chains[found_legs] := leg.chain;
  end loop;

  insert into ledger_posting (transfer_id, account_id, amount, balance_after, version, chain)
  select new_id, u.account_id, u.amount, u.balance_after, u.version, u.chain
    from unnest(account_ids, leg_amounts, balances, versions, chains) as u(account_id, amount, balance_after, version, chain);
  outcome := 'posted';
  transfer_id := new_id;
end $$;
`;
