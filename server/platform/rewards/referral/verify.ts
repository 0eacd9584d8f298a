import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { HOLD, WALLET } from '../../ledger/index.ts';
import { DEPOSIT_CONSUMER, PLAY_CONSUMER } from './count.ts';

const MAX_SHOWN = 100;
const POSITION = (name: string) => sql`coalesce((select position from fact_consumer where name = ${name}), 0)`;

/**
 * Differences of invitations: counted deposits and play against the ledger and the facts, goals against what was counted, rewards against their
 * goals, and paid rewards against the ledger. Each is a sentence.
 */
export async function verifyReferrals(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ difference: string }>`
    select difference from (${TOTALS} union all ${COUNTED} union all ${GOALS} union all ${REWARDS} union all ${MONEY}) as d
     limit ${MAX_SHOWN}::int`.execute(executor);
  return rows.map(({ difference }) => difference);
}

const DEPOSITS = sql`
  select a.owner as member_id, t.created_at as at, p.amount,
         coalesce((select o.created_at from ledger_transfer o
                    where t.kind = 'deposit-reversal' and o.reference = regexp_replace(t.reference, ':reversal.*$', '')), t.created_at) as deposited_at
    from ledger_transfer t join ledger_posting p on p.transfer_id = t.id
    join ledger_account a on a.id = p.account_id and a.kind in (${WALLET}, ${HOLD}) and a.realm = 'real'
   where t.kind in ('deposit', 'deposit-reversal') and t.id <= ${POSITION(DEPOSIT_CONSUMER)}`;
const PLAY = sql`select * from play_fact where kind <> 'opening' and id <= ${POSITION(PLAY_CONSUMER)}`;

const TOTALS = sql`
  select 'friend ' || friend_id || ' has ' || deposits || ' deposits and ' || rounds || ' rounds but the ledger and the facts sum to ' || d || ' and ' || f as difference
    from (select r.*, coalesce((select sum(amount) from (${DEPOSITS}) as x where x.member_id = r.friend_id), 0) as d,
                 coalesce((select sum(rounds) from (${PLAY}) as x where x.member_id = r.friend_id), 0) as f from referral r) as s
   where (deposits, rounds) <> (d, f)`;

const COUNTED = sql`
  select 'stage ' || stage || ' of ' || friend_id || ' counts ' || deposits || ' and ' || stake || ' but the ledger and the facts sum to ' || d || ' and ' || f as difference
    from (select g.*, coalesce((select sum(amount) from (${DEPOSITS}) as x where x.member_id = g.friend_id and x.deposited_at < g.ends_at), 0) as d,
                 coalesce((select sum(valid) from (${PLAY}) as x where x.member_id = g.friend_id and x.at < g.ends_at), 0) as f from referral_goal g) as s
   where (deposits, stake) <> (d, f)`;

const GOALS = sql`
  select 'stage ' || stage || ' of ' || friend_id || ' is reached: ' || (reached_at is not null) || ', with ' || deposits || ' of ' || need_deposits
         || ' and ' || stake || ' of ' || need_stake as difference
    from referral_goal where (reached_at is not null) <> (deposits >= need_deposits and stake >= need_stake)`;

/** Each side of a reached stage has its reward, of the right amount and member; unclaimed ones of others are withdrawn. */
const REWARDS = sql`
  select 'stage ' || g.stage || ' of ' || g.friend_id || ' gives the ' || s.side || ' ' || s.amount || ' but the reward is '
         || coalesce(w.amount || ' for ' || w.member_id || ', ' || w.state, 'missing') as difference
    from referral_goal g join referral r on r.friend_id = g.friend_id
    cross join lateral (values ('referrer', g.referrer_amount, r.referrer_id), ('friend', g.friend_amount, g.friend_id)) as s (side, amount, member_id)
    left join referral_reward w on w.friend_id = g.friend_id and w.stage = g.stage and w.side = s.side
   where (g.reached_at is not null and s.amount > 0
          and (w.id is null or w.state = 'withdrawn' or w.amount <> s.amount or w.member_id <> s.member_id))
      or (g.reached_at is null and w.state in ('claimable', 'held'))
      or (s.amount = 0 and w.id is not null)`;

const MONEY = sql`
  select 'referral reward ' || w.id || ': transfer ' || t.id || ' moves ' || coalesce(p.amount, 0) || ', not ' || w.amount as difference
    from referral_reward w join ledger_transfer t on t.id = w.transfer_id
    left join ledger_account a on a.owner = w.member_id and a.kind = 'wallet'
    left join ledger_posting p on p.transfer_id = t.id and p.account_id = a.id
   where p.amount is distinct from w.amount or t.kind <> 'referral' or t.reference <> 'referral:' || w.id
  union all
  select 'transfer ' || t.id || ' pays an invitation without a reward' from ledger_transfer t
   where t.kind = 'referral' and not exists (select from referral_reward w where w.transfer_id = t.id)`;
