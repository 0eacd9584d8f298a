import { type Kysely, sql } from 'kysely';

/**
 * What the seamless wallet has to know of an instruction, in one trip. The player's wallet is locked first; what is read after it
 * is read by statements of its own, so that it is what others have committed until then (in one statement it would be as it was
 * before the wait). Without the player everything is null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function vendor_look(
    p_provider text, p_merchant text, p_player text, p_transaction text, p_bet text, p_round text, p_session text,
    out h_member text, out h_currency text, out h_realm text, out h_balance bigint, out h_single boolean,
    out t vendor_transaction, out b vendor_transaction, out r vendor_round,
    out s_member text, out s_expires timestamptz, out s_country text, out s_restricted boolean, out s_regions jsonb
  ) language plpgsql as $$
  declare
    v_settings jsonb;
  begin
    select p.member_id, a.currency, a.realm, a.balance into h_member, h_currency, h_realm, h_balance
      from vendor_player p join ledger_account a on a.owner = p.member_id and a.kind = 'wallet'
      where p.provider = p_provider and p.player = p_player for update of a;
    if not found then return; end if;
    select m.settings into v_settings from merchant m where m.code = p_merchant;
    h_single := (v_settings -> 'transfers' ->> 'isSingle')::boolean;
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
  end $$`.execute(db);
}
