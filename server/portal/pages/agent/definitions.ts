import type { AgentPageName } from '../../../../views/components/member-entries.ts';
import { AgentIncomePage } from '../../../../views/pages/agent/agent-income.tsx';
import { AnnouncementPage } from '../../../../views/pages/agent/announcement.tsx';
import { RegisterDownlinePage } from '../../../../views/pages/agent/register.tsx';
import { TeamBettingPage } from '../../../../views/pages/agent/team-betting.tsx';
import { TeamOverviewPage } from '../../../../views/pages/agent/team-overview.tsx';
import { TeamManagementPage, TeamProfitPage } from '../../../../views/pages/agent/team-people.tsx';
import { TeamTransactionsPage } from '../../../../views/pages/agent/team-transactions.tsx';
import { WagesPage } from '../../../../views/pages/agent/wages.tsx';
import { defineMemberPage, type MemberPageDefinition } from '../member/define.ts';
import { agentIncome } from './agent-income.ts';
import { agentAnnouncement } from './announcement.ts';
import { agentRegister } from './register.ts';
import { teamBetting } from './team-betting.ts';
import { teamOverview } from './team-overview.ts';
import { teamManagement, teamPeople } from './team-people.ts';
import { teamTransactions } from './team-transactions.ts';
import { wagePage } from './wages.ts';

const WAGES = {
  entry: 'views/pages/agent/wages.tsx',
  islands: ['contract-preview', 'next-wage', 'link-actions'],
  View: WagesPage,
} as const;

export const AGENT_DEFINITIONS: Readonly<Record<AgentPageName, MemberPageDefinition>> = {
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
  agentTeamOverview: defineMemberPage({
    entry: 'views/pages/agent/team-overview.tsx',
    islands: [],
    load: teamOverview,
    View: TeamOverviewPage,
  }),
  agentTeamManagement: defineMemberPage({
    entry: 'views/pages/agent/team-people.tsx',
    islands: ['transfer-person', 'link-actions'],
    load: teamManagement,
    View: TeamManagementPage,
  }),
  agentTeamBetting: defineMemberPage({
    entry: 'views/pages/agent/team-betting.tsx',
    islands: ['betting-record', 'link-actions'],
    load: teamBetting,
    View: TeamBettingPage,
  }),
  agentProfit: defineMemberPage({
    entry: 'views/pages/agent/team-people.tsx',
    islands: ['link-actions'],
    load: teamPeople('agentProfit'),
    View: TeamProfitPage,
  }),
  agentIncome: defineMemberPage({
    entry: 'views/pages/agent/agent-income.tsx',
    islands: [],
    load: agentIncome,
    View: AgentIncomePage,
  }),
  agentTransactions: defineMemberPage({
    entry: 'views/pages/agent/team-transactions.tsx',
    islands: ['link-actions'],
    load: teamTransactions,
    View: TeamTransactionsPage,
  }),
  agentDividend: defineMemberPage({ ...WAGES, load: wagePage('dividend') }),
  agentDailyWages: defineMemberPage({ ...WAGES, load: wagePage('daily') }),
  agentHourlyWages: defineMemberPage({ ...WAGES, load: wagePage('hourly') }),
  agentRealTimeWages: defineMemberPage({ ...WAGES, load: wagePage('realtime') }),
};
