export type { Agents, OpenedAccount } from './agents.ts';
export type { Application, Applications } from './applications.ts';
export type { AgentDesk, ListedAgent } from './desk.ts';
export { agentTreeFeature } from './feature.ts';
export type { AgentTies, Move, Moves } from './moves.ts';
export { isAgentType, type Terms, termsOf } from './terms.ts';
export {
  ancestorsAt,
  ancestorsOf,
  depthOf,
  isBelow,
  levelBelow,
  lockTree,
  type SeenMember,
  seenBy,
  uplineOf,
  visibleName,
  visibleTo,
} from './tree.ts';
