import { PATHS } from '../lib/paths.ts';
import { sessionEnded } from '../lib/session-ended.ts';
import type { HeaderBarProps } from '../lib/shell/props.ts';
import { ButtonLink } from '../lib/ui/button.tsx';
import { useAtom } from '../lib/use-atom.ts';
import type { IslandContext } from '../runtime/island.ts';
import styles from './header-bar.module.css';

export const texts = [
  ...[
    'login',
    'join',
    'account',
    'deposit',
    'withdraw',
    'personalCentre',
    'bettingRecord',
    'signOut',
    'trial',
    'inbox',
    'inboxUnread',
    'announced',
  ].map((key) => `header.${key}`),
  ...['balance', 'refresh', 'hide', 'show', 'updatedAt', 'notUpdated', 'unknown'].map((key) => `wallet.${key}`),
];

const loadMemberBar = async () => (await import('../lib/balance/member-bar.tsx')).MemberBar;
let MemberBar = import.meta.env.SSR ? await loadMemberBar() : undefined;

/** Visitor part of the header: log in and register, or balance and account. */
export default function HeaderBar(props: HeaderBarProps & IslandContext) {
  const { member, balance, here, t } = props;
  const ended = useAtom(sessionEnded, false);
  if (member && MemberBar && !ended) return <MemberBar {...props} member={member} />;
  const next = encodeURIComponent(here);
  return (
    <div className={styles.bar} data-resting={balance?.resting ? '' : undefined}>
      <ButtonLink variant="ghost" href={`${PATHS.login}?next=${next}`} data-modal="login">
        {t('header.login')}
      </ButtonLink>
      <ButtonLink variant="primary" href={`${PATHS.register}?next=${next}`} data-modal="register">
        {t('header.join')}
      </ButtonLink>
    </div>
  );
}

HeaderBar.prepare = async ({ member }: HeaderBarProps) => {
  if (member) MemberBar ??= await loadMemberBar();
};
