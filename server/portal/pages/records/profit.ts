import type { RecordFrame } from '../../../../client/islands/records/props.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import { memberProfit } from '../../../../shared/api/records/contract.ts';
import { RECORD_DAYS } from '../../../../shared/records.ts';
import { shiftDay } from '../../../../shared/time.ts';
import { categoryLabel } from '../../../../views/components/navigation.ts';
import type { ProfitData } from '../../../../views/pages/records/profit.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { type Days, periodOf, readDays } from './record-period.ts';

const PAGE = '/member/personalProfit';

/** Profit and loss of the days in the address. */
export async function profit(input: VisitorInput): Promise<ProfitData | RefusedPage> {
  const { upstream, visitor, query, timeZone, now, context } = input;
  const days = readDays(query, timeZone, now, '30d');
  const period = periodOf(context.t, days, RECORD_DAYS.profit);
  const frame: RecordFrame = { action: PAGE, parameters: {}, period, timeZone };
  if (period.problem) return { frame, stats: null };
  const answer = await upstream.call(memberProfit, { query: { fromDay: days.from, toDay: days.to } }, visitor);
  if (!answer.success) return refusedBy(answer);
  const { categories, vendors, ...summary } = answer.value;
  return {
    frame,
    stats: {
      ...summary,
      chart: everyDay(days, summary.days),
      categories: categories.map(({ gameCategory, ...sum }) => ({
        key: gameCategory,
        label: categoryLabel(context.t, gameCategory),
        ...sum,
      })),
      vendors: vendors.map(({ vassalage, vendorName, ...sum }) => ({ key: vassalage, label: vendorName, ...sum })),
    },
  };
}

/** Net position of each day, including days without activity. */
function everyDay({ from, to }: Days, days: ValueOf<typeof memberProfit>['days']): { day: string; net: string }[] {
  const known = new Map(days.map(({ day, net }) => [day, net]));
  const all: { day: string; net: string }[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) all.push({ day, net: known.get(day) ?? '0.0000' });
  return all;
}
