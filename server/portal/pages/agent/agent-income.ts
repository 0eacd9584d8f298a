import { agentIncome as incomeCall } from '../../../../shared/api/agent-team/contract.ts';
import { shiftDay } from '../../../../shared/time.ts';
import { AGENT_ENTRIES, agentHref, isOffered, isOpen, WAGE_PAGES } from '../../../../views/components/member-entries.ts';
import { type AgentIncomePageView, INCOME_KINDS } from '../../../../views/pages/agent/agent-income.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { teamFrame } from './team-frame.ts';
import { wagesBelow } from './team-wages.ts';

/** Wages paid to the signed-in agent on the days of the address. */
export async function agentIncome(input: VisitorInput): Promise<AgentIncomePageView | RefusedPage> {
  if (input.query.get('view') === 'below') {
    const page = await wagesBelow(input);
    return 'refused' in page ? page : { ...page, hasBelow: true };
  }
  const { frame, days } = teamFrame(input, 'agentIncome');
  const kinds = INCOME_KINDS.filter((name) => isOffered(AGENT_ENTRIES, WAGE_PAGES[name], input.context.features)).map((name) => ({
    name,
    href: agentHref(WAGE_PAGES[name]),
  }));
  const hasBelow = isOpen('wagesBelow', input.context.features);
  if (frame.period.problem) return { hasBelow, own: { frame, kinds, income: null } };
  const answer = await input.upstream.call(incomeCall, { query: { fromDay: days.from, toDay: days.to } }, input.visitor);
  if (!answer.success) return refusedBy(answer);
  const paid = new Map(answer.value.days.map(({ day, total }) => [day, total]));
  const chart: { day: string; net: string }[] = [];
  for (let day = days.from; day <= days.to; day = shiftDay(day, 1)) chart.push({ day, net: paid.get(day) ?? '0.0000' });
  return { hasBelow, own: { frame, kinds, income: { ...answer.value, chart } } };
}
