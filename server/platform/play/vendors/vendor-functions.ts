/**
 * The functions that read, post and store bets and wins. Migration 200 creates them and later ones replace them, so that all databases have
 * the same version; each runs the present text. They are complete with migration 231.
 */

/** What an instruction is judged by, without a lock. */
export const VENDOR_READ = `
create or replace function vendor_read(
  p_provider text, p_merchant text, p_player text, p_transaction text, p_bet text, p_round text, p_session text,
  out h_member text, out h_currency text, out h_realm text, out h_balance bigint, out h_single boolean,
  out h_version bigint, out h_protection text,
  out t vendor_transaction, out b vendor_transaction, out r vendor_round,
  out s_member text, out s_expires timestamptz, out s_country text, out s_restricted boolean, out s_regions jsonb
) language plpgsql stable as $$
declare
  v_settings jsonb;
begin
  select p.member_id, a.currency, a.realm, a.balance, a.version into h_member, h_currency, h_realm, h_balance, h_version
    from vendor_player p join ledger_account a on a.owner = p.member_id and a.kind = 'wallet'
    where p.provider = p_provider and p.player = p_player;
  if not found then return; end if;
  select m.settings into v_settings from merchant m where m.code = p_merchant;
  h_single := (v_settings -> 'transfers' ->> 'isSingle')::boolean;
  h_protection := protection_state(h_member);
  if p_transaction is not null then
    select * into t from vendor_transaction v where v.provider = p_provider and v.transaction_id = p_transaction;
  end if;
  if p_bet is not null then
    select * into b from vendor_transaction v where v.provider = p_provider and v.transaction_id = p_bet;
  end if;
  select * into r from vendor_round v where v.provider = p_provider and v.round_id = p_round;
  if p_session is not null then
    s_regions := v_settings -> 'regions';
    select v.member_id, v.expires_at, m.seen_country, m.region_restricted into s_member, s_expires, s_country, s_restricted
      from vendor_session v left join member_session m on m.id = v.session_id
      where v.hash = p_session and v.provider = p_provider;
  end if;
end $$`;

/** The same under the lock of the wallet. A statement of its own reads what others have committed until the lock was free. */
export const VENDOR_LOOK = `
create or replace function vendor_look(
  p_provider text, p_merchant text, p_player text, p_transaction text, p_bet text, p_round text, p_session text,
  out h_member text, out h_currency text, out h_realm text, out h_balance bigint, out h_single boolean,
  out h_version bigint, out h_protection text,
  out t vendor_transaction, out b vendor_transaction, out r vendor_round,
  out s_member text, out s_expires timestamptz, out s_country text, out s_restricted boolean, out s_regions jsonb
) language sql as $$
  select from vendor_player p join ledger_account a on a.owner = p.member_id and a.kind = 'wallet'
    where p.provider = p_provider and p.player = p_player for update of a;
  select * from vendor_read(p_provider, p_merchant, p_player, p_transaction, p_bet, p_round, p_session);
$$`;

/**
 * Posts and stores a bet that was judged without a lock. If something that it was judged by has changed since then, it changes nothing
 * (outcome `changed`), and the caller repeats the instruction under the lock.
 */
