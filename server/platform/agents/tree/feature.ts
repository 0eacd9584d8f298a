import './tables.ts';
import { sql } from 'kysely';
import { defineFeature } from '../../base/feature.ts';
import { accountsFeature } from '../../identity/accounts/index.ts';
import { membersFeature } from '../../identity/members/index.ts';
import { verificationFeature } from '../../identity/verification/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { promotionsFeature } from '../../rewards/promotions/index.ts';
import { createAgents } from './agents.ts';
import { createApplications } from './applications.ts';
import { applicationArea } from './console/agent-applications.tsx';
import { agentMoveArea } from './console/agent-moves.tsx';
import { agentArea } from './console/agents.tsx';
import { createAgentDesk } from './desk.ts';
import { createDownline } from './downline.ts';
import { createLinks } from './links.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { type AgentTies, createMoves } from './moves.ts';
import { agentTreeRoutes } from './routes.ts';

/** The tree of agents and their members: how accounts get into it, and who sees whom. */
export const agentTreeFeature = defineFeature({
  name: 'agent-tree',
  migrations: MIGRATIONS,
  needs: {
    operators: operatorsFeature,
    inbox: inboxFeature,
    messages: messagesFeature,
    members: membersFeature,
    verification: verificationFeature,
    accounts: accountsFeature,
    promotions: promotionsFeature,
  },
  create(context, { operators, inbox, messages, members: { passwords }, verification: { human }, accounts, promotions }) {
    const agents = createAgents(context);
    accounts.invitations.fill(agents.admitInvited);
    promotions.teams.fill(
      (member, agent) =>
        sql`exists (select from agent_closure c where c.member_id = ${member} and c.ancestor_id = ${agent} and c.depth > 0)`,
    );
    const links = createLinks(context);
    const applications = createApplications({ ...context, inbox, messages });
    const downline = createDownline({ ...context, accounts, passwords, agents, links });
    const contracts = context.slot<AgentTies>('contracts of moved agents');
    const wages = context.slot<Pick<AgentTies, 'requireNone'>>('unpaid wages of agents');
    const ties: AgentTies = {
      leaveUpline: (...move) => contracts.get().leaveUpline(...move),
      async requireNone(tx, memberId) {
        await contracts.get().requireNone(tx, memberId);
        await wages.get().requireNone(tx, memberId);
      },
    };
    const agentTree = { agents, desk: createAgentDesk(context), applications, moves: createMoves({ ...context, ties, inbox }) };
    const console = { ...context, accounts, passwords, agentTree };
    operators.areas.register(agentArea(console), applicationArea(console), agentMoveArea(console));
    return {
      api: {
        ...agentTree,
        ties: { contracts, wages },
      },
      calls: agentTreeRoutes({ downline, links, applications, human }),
    };
  },
});
