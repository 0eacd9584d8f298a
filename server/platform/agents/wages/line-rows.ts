import type { PlayLine } from '../../../../shared/rules/wages.ts';

/** Sums of the play of a team as the database returns them. */
export interface LineRow {
  readonly agent_id: string;
  readonly category: string;
  readonly bet: string;
  readonly excluded: boolean;
  readonly own: boolean;
  readonly valid: string;
  readonly stake: string;
  readonly payout: string;
}

/** Lines by agent, in the order of the rows. */
export function linesByAgent(rows: readonly LineRow[]): ReadonlyMap<string, readonly PlayLine[]> {
  const lines = new Map<string, PlayLine[]>();
  for (const { agent_id, category, excluded, own, ...row } of rows) {
    const line = {
      category,
      excluded,
      own,
      bet: BigInt(row.bet),
      valid: BigInt(row.valid),
      stake: BigInt(row.stake),
      payout: BigInt(row.payout),
    };
    const list = lines.get(agent_id);
    if (list) list.push(line);
    else lines.set(agent_id, [line]);
  }
  return lines;
}
