import { TEAM_TRANSACTION_NAMES } from '../../../../shared/api/agent-team/constants.ts';
import { type teamTransactionExport, teamTransactions as transactionsCall } from '../../../../shared/api/agent-team/contract.ts';
import type { QueryOf } from '../../../../shared/api/client-call.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import type { TeamTransactionsView } from '../../../../views/pages/agent/team-transactions.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { fileHref } from '../records/record-file.ts';
import type { Days } from '../records/record-period.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { choiceIn, codeIn, teamFrame } from './team-frame.ts';

const TRANSFER = /^\d{1,18}$/;
const NOTHING = { person: null, lines: [], next: null, ...NO_CURRENCY };

export interface TransactionFilter {
  readonly group: string;
  readonly memberId: string;
}

/** Money in, out and within the team over the days of the address. */
export async function teamTransactions(input: VisitorInput): Promise<TeamTransactionsView | RefusedPage> {
  const filter = readTransactionFilter(input);
  const team = teamFrame(input, 'agentTransactions', { ...filter });
  const before = TRANSFER.exec(input.query.get('before') ?? '')?.[0];
  const query = { ...transactionQuery(team.days, filter), ...(before === undefined ? {} : { before }) };
  const answer = team.frame.period.problem ? undefined : await input.upstream.call(transactionsCall, { query }, input.visitor);
  if (answer && !answer.success) return refusedBy(answer);
  const { lines, next, person, currency, currencySymbol } = answer?.value ?? NOTHING;
  return {
    frame: team.frame,
    ...filter,
    groups: TEAM_TRANSACTION_NAMES.map((group) => ({ value: group, label: input.context.t(`team.group_${group}`) })),
    person,
    wholeHref: team.href({ memberId: '' }),
    lines: lines.map((line) => ({
      ...line,
      atText: shownTime(line.at, input.timeZone),
      href: team.href({ memberId: line.person.memberId }),
    })),
    firstHref: before === undefined ? null : team.href({}),
    nextHref: next === null ? null : team.href({ before: next }),
    csvHref: fileHref(team.frame.action, team.days, { ...filter }),
    currency,
    currencySymbol,
  };
}

export function readTransactionFilter(input: Pick<VisitorInput, 'query'>): TransactionFilter {
  return { group: choiceIn(input, 'group', ['', ...TEAM_TRANSACTION_NAMES]), memberId: codeIn(input, 'memberId') };
}

/** The filter as parameters of the calls of transactions. */
export function transactionQuery(days: Days, { group, memberId }: TransactionFilter): QueryOf<typeof teamTransactionExport> {
  const known = TEAM_TRANSACTION_NAMES.find((name) => name === group);
  return { fromDay: days.from, toDay: days.to, ...(known ? { group: known } : {}), ...(memberId ? { memberId } : {}) };
}
