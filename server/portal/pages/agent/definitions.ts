import type { AgentPageName } from '../../../../views/components/member-entries.ts';
import { AnnouncementPage } from '../../../../views/pages/agent/announcement.tsx';
import { RegisterDownlinePage } from '../../../../views/pages/agent/register.tsx';
import { defineMemberPage, type MemberPageDefinition } from '../member/define.ts';
import { agentAnnouncement } from './announcement.ts';
import { agentRegister } from './register.ts';

/** Pages missing here are not built yet. */
export const AGENT_DEFINITIONS: Readonly<Partial<Record<AgentPageName, MemberPageDefinition>>> = {
  agentAnnouncement: defineMemberPage({
    entry: 'views/pages/agent/announcement.tsx',
    islands: [],
    load: agentAnnouncement,
    View: AnnouncementPage,
  }),
  agentRegister: defineMemberPage({
    entry: 'views/pages/agent/register.tsx',
    islands: ['link-actions'],
    load: agentRegister,
    View: RegisterDownlinePage,
  }),
};
