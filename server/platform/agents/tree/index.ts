export { agentTreeFeature } from './feature.ts';
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
