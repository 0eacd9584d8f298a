import { WAGE_PERIODS } from '../../../../client/islands/records/props.ts';
import { WAGE_STATES } from '../../../../shared/api/agent-wages/constants.ts';
import { type wageExport, wageStatement, wageStatements } from '../../../../shared/api/agent-wages/contract.ts';
import type { WageStatementLine } from '../../../../shared/api/agent-wages/schemas.ts';
import type { QueryOf } from '../../../../shared/api/client-call.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import type { WageKind } from '../../../../shared/rules/wages.ts';
import { zonedDay } from '../../../../shared/time.ts';
import { agentHref, isOpen, isOpenHref, WAGE_PAGES } from '../../../../views/components/member-entries.ts';
import type { WagePageView, WageRecordView } from '../../../../views/pages/agent/wages.tsx';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { fileHref } from '../records/record-file.ts';
import type { Days } from '../records/record-period.ts';
import { ACCOUNT_RECORD_PATH } from '../records/transactions.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { contractPage } from './contract-page.ts';
import { choiceIn, teamFrame } from './team-frame.ts';
import { windowHref, windowInstant } from './window-betting.ts';

const STATEMENT = /^\d{1,18}$/;
const NOTHING = { statements: [], paid: '0.0000', waiting: '0.0000', total: 0, page: 1, pages: 1, ...NO_CURRENCY, next: null } as const;
const DAY_LENGTH = 10;
const MINUTE_LENGTH = 16;

/** Wages of one kind: the record, one statement (`?statement=`), or the contracts (`?view=contracts`). */
export function wagePage(kind: WageKind) {
  return async (input: VisitorInput): Promise<WagePageView | RefusedPage> => {
    const page = WAGE_PAGES[kind];
    const contractsHref = `${agentHref(page)}?view=contracts`;
    const content = await contentOf(kind, input);
    return 'refused' in content ? content : { kind, page, recordHref: agentHref(page), contractsHref, ...content };
  };
}

async function contentOf(kind: WageKind, input: VisitorInput): Promise<Pick<WagePageView, 'content'> | RefusedPage> {
  if (input.query.get('view') === 'contracts') return contractPage(kind, input);
  const statementId = STATEMENT.exec(input.query.get('statement') ?? '')?.[0];
  return statementId === undefined ? recordOf(kind, input) : statementOf(kind, input, statementId);
}

async function recordOf(kind: WageKind, input: VisitorInput): Promise<Pick<WagePageView, 'content'> | RefusedPage> {
  const state = readWageState(input);
  const team = wageFrame(kind, input);
  const query = { ...wageQuery(kind, team.days, state), page: pageNumber(input.query.get('pageNo')) };
  const answer = team.frame.period.problem ? undefined : await input.upstream.call(wageStatements, { query }, input.visitor);
  if (answer && !answer.success) return refusedBy(answer);
  const { statements, paid, waiting, total, page, pages, currency, currencySymbol, next } = answer?.value ?? NOTHING;
  const record: WageRecordView = {
    frame: team.frame,
    state,
    states: WAGE_STATES.map((value) => ({ value, label: input.context.t(`wages.state_${value}`) })),
    count: total,
    next: next && { at: next.at, timeZone: input.timeZone, day: zonedDay(Date.parse(next.now), input.timeZone) },
    paid,
    waiting,
    lines: statements.map((line) => ({
      ...line,
      windowText: windowText(line, input.timeZone),
      href: team.href({ statement: line.statementId }),
    })),
    pageNum: page,
    totalPages: pages,
    pageHref: team.pageHref,
    csvHref: fileHref(team.frame.action, team.days, { state }),
    currency,
    currencySymbol,
  };
  return { content: { record } };
}

async function statementOf(kind: WageKind, input: VisitorInput, statementId: string): Promise<Pick<WagePageView, 'content'> | RefusedPage> {
  const { timeZone, context } = input;
  const answer = await input.upstream.call(wageStatement, { query: { statementId } }, input.visitor);
  if (!answer.success) return refusedBy(answer);
  const { value } = answer;
  // A number of another kind would be a wage under the name of this one.
  if (value.kind !== kind) return { refused: { code: 'wage_not_found', message: context.t('errors.wage_not_found') } };
  const { transferId, paidAt, windowStart, windowEnd } = value;
  const window = { from: windowInstant(windowStart), to: windowInstant(windowEnd) };
  const hasBets = isOpenHref(agentHref('agentTeamBetting'), context.features) && isOpen('windowBets', context.features);
  const ledgerHref = `${ACCOUNT_RECORD_PATH}?${new URLSearchParams({ transferId: transferId ?? '' })}`;
  const statement = {
    ...value,
    windowText: windowText(value, timeZone),
    account: input.visitor.session?.account ?? '',
    boundsText: [minute(windowStart, timeZone), minute(windowEnd, timeZone)] as const,
    paidText: paidAt === null ? null : shownTime(paidAt, timeZone),
    changesText: value.uplineChanges.map((at) => shownTime(at, timeZone)).join(', '),
    timeZone,
    backHref: wageFrame(kind, input).href({}),
    betsHref: hasBets ? windowHref(window, { by: 'person' }) : null,
    ledgerHref: transferId !== null && isOpenHref(ACCOUNT_RECORD_PATH, context.features) ? ledgerHref : null,
  };
  return { content: { statement } };
}

/** Wages of days and longer periods are few; those of hours and five minutes are shown for today first. */
export function usualPeriod(kind: WageKind): '30d' | 'today' {
  return kind === 'dividend' || kind === 'daily' ? '30d' : 'today';
}

function wageFrame(kind: WageKind, input: VisitorInput) {
  return teamFrame(input, WAGE_PAGES[kind], { state: readWageState(input) }, { periods: WAGE_PERIODS, usual: usualPeriod(kind) });
}

export function readWageState(input: Pick<VisitorInput, 'query'>): string {
  return choiceIn(input, 'state', ['', ...WAGE_STATES]);
}

/** The filter as parameters of the calls of statements. */
export function wageQuery(kind: WageKind, days: Days, state: string): QueryOf<typeof wageExport> {
  const known = WAGE_STATES.find((name) => name === state);
  return { kind, from: days.from, to: days.to, ...(known ? { state: known } : {}) };
}

export type WageWindowLine = Pick<WageStatementLine, 'kind' | 'windowStart' | 'windowEnd'>;

/** "2026-11-25", "2026-11-16 – 2026-11-22", or "2026-11-25 14:00 – 15:00". */
export function windowText({ kind, windowStart, windowEnd }: WageWindowLine, timeZone: string): string {
  if (kind === 'dividend' || kind === 'daily') {
    const [from, to] = [dayOf(windowStart, 0, timeZone), dayOf(windowEnd, -1, timeZone)];
    return from === to ? from : `${from} – ${to}`;
  }
  return `${minute(windowStart, timeZone)} – ${minute(windowEnd, timeZone).slice(DAY_LENGTH + 1)}`;
}

function minute(instant: string, timeZone: string): string {
  return shownTime(instant, timeZone).slice(0, MINUTE_LENGTH);
}

function dayOf(instant: string, shiftMs: number, timeZone: string): string {
  return shownTime(Date.parse(instant) + shiftMs, timeZone).slice(0, DAY_LENGTH);
}
