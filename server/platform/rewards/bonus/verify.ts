import { sql } from 'kysely';
import type { Database } from '../../base/db/index.ts';

const MAX_SHOWN = 100;

/** Computes bonuses again from transfers, stakes and facts. Returns the differences as sentences. */
export async function verifyBonuses(db: Database): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const query of [POOLS, RUNNING, MONEY, GRANTS, WAGERING, WALLETS]) {
    const { rows } = await sql<{ difference: string }>`${query} limit ${MAX_SHOWN}::int`.execute(db);
    differences.push(...rows.map(({ difference }) => difference));
  }
  return differences.slice(0, MAX_SHOWN);
}

/** Money in pools without a bonus that runs. */
const POOLS = sql`
  select 'the account ' || a.owner || '/' || a.kind || ' holds ' || a.balance || ' without a running bonus' as difference
    from ledger_account a
   where a.kind in ('bonus', 'bonus-held') and a.balance <> 0
     and not exists (select from bonus b where b.member_id = a.owner and b.state = 'running')`;

const RUNNING = sql`
  select 'the wallet of ' || a.owner || ' has the state of pools ' || a.pools || ' but ' ||
         case when b.id is null then 'no bonus runs' else 'the bonus ' || b.id || ' runs' end as difference
    from ledger_account a left join bonus b on b.member_id = a.owner and b.state = 'running'
   where a.kind = 'wallet' and (a.pools = 2) <> (b.id is not null)`;

/** What was granted is in the pool, in bets, won by the house, given up, or real. */
const MONEY = sql`
  with stakes as (
    select bonus_id, sum(bonus) as bonus, sum(held) as held,
           coalesce(sum(paid_bonus) filter (where not paid_late), 0) as paid_bonus,
           coalesce(sum(paid_held) filter (where not paid_late), 0) as paid_held
      from bonus_stake group by bonus_id),
  sums as (
    select b.id, b.member_id,
           b.amount - coalesce(s.bonus, 0) + coalesce(s.paid_bonus, 0) as bonus_left,
           b.held - coalesce(s.held, 0) + coalesce(s.paid_held, 0) as held_left,
           case when b.state = 'running' then coalesce((select a.balance from ledger_account a
             where a.owner = b.member_id and a.kind = 'bonus'), 0) else b.converted + b.given_up end as bonus_booked,
           case when b.state = 'running' then coalesce((select a.balance from ledger_account a
             where a.owner = b.member_id and a.kind = 'bonus-held'), 0) else b.returned end as held_booked
      from bonus b left join stakes s on s.bonus_id = b.id where b.accepted_at is not null)
  select 'bonus ' || id || ' of ' || member_id || ' should have left ' || bonus_left || ' and ' || held_left || ' but has '
         || bonus_booked || ' and ' || held_booked as difference
    from sums where bonus_left <> bonus_booked or held_left <> held_booked`;

/** Each accepted bonus has one transfer of its amount, and each such transfer a bonus. */
const GRANTS = sql`
  select 'bonus ' || coalesce(b.id::text, '?') || ' was granted ' || coalesce(t.units, 0) || ' but names ' || coalesce(b.amount, 0) as difference
    from (select * from bonus where accepted_at is not null) b
    full join (select t.meta ->> 'bonusId' as bonus_id, sum(p.amount) as units from ledger_transfer t
                 join ledger_posting p on p.transfer_id = t.id
                 join ledger_account a on a.id = p.account_id and a.kind = 'bonus'
                where t.kind = 'bonus-granted' group by 1) t on t.bonus_id = b.id::text
   where t.units is distinct from b.amount`;

const WAGERING = sql`
  select 'bonus ' || b.id || ' has counted ' || b.wagered || ' but its rounds ' || coalesce(f.units, 0) as difference
    from bonus b
    left join (select r.bonus_id, sum(f.valid * r.weight) as units
                 from bonus_round r join play_fact f on f.provider = r.provider and f.round_id = r.round_id
                where f.id <= (select position from fact_consumer where name = 'bonus') group by 1) f on f.bonus_id = b.id
   where b.wagered <> coalesce(f.units, 0)`;

/** The parts of a stake are its transfer. */
const WALLETS = sql`
  select 'the stake ' || s.provider || '/' || s.transaction_id || ' of bonus ' || s.bonus_id || ' has other parts than its transfer' as difference
    from bonus_stake s
    join vendor_transaction v on v.provider = s.provider and v.transaction_id = s.transaction_id
    left join (select p.transfer_id, coalesce(sum(-p.amount) filter (where a.kind = 'wallet'), 0) as real,
                      coalesce(sum(-p.amount) filter (where a.kind = 'bonus-held'), 0) as held,
                      coalesce(sum(-p.amount) filter (where a.kind = 'bonus'), 0) as bonus
                 from ledger_posting p join ledger_account a on a.id = p.account_id group by 1) p on p.transfer_id = v.transfer_id
   where p.real is distinct from s.real or p.held is distinct from s.held or p.bonus is distinct from s.bonus`;
