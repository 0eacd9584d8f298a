import { entryHref } from '../../../../client/page/paths.ts';
import { contractInfo } from '../../../../shared/api/agent-contracts/contract.ts';
import {
  AGENT_ENTRIES,
  type AgentPageName,
  isAgent,
  isOffered,
  isOpen,
  isTrial,
  withContracts,
} from '../../../../views/components/member-entries.ts';
import { type AgentAbsence, AgentAbsencePage } from '../../../../views/pages/agent/agent.tsx';
import { callOr } from '../call-value.ts';
import type { RefusedPage } from '../member/define.ts';
import type { PageView } from '../page-view.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { AGENT_DEFINITIONS } from './definitions.ts';

export const AGENT_PAGES: readonly AgentPageName[] = AGENT_ENTRIES.map(({ page }) => page);
export const AGENT_HOME: AgentPageName = 'agentTeamOverview';

/** `/agent/<page>`, for agents. */
export function agentPage(page: AgentPageName) {
  return async (given: VisitorInput): Promise<PageView> => {
    const input = await withContractMenus(given);
    const { context } = input;
    const definition = AGENT_DEFINITIONS[page];
    const absence = absenceOf(page, input);
    if (absence) return absent(page, input, absence);
    const data = await definition.load(input);
    if ('refused' in data) return absent(page, input, refusal(data as RefusedPage, input));
    const { View, entry, islands } = definition;
    const title = context.t(`header.${page}`);
    return { status: 200, title, noIndex: true, entry, islands, body: <View context={context} data={data} /> };
  };
}

/** Pages of contracts follow the agent's consolidated contract info: an agent keeps the page of a kind that is switched off later. */
async function withContractMenus(input: VisitorInput): Promise<VisitorInput> {
  const type = input.visitor.session?.type;
  if (type === undefined || isTrial(type) || !isAgent(type)) return input;
  const info = await callOr(input.upstream, contractInfo, {}, input.visitor, null);
  return info ? { ...input, context: { ...input.context, features: withContracts(input.context.features, info) } } : input;
}

function absent(page: AgentPageName, { context, visitor }: VisitorInput, absence: AgentAbsence): PageView {
  const type = visitor.session?.type;
  const agent = type !== undefined && isAgent(type) && absence.kind !== 'signed-out';
  return {
    status: statusOf(absence, agent),
    title: context.t(`header.${page}`),
    noIndex: true,
    entry: 'views/pages/agent/agent.tsx',
    islands: [],
    body: <AgentAbsencePage context={context} page={page} absence={absence} agent={agent} />,
  };
}

function statusOf(absence: AgentAbsence, agent: boolean): number {
  if (absence.kind === 'refused' && absence.code.startsWith('upstream_')) return 503;
  if (absence.kind === 'not-found') return 404;
  return absence.kind !== 'signed-out' && !agent ? 403 : 200;
}

/** Trial accounts may count as agents by their type; denial has precedence. */
function absenceOf(page: AgentPageName, { context, visitor }: VisitorInput): AgentAbsence | undefined {
  const type = visitor.session?.type;
  if (type === undefined) return { kind: 'signed-out', loginHref: entryHref('login', context.here) };
  if (isTrial(type)) return { kind: 'refused', code: 'in_need_true_account', message: context.t('errors.in_need_true_account') };
  if (!isAgent(type)) return { kind: 'no-agent' };
  if (!isOpen(page, context.features)) return { kind: 'absent' };
  return isOffered(AGENT_ENTRIES, page, context.features) ? undefined : { kind: 'off' };
}

/** An ended session shows the sign-in; an account that is no agent any more, the prompt of the others. */
function refusal({ refused: { code, message } }: RefusedPage, { context }: VisitorInput): AgentAbsence {
  if (code === 'not_offered') return { kind: 'absent' };
  if (code === 'not_agent') return { kind: 'no-agent' };
  if (code.endsWith('_not_found')) return { kind: 'not-found', message };
  return code === 'unauthorized' ? { kind: 'signed-out', loginHref: entryHref('login', context.here) } : { kind: 'refused', code, message };
}
