import { CASHBACK_STATES } from '../../../../shared/api/cashback/constants.ts';
import { cashbackOverview, cashbackRates, cashbackStatement, cashbackStatements } from '../../../../shared/api/cashback/contract.ts';
import { isOpenHref } from '../../../../views/components/member-entries.ts';
import type { CashbackView, PeriodView } from '../../../../views/pages/rewards/cashback.tsx';
import { callOr } from '../call-value.ts';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { ACCOUNT_RECORD_PATH } from '../records/transactions.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';

const STATEMENT = /^\d{1,18}$/;
const DAY_LENGTH = 10;
const MINUTE_LENGTH = 16;

/** `/member/manualRebate`: the running period and the history, or one period (`?statement=`). `?done=1` follows a claim without script. */
export async function cashback(input: VisitorInput): Promise<CashbackView | RefusedPage> {
  const statementId = STATEMENT.exec(input.query.get('statement') ?? '')?.[0];
  return statementId === undefined ? overview(input) : statement(input, statementId);
}

async function overview(input: VisitorInput): Promise<CashbackView | RefusedPage> {
  const { upstream, visitor, query, timeZone } = input;
  const shown = CASHBACK_STATES.find((state) => state === query.get('state'));
  const [now, history, rates] = await Promise.all([
    upstream.call(cashbackOverview, {}, visitor),
    upstream.call(cashbackStatements, { query: { page: pageNumber(query.get('pageNo')), ...(shown && { state: shown }) } }, visitor),
    callOr(upstream, cashbackRates, {}, visitor, null),
  ]);
  if (!now.success) return refusedBy(now);
  if (!history.success) return refusedBy(history);
  const { pending, claimable, ...state } = now.value;
  return {
    ...frame(input),
    content: {
      kind: 'overview',
      ...state,
      claimable: { ...claimable, untilText: claimable.until === null ? null : minute(claimable.until, timeZone) },
      shown: shown ?? null,
      rates: rates?.offered ? rates : null,
      pending: pending && explained(pending, timeZone),
      page: history.value.page,
      pages: history.value.pages,
      statements: history.value.statements.map((one) => ({
        ...one,
        periodText: periodText(one, timeZone),
        untilText: one.claimUntil === null ? null : minute(one.claimUntil, timeZone),
      })),
    },
  };
}

async function statement(input: VisitorInput, statementId: string): Promise<CashbackView | RefusedPage> {
  const { upstream, visitor, timeZone, context } = input;
  const [answer, now] = await Promise.all([
    upstream.call(cashbackStatement, { query: { statementId } }, visitor),
    upstream.call(cashbackOverview, {}, visitor),
  ]);
  if (!answer.success) return refusedBy(answer);
  const { value } = answer;
  const ledger = value.transferId !== null && isOpenHref(ACCOUNT_RECORD_PATH, context.features);
  return {
    ...frame(input),
    content: {
      kind: 'statement',
      ...value,
      ...explained(value, timeZone),
      paused: now.success && now.value.paused,
      held: now.success && now.value.held,
      untilText: value.claimUntil === null ? null : minute(value.claimUntil, timeZone),
      paidText: value.paidAt === null ? null : minute(value.paidAt, timeZone),
      ledgerHref: ledger ? `${ACCOUNT_RECORD_PATH}?${new URLSearchParams({ transferId: value.transferId ?? '' })}` : null,
    },
  };
}

function frame({ query, form, timeZone, context }: VisitorInput): Omit<CashbackView, 'content'> {
  const posted = form?.call === 'cashback.claim' ? form : undefined;
  return { timeZone, here: context.here, problem: posted?.message ?? '', claimed: query.has('done') && !posted };
}

type Explained = Pick<PeriodView, 'lines'> & { readonly periodStart: string; readonly periodEnd: string };

function explained<Value extends Omit<Explained, 'lines'> & { readonly lines: readonly Omit<PeriodView['lines'][number], 'beforeText'>[] }>(
  value: Value,
  timeZone: string,
) {
  return {
    ...value,
    periodText: periodText(value, timeZone),
    endText: minute(value.periodEnd, timeZone),
    lines: value.lines.map((line) => ({
      ...line,
      beforeText: line.before === null ? null : shownTime(line.before, timeZone).slice(0, DAY_LENGTH),
    })),
  };
}

/** "2026-11-25", or "2026-11-16 – 2026-11-22". */
function periodText({ periodStart, periodEnd }: { readonly periodStart: string; readonly periodEnd: string }, timeZone: string): string {
  const [from, to] = [periodStart, Date.parse(periodEnd) - 1].map((at) => shownTime(at, timeZone).slice(0, DAY_LENGTH));
  return from === to ? `${from}` : `${from} – ${to}`;
}

function minute(instant: string, timeZone: string): string {
  return shownTime(instant, timeZone).slice(0, MINUTE_LENGTH);
}
