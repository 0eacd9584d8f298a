import { sql } from 'kysely';
import type { Database } from '../../base/db/index.ts';

const MAX_SHOWN = 100;

/** Computes grants of free rounds again from bets, transfers and bonuses. Returns the differences as sentences. */
export async function verifyFreeRounds(db: Database): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const query of [COUNTED, BETS, PAID, BONUSES, FACTS]) {
    const { rows } = await sql<{ difference: string }>`${query} limit ${MAX_SHOWN}::int`.execute(db);
    differences.push(...rows.map(({ difference }) => difference));
  }
  return differences.slice(0, MAX_SHOWN);
}

const COUNTED = sql`
  with sums as (
    select g.id, g.played, g.won, g.state, count(r.grant_id) filter (where r.state <> 'returned') as rounds,
           count(r.grant_id) filter (where r.state = 'open') as live, coalesce(sum(r.won), 0) as sum
      from free_round_grant g left join free_round r on r.grant_id = g.id group by g.id)
  select 'grant ' || id || ' counts ' || played || ' free rounds with ' || won || ' won, but its rounds are ' || rounds || ' with ' || sum
         || ' won, ' || live || ' of them open, in the state ' || state as difference
    from sums where played <> rounds or won <> sum or (state <> 'open' and live > 0)`;

/** Each free round is the one accepted bet of a round, in its state and with its win. */
const BETS = sql`
  select 'free round ' || coalesce(f.provider, r.provider) || '/' || coalesce(f.round_id, r.round_id) || ' is ' || coalesce(f.state, 'unknown')
         || ' with ' || coalesce(f.won, 0) || ' won, but the vendor says ' || coalesce(r.state, 'unknown') || ' with ' || coalesce(r.payout, 0)
         as difference
    from free_round f
    full join (select * from vendor_round where wallet_kind = 'free') r on r.provider = f.provider and r.round_id = f.round_id
   where f.won is distinct from r.payout
      or f.state is distinct from case r.state when 'open' then 'open' when 'cancelled' then 'returned' else 'settled' end`;

/** What was won as real money has arrived in the wallet, once. */
const PAID = sql`
  select 'the wins of free rounds of ' || coalesce(w.member_id, t.member_id) || ' are ' || coalesce(w.units, 0) || ' but were paid with '
         || coalesce(t.units, 0) as difference
    from (select member_id, sum(won) as units from free_round_grant where wagering is null and won > 0 group by 1) w
    full join (select t.member_id, sum(p.amount) as units from ledger_transfer t
                 join ledger_posting p on p.transfer_id = t.id
                 join ledger_account a on a.id = p.account_id and a.kind = 'wallet'
                where t.kind = 'free-round-win' group by 1) t on t.member_id = w.member_id
   where w.units is distinct from t.units`;

/** Wins that become a bonus were offered once, with the end of their grant. */
const BONUSES = sql`
  select 'grant ' || g.id || ' has won ' || g.won || ' for a bonus, which is ' || coalesce(b.amount, 0) as difference
    from free_round_grant g left join bonus b on b.reference = 'free-rounds:' || g.id
   where coalesce(b.amount, 0) <> case when g.wagering is not null and g.state <> 'open' then g.won else 0 end`;

const FACTS = sql`
  select 'the free round ' || f.provider || '/' || f.round_id || ' is a fact of play' as difference
    from free_round f join play_fact p on p.provider = f.provider and p.round_id = f.round_id`;
