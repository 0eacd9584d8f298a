import { type teamWageExport, teamWages } from '../../../../shared/api/agent-team/contract.ts';
import type { QueryOf } from '../../../../shared/api/client-call.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import { WAGE_KINDS } from '../../../../shared/rules/wages.ts';
import type { WagesBelowView } from '../../../../views/pages/agent/team-wages.tsx';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { fileHref } from '../records/record-file.ts';
import type { Days } from '../records/record-period.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { choiceIn, codeIn, teamFrame } from './team-frame.ts';
import { windowText } from './wages.ts';

const NOTHING = { person: null, lines: [], total: '0.0000', count: 0, pageNum: 1, totalPages: 1, ...NO_CURRENCY } as const;

export interface WagesBelowFilter {
  readonly kind: string;
  readonly memberId: string;
}

/** Wages of the agents directly below on the days of the address (`view=below`). */
export async function wagesBelow(input: VisitorInput): Promise<{ readonly below: WagesBelowView } | RefusedPage> {
  const filter = readWagesBelowFilter(input);
  const team = teamFrame(input, 'agentIncome', { ...filter, view: 'below' });
  const query = { ...wagesBelowQuery(team.days, filter), pageNo: pageNumber(input.query.get('pageNo')) };
  const answer = team.frame.period.problem ? undefined : await input.upstream.call(teamWages, { query }, input.visitor);
  if (answer && !answer.success) return refusedBy(answer);
  const { lines, ...value } = answer?.value ?? NOTHING;
  return {
    below: {
      ...value,
      frame: team.frame,
      ...filter,
      kinds: WAGE_KINDS.map((kind) => ({ value: kind, label: input.context.t(`team.income_${kind}`) })),
      wholeHref: team.href({ memberId: '' }),
      lines: lines.map((line) => ({
        ...line,
        windowText: windowText(line, input.timeZone),
        paidText: shownTime(line.paidAt, input.timeZone),
        href: team.href({ memberId: line.person.memberId }),
      })),
      csvHref: fileHref(team.frame.action, team.days, { ...filter }),
      pageHref: team.pageHref,
    },
  };
}

export function readWagesBelowFilter(input: Pick<VisitorInput, 'query'>): WagesBelowFilter {
  return { kind: choiceIn(input, 'kind', ['', ...WAGE_KINDS]), memberId: codeIn(input, 'memberId') };
}

/** The filter as parameters of the calls of wages below. */
export function wagesBelowQuery(days: Days, { kind, memberId }: WagesBelowFilter): QueryOf<typeof teamWageExport> {
  const known = WAGE_KINDS.find((name) => name === kind);
  return { fromDay: days.from, toDay: days.to, ...(known ? { kind: known } : {}), ...(memberId ? { memberId } : {}) };
}
