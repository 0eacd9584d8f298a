import { TRIAL_TYPE } from '../../../shared/constants.ts';
import { sessionEnded } from '../../page/session-ended.ts';
import { useAtom } from '../../page/use-atom.ts';
import { pageMember } from '../../runtime/page-session.ts';

/** Role of the viewer: only members with a real account can write. */
export type Writer = 'visitor' | 'trial' | 'member';

export function useWriter(): Writer {
  const ended = useAtom(sessionEnded, false);
  const member = ended ? null : pageMember();
  if (!member) return 'visitor';
  return member.type === TRIAL_TYPE ? 'trial' : 'member';
}
