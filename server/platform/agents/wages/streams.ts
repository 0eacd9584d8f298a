import type { WindowKind } from '../../../../shared/rules/wage-windows.ts';
import { DIVIDEND_PERIODS, type DividendPeriod, type WageKind } from '../../../../shared/rules/wages.ts';
import { windowKindOf } from '../contracts/index.ts';

/** Windows that are settled in order: one sequence for each kind, and each period of dividends. */
export interface Stream {
  readonly name: string;
  readonly kind: WageKind;
  readonly period: DividendPeriod | null;
  readonly windows: WindowKind;
}

const stream = (kind: WageKind, period: DividendPeriod | null): Stream => ({
  name: period === null ? kind : `${kind}-${period}`,
  kind,
  period,
  windows: windowKindOf(kind, period),
});

/** In the order of settlement: dividends may be reduced by the other wages of their windows. */
export const STREAMS: readonly Stream[] = [
  ...(['realtime', 'hourly', 'daily'] as const).map((kind) => stream(kind, null)),
  ...DIVIDEND_PERIODS.map((period) => stream('dividend', period)),
];
