import type { MissionStep } from '../../../../shared/api/missions/constants.ts';
import type { MissionValue } from '../../../../shared/api/missions/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { POINTS_PER_WHOLE, pointsToWire } from '../../../../shared/money/points.ts';
import { zonedDay } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { readMerchant, toUnits } from '../../merchant/index.ts';
import { mayBeOffered, type OfferRules } from '../may-be-offered.ts';
import type { RewardRow } from './pay.ts';
import { readPositions } from './positions.ts';
import { readProgress } from './progress.ts';
import { leastUnits, type Mission } from './windows.ts';
import { missionsOf } from './windows-of-now.ts';

export interface Reader {
  readonly merchant: string;
  readonly protection: OfferRules;
  readonly now: Date;
}

export interface MemberMissions {
  readonly paused: boolean;
  readonly missions: MissionValue[];
}

/** Missions of now with the progress that the consumer has counted, and rewards of earlier ones that can be claimed. */
export async function listMissions(executor: Executor, memberId: string, { merchant, protection, now }: Reader): Promise<MemberMissions> {
  const { settings } = await readMerchant(executor, merchant);
  const rewards = await executor.selectFrom('mission_reward').selectAll().where('member_id', '=', memberId).orderBy('id').execute();
  const isPaused = !(await mayBeOffered(protection, executor, memberId));
  // A member who should not play is offered no reason to.
  const current = isPaused ? [] : await missionsOf(executor, settings, [zonedDay(now.getTime(), settings.timeZone)]);
  const positionOf = await readPositions(executor);
  const missions: MissionValue[] = [];
  for (const mission of current) {
    const row = rewards.find((one) => one.mission_id === mission.rule.id && one.window_from === mission.key && one.state !== 'withdrawn');
    const have = await readProgress(executor, {
      mission,
      memberIds: [memberId],
      upTo: positionOf(mission.rule.goal),
      timeZone: settings.timeZone,
    });
    missions.push(row ? ofReward(row, now, mission) : ofRule(mission, have.get(memberId) ?? 0n));
  }
  const isListed = (row: RewardRow) => missions.some(({ rewardId }) => rewardId === idOf(row));
  const earlier = rewards.filter((row) => ['claim', 'processing'].includes(stepOf(row, now)) && !isListed(row));
  return { paused: isPaused, missions: [...earlier.map((row) => ofReward(row, now)), ...missions] };
}

function idOf({ id }: RewardRow): string {
  return `missions:${id}`;
}

function ofRule({ rule, target, key, endsAt }: Mission, have: bigint): MissionValue {
  const { id, period, goal, category, points, amount } = rule;
  return {
    missionId: id,
    window: key,
    period,
    goal,
    category,
    have: numberOf(goal, have < 0n ? 0n : have < target ? have : target),
    need: numberOf(goal, target),
    leastStake: leastOf(leastUnits(rule)),
    amount: amount > 0 ? toWire(toUnits(amount)) : null,
    points: points > 0 ? pointsToWire(BigInt(points) * POINTS_PER_WHOLE) : null,
    step: 'open',
    rewardId: null,
    until: endsAt?.toISOString() ?? null,
  };
}

function ofReward(row: RewardRow, now: Date, mission?: Mission): MissionValue {
  const step = stepOf(row, now);
  const target = BigInt(row.target);
  const end = mission?.endsAt ?? null;
  return {
    missionId: row.mission_id,
    window: row.window_from,
    period: row.period,
    goal: row.goal,
    category: row.category,
    have: numberOf(row.goal, target),
    need: numberOf(row.goal, target),
    leastStake: leastOf(BigInt(row.least_stake)),
    amount: BigInt(row.amount) > 0n ? toWire(BigInt(row.amount)) : null,
    points: BigInt(row.points) > 0n ? pointsToWire(BigInt(row.points)) : null,
    step,
    rewardId: idOf(row),
    until: step === 'claim' ? row.claim_until.toISOString() : (end?.toISOString() ?? null),
  };
}

const STEPS: Readonly<Record<RewardRow['state'], MissionStep>> = {
  claimable: 'claim',
  due: 'processing',
  paid: 'claimed',
  expired: 'expired',
  withdrawn: 'open',
};

function stepOf({ state, claim_until }: RewardRow, now: Date): MissionStep {
  return state === 'claimable' && claim_until <= now ? 'expired' : STEPS[state];
}

function leastOf(units: bigint): MissionValue['leastStake'] {
  return units > 0n ? toWire(units) : null;
}

function numberOf(goal: MissionValue['goal'], value: bigint): string {
  return goal === 'stake' ? toWire(value) : value.toString();
}
