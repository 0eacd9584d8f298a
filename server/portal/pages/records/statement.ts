import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { Envelope } from '../../../../shared/api/envelope.ts';
import { memberStatement } from '../../../../shared/api/records/contract.ts';
import { zonedDay } from '../../../../shared/time.ts';
import type { StatementData } from '../../../../views/pages/records/statement.tsx';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { inAndOut, monthName, movementView } from './movement-view.ts';

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Statements with more pages are not shown on one. */
const MAX_PRINTED_PAGES = 25;

type Statement = ValueOf<typeof memberStatement>;

/** The wallet over one month, by default the current one. With `lines=all` all lines are on one page. */
export async function statement(input: VisitorInput): Promise<{ statement: StatementData } | RefusedPage> {
  const { query, timeZone, now, context } = input;
  const month = MONTH.exec(query.get('month') ?? '')?.[0] ?? zonedDay(now, timeZone).slice(0, 7);
  const answer = await (query.get('lines') === 'all'
    ? loadAllPages(input, month)
    : loadPage(input, month, pageNumber(query.get('pageNo'))));
  if (!answer.success) return refusedBy(answer);
  const { from, to, movements, ...value } = answer.value;
  return {
    statement: {
      ...value,
      ...inAndOut(value.sums),
      printable: value.totalPages > 1 && value.totalPages <= MAX_PRINTED_PAGES,
      monthText: monthName(new Date(`${month}-01T00:00:00Z`), context.language.tag),
      fromText: shownTime(from, timeZone),
      toText: shownTime(Date.parse(to) - 1, timeZone),
      movements: movements.map((movement) => movementView(movement, timeZone)),
    },
  };
}

function loadPage({ upstream, visitor }: VisitorInput, month: string, pageNo: number): Promise<Envelope<Statement>> {
  return upstream.call(memberStatement, { query: { month, pageNo } }, visitor);
}

/** Loads all pages in sequence; the totals are those of the last page, which was read together with the newest lines. */
async function loadAllPages(input: VisitorInput, month: string): Promise<Envelope<Statement>> {
  const movements: Statement['movements'] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const answer = await loadPage(input, month, pageNo);
    if (!answer.success || answer.value.totalPages > MAX_PRINTED_PAGES) return answer;
    movements.push(...answer.value.movements);
    if (pageNo >= answer.value.totalPages)
      return { ...answer, value: { ...answer.value, movements, firstLine: Math.min(1, answer.value.lines), pageNum: 1, totalPages: 1 } };
  }
}
