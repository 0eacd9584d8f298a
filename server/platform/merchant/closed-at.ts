import { type RawBuilder, sql } from 'kysely';

/** Columns of a switch, qualified if ambiguous. */
export interface SwitchColumns {
  readonly closed: string;
  readonly from: string;
  readonly until: string;
}

export const GAME_SWITCH: SwitchColumns = { closed: 'game.maintenance', from: 'game.maintenance_from', until: 'game.maintenance_end' };
export const VENDOR_SWITCH: SwitchColumns = {
  closed: 'vendor.maintenance',
  from: 'vendor.maintenance_from',
  until: 'vendor.maintenance_end',
};
/** The switch for all games is stored in every vendor's row. */
export const ALL_SWITCH: SwitchColumns = { closed: 'vendor.closed', from: 'vendor.closed_from', until: 'vendor.closed_until' };

/** SQL condition: closed by the switch within its scheduled period. */
export function isClosedAt({ closed, from, until }: SwitchColumns, now: Date): RawBuilder<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<boolean>`(${sql.ref(closed)} and coalesce(${sql.ref(from)} <= ${at}, true) and coalesce(${sql.ref(until)} > ${at}, true))`;
}
