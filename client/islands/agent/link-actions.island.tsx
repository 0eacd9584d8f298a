import type { IslandContext } from '../../runtime/island.ts';
import { FileLink } from './file-link.tsx';
import { InvitationLink } from './invitation-link.tsx';
import type { LinkActionsProps } from './props.ts';

export default function LinkActions(props: LinkActionsProps & IslandContext) {
  return props.kind === 'file' ? <FileLink {...props} /> : <InvitationLink {...props} />;
}