export const VENDOR_BET = `
create or replace function vendor_bet(
  p_reference text, p_kind text, p_hash text, p_currency text, p_realm text, p_member text,
  p_owners text[], p_kinds text[], p_amounts bigint[], p_meta jsonb, p_at timestamptz, p_reversal boolean,
  p_version bigint, p_protection text,
  p_provider text, p_transaction text, p_body_hash text, p_round text, p_game text, p_amount bigint,
  p_vassalage text, p_category text, p_market text, p_at_risk bigint,
  out outcome text, out transfer_id bigint, out balance bigint, out version bigint
) language plpgsql as $$
#variable_conflict use_column
begin
  if not vendor_unchanged(p_member, p_version, p_realm, p_protection) then
    outcome := 'changed';
    return;
  end if;
  -- A statement of its own sees what was committed while the first one waited.
  if exists (select from vendor_transaction v where v.provider = p_provider and v.transaction_id = p_transaction)
    or exists (select from vendor_round v where v.provider = p_provider and v.round_id = p_round) then
    outcome := 'changed';
    return;
  end if;
  select l.outcome, l.transfer_id, l.balance, l.version into outcome, transfer_id, balance, version
    from ledger_post(p_reference, p_kind, p_hash, p_currency, p_realm, p_member, p_owners, p_kinds, p_amounts, p_meta, p_at,
                     p_reversal) as l;
  if outcome <> 'posted' then return; end if;
  insert into vendor_round
    (provider, round_id, member_id, game_id, vassalage, game_category, currency, realm, wallet_kind, stake, market, at_risk, live_bets,
     state, opened_at)
  values
    (p_provider, p_round, p_member, p_game, p_vassalage, p_category, p_currency, p_realm, 'wallet', p_amount, p_market, p_at_risk, 1,
     'open', p_at);
  insert into vendor_transaction
    (provider, transaction_id, kind, body_hash, member_id, round_id, game_id, amount, state, status, transfer_id, created_at)
  values
    (p_provider, p_transaction, 'bet', p_body_hash, p_member, p_round, p_game, p_amount, 'accepted', 'OK', transfer_id, p_at);
end $$`;

/** The same for a win. */
export const VENDOR_WIN = `
create or replace function vendor_win(
  p_reference text, p_kind text, p_hash text, p_currency text, p_realm text, p_member text,
  p_owners text[], p_kinds text[], p_amounts bigint[], p_meta jsonb, p_at timestamptz, p_reversal boolean,
  p_version bigint, p_provider text, p_transaction text, p_body_hash text, p_round text, p_game text, p_amount bigint, p_bet text,
  p_round_id bigint, p_seen_live int, p_seen_payout bigint, p_seen_refunded bigint,
  p_payout bigint, p_live int, p_state text, p_settled timestamptz, p_closed boolean,
  out outcome text, out transfer_id bigint, out balance bigint, out version bigint
) language plpgsql as $$
#variable_conflict use_column
begin
  if not vendor_unchanged(p_member, p_version, 'trial', null) then
    outcome := 'changed';
    return;
  end if;
  if exists (select from vendor_transaction v where v.provider = p_provider and v.transaction_id = p_transaction)
    or not exists (select from vendor_transaction v where v.provider = p_provider and v.transaction_id = p_bet and v.state = 'accepted')
    or not exists (select from vendor_round v where v.id = p_round_id and v.live_bets = p_seen_live and v.payout = p_seen_payout
                     and v.refunded = p_seen_refunded and not v.closed) then
    outcome := 'changed';
    return;
  end if;
  select l.outcome, l.transfer_id, l.balance, l.version into outcome, transfer_id, balance, version
    from ledger_post(p_reference, p_kind, p_hash, p_currency, p_realm, p_member, p_owners, p_kinds, p_amounts, p_meta, p_at,
                     p_reversal) as l;
  if outcome <> 'posted' then return; end if;
  update vendor_transaction v set state = 'settled' where v.provider = p_provider and v.transaction_id = p_bet;
  update vendor_round v set payout = p_payout, live_bets = p_live, state = p_state, settled_at = p_settled, closed = p_closed
    where v.id = p_round_id;
  insert into vendor_transaction
    (provider, transaction_id, kind, body_hash, member_id, round_id, game_id, amount, bet_transaction_id, state, status, transfer_id,
     created_at)
  values
    (p_provider, p_transaction, 'win', p_body_hash, p_member, p_round, p_game, p_amount, p_bet, 'accepted', 'OK', transfer_id, p_at);
end $$`;

/**
 * Locks the wallet, which serialises the instructions of a member. What is read after it is what others have committed until then. A member
 * whose stakes may use the pools of a bonus has each instruction processed under the lock, where they are divided.
 */
