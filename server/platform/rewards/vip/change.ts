import { sql } from 'kysely';
import type { VipCause } from '../../../../shared/api/vip/constants.ts';
import { type VipStanding, vipLevelOf } from '../../../../shared/rules/vip.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { type LevelRules, type MemberStanding, standingOf } from './standing.ts';

/** A level that was reached or lost, as it is stored. */
export interface LevelChange {
  readonly memberId: string;
  readonly from: number;
  readonly to: number;
  readonly cause: VipCause;
}

export interface ChangeOrder {
  readonly rules: LevelRules;
  readonly now: Date;
  /** Of a rise and of a fall. */
  readonly causes: readonly [rise: VipCause, fall: VipCause];
  readonly operator?: string;
  readonly reason?: string;
}

/** What follows from changed levels, in the same transaction. */
export type OnChanges = (tx: Tx, afterCommit: AfterCommit, changes: readonly LevelChange[], now: Date) => Promise<void>;

export interface NextStanding {
  readonly row: MemberStanding;
  readonly standing: VipStanding;
}

/** The standings of members, unchanged, with which their levels are computed again. */
export function asTheyAre(rows: readonly MemberStanding[]): readonly NextStanding[] {
  return rows.map((row) => ({ row, standing: standingOf(row) }));
}

/** Stores the standings, the levels that follow, and a change for each that differs. The caller has the turn. */
export async function storeLevels(tx: Tx, next: readonly NextStanding[], order: ChangeOrder): Promise<readonly LevelChange[]> {
  const { rules, now, causes, operator = '', reason = '' } = order;
  const changed = next.flatMap(({ row, standing }) => {
    const level = vipLevelOf(rules.levels, standing);
    const [ceiling, lost] = [standing.fallen?.ceiling ?? null, standing.fallen?.lost ?? null];
    const { granted, limited } = standing;
    const same = [level, ceiling, lost, granted, limited].join() === [row.level, row.ceiling, row.lost, row.granted, row.limited].join();
    if (same) return [];
    const since = level > row.level ? now : row.since;
    return [
      { row, standing, level, stored: { member_id: row.member_id, level, since: since.toISOString(), ceiling, lost, granted, limited } },
    ];
  });
  if (changed.length === 0) return [];
  await sql`
    update vip_member v set level = n.level, since = n.since, ceiling = n.ceiling, lost = n.lost, granted = n.granted, limited = n.limited
      from jsonb_to_recordset(${JSON.stringify(changed.map(({ stored }) => stored))}::jsonb)
        as n(member_id text, level int, since timestamptz, ceiling int, lost int, granted int, limited int)
     where v.member_id = n.member_id`.execute(tx);
  const moved = changed.filter(({ row, level }) => level !== row.level);
  if (moved.length === 0) return [];
  await tx
    .insertInto('vip_change')
    .values(
      moved.map(({ row, standing, level }) => ({
        member_id: row.member_id,
        from_level: row.level,
        to_level: level,
        cause: causes[level > row.level ? 0 : 1],
        stake: standing.stake.toString(),
        deposits: standing.deposits.toString(),
        period_stake: row.period_stake,
        operator,
        reason,
        at: now,
      })),
    )
    .execute();
  return moved.map(({ row, level }) => ({
    memberId: row.member_id,
    from: row.level,
    to: level,
    cause: causes[level > row.level ? 0 : 1],
  }));
}
