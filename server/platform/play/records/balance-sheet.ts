import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import type { RecordDeps } from './contracts.ts';
import { type KindSum, type Segment, segmentsOf, totalOf, type VersionRange } from './movement-blocks.ts';
import { balanceBefore } from './movements.ts';

export interface BalanceSheet {
  readonly opening: Units;
  readonly closing: Units;
  readonly sums: readonly KindSum[];
  /** Opening balance plus movements equals closing balance. */
  readonly balanced: boolean;
  readonly segments: readonly Segment[];
}

/** Balance sheet of the versions. Amounts that do not add up are a ledger defect and are logged. */
export async function balanceSheetOf(executor: Executor, { log }: Pick<RecordDeps, 'log'>, range: VersionRange): Promise<BalanceSheet> {
  const segments = await segmentsOf(executor, range);
  const sums = totalOf(segments);
  const opening = await balanceBefore(executor, range.accountId, range.from);
  const closing = range.end > range.from ? await balanceBefore(executor, range.accountId, range.end) : opening;
  const balanced = sums.reduce((balance, { units }) => balance + units, opening) === closing;
  if (!balanced) log.error({ account: range.accountId, from: range.from, end: range.end }, 'statement does not balance');
  return { opening, closing, sums, balanced, segments };
}
