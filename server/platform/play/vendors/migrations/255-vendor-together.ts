import { type Kysely, sql } from 'kysely';

/**
 * Bets and wins of several members in one statement and one commit (decision 148). The wallets are locked first, in one order, by a
 * statement that waits for no other one: an instruction whose wallet another transaction holds is answered `busy`. Any other lock is waited for
 * shortly, then the whole statement fails and changes nothing. With `p_waits`, for one instruction, all locks are waited for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function vendor_together(p_orders jsonb, p_waits boolean)
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
  end $$`.execute(db);
}
