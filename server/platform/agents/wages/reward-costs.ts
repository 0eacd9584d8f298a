import { sql } from 'kysely';
import { BONUS, type TransferKind, WALLET } from '../../ledger/index.ts';

/** Rewards in real money. Free rounds are no facts of play, so their wins are in no result of a team. */
const PAID: readonly TransferKind[] = ['cashback', 'vip-gift', 'mission', 'referral', 'promotion', 'raffle', 'points', 'free-round-win'];
/**
 * A bonus costs what was granted less what was given up. Stakes and wins of bonus money are play like any other, so the difference between what was
 * granted and what became real money is in the team's result already.
 */
const BONUS_MONEY: readonly TransferKind[] = ['bonus-granted', 'bonus-ended'];

const literals = (kinds: readonly TransferKind[]) => sql.join(kinds.map((kind) => sql.lit(kind)));
/** As literals, in the order of the indexes of migration 352: the planner uses a partial index for the same list only. */
export const REWARD_KINDS = literals([...PAID, ...BONUS_MONEY]);

/** Condition on a posting `p` of an account `a` in a transfer `t`: it is what a member gets as a reward, or gives back of it. */
export const isReward = sql<boolean>`(
  t.kind in (${REWARD_KINDS}) and a.realm = 'real' and a.owner <> 'house'
  and a.kind = case when t.kind in (${literals(BONUS_MONEY)}) then ${sql.lit(BONUS)} else ${sql.lit(WALLET)} end)`;

/** Postings of adjustments and rewards in a time, as rows of id, at, member_id and units. Statements from before rewards counted have none. */
export function costPostings({ from, until, hasRewards }: { readonly from: Date; readonly until: Date; readonly hasRewards: boolean }) {
  const postings = sql`
    select t.id, t.created_at as at, a.owner as member_id, p.amount as units
      from ledger_transfer t join ledger_posting p on p.transfer_id = t.id join ledger_account a on a.id = p.account_id`;
  const inTime = sql`t.created_at >= ${from} and t.created_at < ${until}`;
  const adjustments = sql`
    ${postings} where t.kind = 'adjustment' and a.kind = ${WALLET} and a.realm = 'real' and a.owner <> 'house' and ${inTime}`;
  return hasRewards ? sql`${adjustments} union all ${postings} where ${isReward} and ${inTime}` : adjustments;
}
