import { agentApply, agentDesk, downlineRegister, linkCreate, linkSwitch, linkVisit } from '../../../../shared/api/agent-tree/contract.ts';
import { defined } from '../../../kit/defined.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import type { HumanCheck } from '../../identity/verification/index.ts';
import type { Applications } from './applications.ts';
import type { Downline } from './downline.ts';
import type { Links } from './links.ts';

export interface AgentTreeRouteDeps {
  readonly downline: Downline;
  readonly links: Links;
  readonly applications: Applications;
  readonly human: HumanCheck;
}

export function agentTreeRoutes({ downline, links, applications, human }: AgentTreeRouteDeps): readonly BoundCall[] {
  return [
    bind(agentDesk, ({ actor }) => downline.desk(actor)),
    bind(downlineRegister, (caller, { body }) => downline.register(caller.actor, caller, body)),
    bind(linkCreate, ({ actor }, { body }) => links.create(actor.memberId, body)),
    bind(linkSwitch, ({ actor }, { body }) => links.switch(actor.memberId, body.code, body.active)),
    bind(linkVisit, async (_caller, { body }) => {
      await links.visit(body.code);
      return {};
    }),
    bind(agentApply, async (caller, { body: { account, email, content, ...proof } }) => {
      if (!caller.actor) await human.require('feedback', proof, caller);
      await applications.apply(caller.actor, { ...defined({ account, email }), content }, caller.language);
      return {};
    }),
  ];
}
