import { entryHref } from '../../../../client/page/paths.ts';
import { AGENT_ENTRIES, type AgentPageName, isAgent, isOffered, isTrial } from '../../../../views/components/member-entries.ts';
import { type AgentContent, AgentPage } from '../../../../views/pages/agent/agent.tsx';
import type { PageView } from '../page-view.ts';
import type { VisitorInput } from '../visitor-input.ts';

export const AGENT_PAGES: readonly AgentPageName[] = AGENT_ENTRIES.map(({ page }) => page);
export const AGENT_HOME: AgentPageName = 'agentTeamOverview';

/** `/agent/<page>`, for agents; the pages are not built yet. */
export function agentPage(page: AgentPageName) {
  return ({ context, visitor }: VisitorInput): Promise<PageView> => {
    const content = contentOf(page, context, visitor.session?.type);
    return Promise.resolve({
      status: content.state === 'no-agent' || content.state === 'trial' ? 403 : 200,
      title: context.t(`header.${page}`),
      entry: 'views/pages/agent/agent.tsx',
      islands: [],
      noIndex: true,
      body: <AgentPage context={context} page={page} content={content} />,
    });
  };
}

function contentOf(page: AgentPageName, { here, features }: VisitorInput['context'], type: number | undefined): AgentContent {
  if (type === undefined) return { state: 'signed-out', loginHref: entryHref('login', here) };
  // Trial accounts may count as agents by their type; denial has precedence.
  if (isTrial(type)) return { state: 'trial' };
  if (!isAgent(type)) return { state: 'no-agent' };
  return { state: 'missing', kind: isOffered(AGENT_ENTRIES, page, features) ? 'later' : 'off' };
}
