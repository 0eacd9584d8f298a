import { availableParallelism, loadavg, totalmem } from 'node:os';
import { trendOf } from './memory.ts';
import type { PlannedFault } from './plan.ts';
import type { Part } from './processes.ts';
import type { Counts } from './witness.ts';

export interface Outcome {
  readonly seed: number;
  readonly minutes: number;
  readonly graceMs: number;
  readonly startedAt: Date;
  readonly struck: readonly PlannedFault[];
  readonly leftOut: readonly string[];
  readonly witness: Counts;
  readonly counts: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  readonly parts: readonly Part[];
  readonly loads: readonly number[];
  /** Empty: passed. */
  readonly problems: readonly string[];
}

const MAX_LISTED = 40;

/** The last result, for `docs/soak.md`. */
export function reportOf(outcome: Outcome): string {
  const { witness, problems, struck, startedAt } = outcome;
  const share = witness.calm === 0 ? 0 : 100 * (1 - witness.calmFailures / witness.calm);
  const kinds = new Map<string, number>();
  for (const { kind } of struck) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return `# Soak test

\`npm run soak\` runs the built product as it is deployed: two portals, a platform, a Redis and a database of its own, under a steady load of
members. It injects one fault after the other, reverts each, and proves at the end that no money action was lost. It needs PostgreSQL
(\`TEST_DATABASE_URL\`). Faults that the machine does not support are skipped and named in the report. This file has the last result.

| Setting | Default | Meaning |
| --- | --- | --- |
| \`SOAK_MINUTES\` | 30 | duration |
| \`SOAK_SEED\` | 1 | order of the faults |
| \`SOAK_PLANT\` | none | \`lost\` or \`doubled\` falsifies the data that the checker reads, and must make it fail (results at the end) |

The run passes if all of these hold:

- Each acknowledged action is in the ledger once and with its amounts.
- \`npm run audit\` finds no difference.
- Every round ends.
- There is no response of 500 and above and no lost connection, except during a fault and ${outcome.graceMs / 1000} s after it.
- Every refusal has a code.
- No process grows without bound.

The fault "full disk" fills the disk of the product's data folders. The disk of the database is shared with other services and is not
filled.

## Last result: ${problems.length === 0 ? 'passed' : 'FAILED'}

${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${outcome.minutes} minutes, seed ${outcome.seed}; Node ${process.versions.node}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB.
Load of the machine by all its work: ${Math.min(...outcome.loads).toFixed(0)} to ${Math.max(...outcome.loads).toFixed(0)} (${loadavg()[0]?.toFixed(0)} at the end).

| What | Count |
| --- | --- |
| responses | ${witness.answers} |
| of them without a fault in progress | ${witness.calm}, failed: ${witness.calmFailures} (${share.toFixed(3)} % answered) |
| failures during a fault and its grace period | ${witness.excused} |
| acknowledged money actions${problems.length === 0 ? ', each found once in the ledger' : ''} | ${outcome.acknowledged} |
${Object.entries(outcome.counts)
  .map(([what, count]) => `| ${what} | ${count} |`)
  .join('\n')}

Faults: ${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ')}.
${outcome.leftOut.length > 0 ? `\nSkipped on this machine: ${outcome.leftOut.join('; ')}.\n` : ''}
Refusals by status and code: ${
    Object.entries(witness.refusals)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none'
  }.

| Process | Starts | MB after the warm-up and at the end, longest run |
| --- | --- | --- |
${outcome.parts.map((part) => `| ${part.name} | ${part.processRuns.length} | ${memoryOf(part)} |`).join('\n')}
${
  problems.length > 0
    ? `\n## Problems\n\n${problems
        .slice(0, MAX_LISTED)
        .map((problem) => `- ${problem}`)
        .join('\n')}\n`
    : ''
}`;
}

const PLANTED = '## Planted faults';

/** The parts of the file other than the last result, which stay. */
export function plantedSection(before: string): string {
  const from = before.indexOf(PLANTED);
  return from < 0 ? '' : `\n${before.slice(from)}`;
}

function memoryOf({ processRuns }: Part): string {
  const longest = [...processRuns].sort((one, other) => other.length - one.length)[0] ?? [];
  const trend = trendOf(longest);
  return trend ? `${trend.early.toFixed(0)} → ${trend.late.toFixed(0)}` : 'run too short';
}
