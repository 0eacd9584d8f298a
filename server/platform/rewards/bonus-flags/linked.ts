import { sql } from 'kysely';
import type { Tx } from '../../base/db/index.ts';
import type { BonusCheckRules } from '../../merchant/index.ts';
import { linkedMembers, TRAIT_KINDS } from '../../protection/links/index.ts';
import type { FlagDeps } from './contracts.ts';
import { type Bonus, examine, type Finding, isCovered, ownRounds } from './rounds.ts';

/** An address with more members than this is one of a carrier or a campus: its members are not compared. */
const MOST_AT_ONE_ADDRESS = 40;

/** Examines the rounds that the member of the bonus and a linked member have both bet on: together they hardly win or lose. */
export async function findLinked(deps: FlagDeps, tx: Tx, bonus: Bonus, rules: BonusCheckRules): Promise<readonly Finding[]> {
  if (!(await hasSharedRounds(tx, bonus.bonusId, rules))) return [];
  const links = await linkedMembers(tx, bonus.memberId, { kinds: TRAIT_KINDS });
  const isCrowd = links.length > MOST_AT_ONE_ADDRESS;
  const candidates = isCrowd ? links.filter(({ kinds }) => kinds.some((kind) => kind !== 'network')) : links;
  for (const { memberId: other } of candidates) {
    const units = sql`${ownRounds(bonus.bonusId)}, ${together(other, rules)}`;
    const finding = await examine(tx, bonus, 'linked', { units, most: rules, other });
    if (!finding) continue;
    const kinds = await deps.opponents.shared(tx, bonus.memberId, other);
    // Members of one large network only.
    if (kinds.length > 0) return [{ ...finding, evidence: { ...finding.evidence, links: [{ memberId: other, kinds }] } }];
  }
  return [];
}

async function hasSharedRounds(tx: Tx, bonusId: string, { coveredRounds }: BonusCheckRules): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with ${ownRounds(bonusId)}
    select count(distinct (provider, market))::int as count from own where market is not null`.execute(tx);
  return (rows[0]?.count ?? 0) >= coveredRounds;
}

/** Markets on which both have bet. Those whose bets of the member cover each other are counted by the rule `opposite`. */
const together = (other: string, rules: BonusCheckRules) => sql`
  mine as (
    select provider, market, min(game_id) as game_id, max(settled_at) as at, count(*) as count, sum(stake) as stake, sum(payout) as payout
      from own where market is not null group by 1, 2),
  theirs as (
    select provider, market, count(*) as count, sum(stake - refunded) as stake, sum(payout) as payout
      from vendor_round
     where member_id = ${other} and state in ('won', 'lost') and market is not null and realm = 'real'
       and opened_at >= (select min(opened_at) - interval '1 day' from own)
     group by 1, 2),
  pair as (
    select m.at, m.provider || ', ' || m.game_id || ': ' || m.market as what, (m.count + t.count)::int as count, m.stake + t.stake as stake,
           m.payout + t.payout as payout
      from mine m join theirs t on t.provider = m.provider and t.market = m.market
     where m.stake > 0 and t.stake > 0 and not (abs(m.payout - m.stake) * 100 <= m.stake * ${rules.bandPercent}::int)),
  units as (select *, ${isCovered(rules)} as matched from pair)`;
