import { earnedLevel, type VipStanding } from '../../../../shared/rules/vip.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type OnChanges, storeLevels } from './change.ts';
import { lockTurn, periodOf, readLevelRules, readStandings, standingOf } from './standing.ts';

export interface DecideDeps {
  readonly clock: Clock;
  readonly merchant: string;
  readonly onChanges: OnChanges;
}

export interface LevelDecision {
  readonly memberId: string;
  /** Null: the level follows from play and deposits again. */
  readonly level: number | null;
  readonly operator: string;
  readonly reason: string;
}

/** Sets the level of a member by hand: at least a higher one, which must be kept as others are, or at most a lower one. */
export async function decideLevel(deps: DecideDeps, tx: Tx, afterCommit: AfterCommit, decision: LevelDecision): Promise<void> {
  const { memberId, level, operator, reason } = decision;
  const turn = await lockTurn(tx);
  const rules = await readLevelRules(tx, deps.merchant);
  if (!turn || (level !== null && (level < 1 || level > rules.levels.length))) throw new Refusal('not_found');
  const now = deps.clock.now();
  await tx
    .insertInto('vip_member')
    .values({ member_id: memberId, stake: '0', deposits: '0', level: 1, since: now, ceiling: null, lost: null, granted: 0, limited: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await readStandings(tx, [memberId], periodOf(turn.openFrom, rules));
  const next = rows.map((row) => ({ row, standing: { ...standingOf(row), ...setTo(level, earnedLevel(rules.levels, standingOf(row))) } }));
  const order = { rules, now, causes: ['operator', 'operator'], operator, reason } as const;
  await deps.onChanges(tx, afterCommit, await storeLevels(tx, next, order), now);
}

function setTo(level: number | null, earned: number): Pick<VipStanding, 'granted' | 'limited'> {
  if (level === null || level === earned) return { granted: 0, limited: null };
  return level > earned ? { granted: level, limited: null } : { granted: 0, limited: level };
}