export const VENDOR_UNCHANGED = `
create or replace function vendor_unchanged(p_member text, p_version bigint, p_realm text, p_protection text)
returns boolean language plpgsql as $$
declare
  v_version bigint;
  v_pools smallint;
begin
  select a.version, a.pools into v_version, v_pools from ledger_account a where a.owner = p_member and a.kind = 'wallet' for update;
  return v_version is not distinct from p_version and v_pools < 2
    and (p_realm <> 'real' or protection_state(p_member) is not distinct from p_protection);
end $$`;

/** Version of the member's sums, session, checks, breaks and limits: each change of a row gives it another one. */
export const PROTECTION_STATE = `
create or replace function protection_state(p_member text) returns text language plpgsql stable as $$
begin
  return coalesce((select m.xmin::text from protection_member m where m.member_id = p_member), '')
    || coalesce((select string_agg(',' || l.xmin::text, '' order by l.kind, l.period, l.set_by)
                   from protection_limit l where l.member_id = p_member), '');
end $$`;

/**
 * Bets and wins of several members in one statement and one commit (decision 148). The wallets are locked first, in one order, by a
 * statement that waits for no other one: an instruction whose wallet another transaction holds is answered `busy`. Any other lock is waited for
 * shortly, then the whole statement fails and changes nothing. With `p_waits`, for one instruction, all locks are waited for.
 */
export const VENDOR_TOGETHER = `
create or replace function vendor_together(p_orders jsonb, p_waits boolean)
returns table (nr int, outcome text, transfer_id bigint, balance bigint, version bigint) language plpgsql as $$
#variable_conflict use_column
declare
  o record;
  v_member text;
  v_free text[] := '{}';
begin
  if not p_waits then
    perform set_config('lock_timeout', '250ms', true);
    -- A statement for each: with a list of unknown length the planner may read the whole table.
    for v_member in select distinct r.member collate "C" from jsonb_to_recordset(p_orders) as r(member text) order by 1 loop
      perform from ledger_account a where a.owner = v_member and a.kind = 'wallet' for update skip locked;
      if found then v_free := v_free || v_member; end if;
    end loop;
  end if;
  for o in
    select * from jsonb_to_recordset(p_orders) as r(
      nr int, reference text, kind text, hash text, currency text, realm text, member text, owners text[], kinds text[],
      amounts bigint[], meta jsonb, at timestamptz, seen bigint, protection text, provider text, transaction text, body_hash text,
      round text, game text, amount bigint, vassalage text, category text, market text, at_risk bigint, bet text, round_id bigint,
      seen_live int, seen_payout bigint, seen_refunded bigint, payout bigint, live_bets int, state text, settled_at timestamptz,
      closed boolean)
  loop
    nr := o.nr;
    transfer_id := null;
    if not p_waits and o.member <> all(v_free) then
      outcome := 'busy';
    elsif o.kind = 'bet' then
      select b.outcome, b.transfer_id, b.balance, b.version into outcome, transfer_id, balance, version
        from vendor_bet(o.reference, o.kind, o.hash, o.currency, o.realm, o.member, o.owners, o.kinds, o.amounts, o.meta, o.at, false,
          o.seen, o.protection, o.provider, o.transaction, o.body_hash, o.round, o.game, o.amount, o.vassalage, o.category, o.market,
          o.at_risk) as b;
    else
      select w.outcome, w.transfer_id, w.balance, w.version into outcome, transfer_id, balance, version
        from vendor_win(o.reference, o.kind, o.hash, o.currency, o.realm, o.member, o.owners, o.kinds, o.amounts, o.meta, o.at, false,
          o.seen, o.provider, o.transaction, o.body_hash, o.round, o.game, o.amount, o.bet, o.round_id, o.seen_live, o.seen_payout,
          o.seen_refunded, o.payout, o.live_bets, o.state, o.settled_at, o.closed) as w;
    end if;
    return next;
  end loop;
end $$`;
