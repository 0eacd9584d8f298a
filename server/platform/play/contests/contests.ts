import { sql } from 'kysely';
import * as v from 'valibot';
import type { Units } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { type ContestRules, contestRules } from '../../merchant/index.ts';
import type { Turnover } from '../../money/turnover/index.ts';
import { type Ended, flowsOf } from './flows.ts';
import type { Opponents } from './opponents.ts';

/** A member's stake in a contest: rounds of several members that are decided together, such as a hand of cards. */
export interface ContestEntry {
  readonly provider: string;
  /** The vendor's id of the contest. */
  readonly contestId: string;
  readonly roundId: string;
  readonly memberId: string;
  readonly gameId: string;
  readonly currency: string;
  readonly stake: Units;
}

/** Reason why a member may not join a contest, and the round of the other member. */
export interface ContestRefusal {
  readonly reason: 'linked_players' | 'pair_limit';
  readonly roundId: string;
}

export interface EndedRound {
  readonly provider: string;
  readonly roundId: string;
  readonly memberId: string;
  readonly stake: Units;
  readonly payout: Units;
  readonly refunded: Units;
}

export interface Contests {
  /** Call it before the stake is posted. The contest stays locked until the commit, so that concurrent entries see each other. */
  refuse(tx: Tx, entry: ContestEntry): Promise<ContestRefusal | undefined>;
  enter(tx: Tx, entry: ContestEntry): Promise<void>;
  /** Ends a round: its prize adds a turnover requirement, and the last round of the contest determines who won from whom. */
  end(tx: Tx, round: EndedRound): Promise<void>;
}

export interface ContestDeps {
  readonly clock: Clock;
  readonly merchant: string;
  readonly opponents: Pick<Opponents, 'shared'>;
  readonly turnover: Turnover;
}

/** Games between players. */
export const CONTEST_CATEGORY = 'PVP';

export function createContests({ clock, merchant, opponents, turnover }: ContestDeps): Contests {
  async function refuse(tx: Tx, entry: ContestEntry): Promise<ContestRefusal | undefined> {
    await lockContest(tx, entry);
    const others = await tx
      .selectFrom('contest_entry')
      .select(['member_id', 'round_id', 'stake'])
      .where('provider', '=', entry.provider)
      .where('contest_id', '=', entry.contestId)
      .execute();
    if (others.length === 0) return undefined;
    const max = entry.stake * BigInt((await readRules(tx, merchant)).pairStakesPerDay);
    for (const { member_id, round_id: roundId, stake } of others.filter(({ round_id }) => round_id !== entry.roundId)) {
      if (member_id === entry.memberId || (await opponents.shared(tx, entry.memberId, member_id)).length > 0)
        return { reason: 'linked_players', roundId };
      const lost = await netLoss(tx, entry, member_id, new Date(clock.now().getTime() - DAY_MS));
      if (lost + entry.stake > max || BigInt(stake) - lost > max) return { reason: 'pair_limit', roundId };
    }
    return undefined;
  }

  return {
    refuse,
    async enter(tx, { provider, contestId, roundId, memberId, gameId, currency, stake }) {
      const names = { provider, round_id: roundId, contest_id: contestId, member_id: memberId, game_id: gameId };
      await tx
        .insertInto('contest_entry')
        .values({ ...names, currency, stake: String(stake), entered_at: clock.now() })
        .onConflict((conflict) =>
          conflict.columns(['provider', 'round_id']).doUpdateSet({ stake: sql`contest_entry.stake + excluded.stake` }),
        )
        .execute();
    },
    async end(tx, { provider, roundId, memberId, stake, payout, refunded }) {
      const now = clock.now();
      const ended = await tx
        .updateTable('contest_entry')
        .set({ net: String(payout + refunded - stake), ended_at: now })
        .where('provider', '=', provider)
        .where('round_id', '=', roundId)
        .where('ended_at', 'is', null)
        .returning('contest_id')
        .executeTakeFirst();
      if (!ended) return;
      const { prizeTurnoverPercent: percent } = await readRules(tx, merchant);
      await turnover.require(tx, memberId, { source: `contest:${provider}:${roundId}`, units: payout, percent });
      await noteFlows(tx, provider, ended.contest_id, now);
    },
  };
}

/** A member's loss to another one since then, net of winnings from them. */
async function netLoss(tx: Tx, { memberId, currency }: ContestEntry, other: string, since: Date): Promise<Units> {
  const { rows } = await sql<{ lost: string }>`
    select coalesce(sum(case when from_member = ${memberId} then units else -units end), 0) as lost from contest_flow
     where currency = ${currency} and at > ${since}
       and ((from_member = ${memberId} and to_member = ${other}) or (from_member = ${other} and to_member = ${memberId}))`.execute(tx);
  return BigInt(rows[0]?.lost ?? 0);
}

async function noteFlows(tx: Tx, provider: string, contestId: string, now: Date): Promise<void> {
  await lockContest(tx, { provider, contestId });
  const entries = await tx
    .selectFrom('contest_entry')
    .select(['member_id', 'currency', 'net'])
    .where('provider', '=', provider)
    .where('contest_id', '=', contestId)
    .orderBy('round_id')
    .execute();
  const ended = entries.flatMap(({ member_id, net }): Ended[] => (net === null ? [] : [{ memberId: member_id, net: BigInt(net) }]));
  if (ended.length < entries.length) return;
  const flows = flowsOf(ended);
  const currency = entries[0]?.currency ?? '';
  if (flows.length === 0) return;
  await tx
    .insertInto('contest_flow')
    .values(
      flows.map(({ from, to, units }) => ({
        provider,
        contest_id: contestId,
        from_member: from,
        to_member: to,
        currency,
        units: String(units),
        at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function lockContest(tx: Tx, { provider, contestId }: Pick<ContestEntry, 'provider' | 'contestId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`contest ${provider} ${contestId}`}))`.execute(tx);
}

async function readRules(executor: Executor, merchant: string): Promise<ContestRules> {
  const { rows } = await sql<{ rules: unknown }>`select settings -> 'contests' as rules from merchant where code = ${merchant}`.execute(
    executor,
  );
  return v.parse(contestRules, rows[0]?.rules ?? {});
}
