import type { MemberView } from '../../client/lib/shell/props.ts';
import display from '../../client/styles/display.module.css';
import type { Translate } from '../../shared/i18n/translate.ts';

export const texts = ['lobby.missionsOpen'];

export interface MissionBadgeProps {
  readonly member: MemberView | null;
}

/** How many missions are open to the member; nothing where there are none. */
export default function MissionBadge({ t, member }: MissionBadgeProps & { readonly t: Translate }) {
  const count = member?.missions ?? 0;
  if (count <= 0) return null;
  return (
    <span className={display.badge} data-tone="live">
      {count}
      <span className={display.hidden}> {t('lobby.missionsOpen', { count })}</span>
    </span>
  );
}
