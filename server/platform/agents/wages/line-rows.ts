import type { PlayLine } from '../../../../shared/rules/wages.ts';

/** Sums of the play of a team as the database returns them. */
export interface LineRow {
  readonly agent_id: string;
  /** Number of the part of the window. */
  readonly nr: number;
  readonly category: string;
  readonly bet: string;
  readonly excluded: boolean;
  readonly own: boolean;
  readonly valid: string;
  readonly stake: string;
  readonly payout: string;
}

/** Lines of one agent by part of the window; some parts may have none. */
export type LinesBySpan = readonly (readonly PlayLine[])[];

/** Lines by agent and part, in the order of the rows. */
export function linesByAgent(rows: readonly LineRow[], parts: number): ReadonlyMap<string, LinesBySpan> {
  const lines = new Map<string, PlayLine[][]>();
  for (const { agent_id, nr, category, excluded, own, ...row } of rows) {
    const line = {
      category,
      excluded,
      own,
      bet: BigInt(row.bet),
      valid: BigInt(row.valid),
      stake: BigInt(row.stake),
      payout: BigInt(row.payout),
    };
    const list = lines.get(agent_id) ?? Array.from({ length: parts }, () => []);
    list[nr]?.push(line);
    lines.set(agent_id, list);
  }
  return lines;
}

/** The lines of all parts, one for each category, size, exclusion and own play. */
export function wholeLines(spans: LinesBySpan): readonly PlayLine[] {
  const [first = [], ...others] = spans;
  if (others.length === 0) return first;
  const lines = new Map<string, PlayLine>();
  for (const line of spans.flat()) {
    const key = [line.category, line.bet, line.excluded, line.own].join(' ');
    const known = lines.get(key);
    const [valid, stake, payout] = (['valid', 'stake', 'payout'] as const).map((name) => (known?.[name] ?? 0n) + line[name]) as [
      bigint,
      bigint,
      bigint,
    ];
    lines.set(key, { ...line, valid, stake, payout });
  }
  return [...lines.values()];
}
