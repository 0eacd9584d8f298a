import { type ReactNode, useEffect, useState } from 'react';
import { TRIAL_TYPE } from '../../../shared/constants.ts';
import { refreshBalance, useBalance } from '../../page/balance/balance-store.ts';
import { followHolds } from '../../page/balance/round-hold.ts';
import { followLinks } from '../../page/centre/follow-links.ts';
import { onLive } from '../../page/live/live-events.ts';
import { startLive } from '../../page/live/start-live.ts';
import { formAction } from '../../page/paths.ts';
import { sessionEnded } from '../../page/session-ended.ts';
import { useAtom } from '../../page/use-atom.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { openModal } from '../../runtime/modals.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import overlays from '../../ui/overlays.module.css';
import { followAnnouncements } from '../inbox/follow-announcements.ts';
import { InboxLink } from '../inbox/inbox-link.tsx';
import { BalanceCapsule } from './balance-capsule.tsx';
import styles from './member-bar.module.css';
import type { HeaderBarProps, MemberView, MenuEntry } from './props.ts';
import { VisitorBar } from './visitor-bar.tsx';

interface MemberBarProps extends HeaderBarProps, IslandContext {
  readonly member: MemberView;
}

/** Member part of the header, until the session ends. */
export function MemberBar(props: MemberBarProps) {
  const ended = useAtom(sessionEnded, false);
  return ended ? <VisitorBar {...props} /> : <SignedIn {...props} />;
}

/** While mounted, the page follows the member's live events. */
function SignedIn({ t, member, balance, links, more }: MemberBarProps) {
  const { account, mustChange } = member;
  useEffect(() => {
    if (!mustChange) return startLive(account);
    openModal({ name: 'change-password', forced: true });
  }, [account, mustChange]);
  useEffect(followHolds, []);
  const centre = useCentre();
  useEffect(() => followAnnouncements(t), [t]);
  useEffect(() => onLive('protection', () => void refreshBalance()), []);
  const resting = useBalance(balance).balance?.resting !== undefined;
  return (
    <div className={styles.bar} data-resting={resting ? '' : undefined}>
      <BalanceCapsule t={t} initial={balance}>
        {resting || links.deposit === null ? null : (
          <ButtonLink variant="primary" dense href={links.deposit}>
            {t('header.deposit')}
          </ButtonLink>
        )}
      </BalanceCapsule>
      <div className={styles.direct}>
        {links.withdraw === null ? null : (
          <ButtonLink variant="ghost" dense href={links.withdraw}>
            {t('header.withdraw')}
          </ButtonLink>
        )}
        {links.bettingRecord === null ? null : (
          <ButtonLink variant="ghost" dense href={links.bettingRecord}>
            {t('header.bettingRecord')}
          </ButtonLink>
        )}
      </div>
      {links.inbox === null ? null : <InboxLink t={t} account={account} />}
      <Button
        className={classNames(styles.anchor, styles.account)}
        popoverTarget="account-menu"
        icon="user"
        aria-label={t('header.account', { name: member.account })}
      >
        <span className={styles.wideOnly}>{member.account}</span>
      </Button>
      <AccountMenu t={t} member={member} links={links} more={more} resting={resting} />
      {centre}
    </div>
  );
}

function linkTo(icon: string, label: string, href: string | null): readonly MenuEntry[] {
  return href === null ? [] : [{ icon, label, href }];
}

/** The dialog of the centres: its script is loaded with the first link to them, and it is created once. */
function useCentre(): ReactNode {
  const [dialog, setDialog] = useState<ReactNode>(null);
  useEffect(() => {
    const load = async () => {
      const { openCentre } = await import('../centre/open-centre.tsx');
      return openCentre(setDialog);
    };
    return followLinks(load);
  }, []);
  return dialog;
}

/** A native popover: it opens and closes before any script has loaded. */
function AccountMenu({
  t,
  member,
  links,
  more,
  resting,
}: Pick<MemberBarProps, 't' | 'member' | 'links' | 'more'> & { readonly resting: boolean }) {
  const entries: readonly MenuEntry[] = [
    { icon: 'user', label: t('header.personalCentre'), href: links.personalCentre },
    ...linkTo('arrow-down-to-line', t('header.deposit'), resting ? null : links.deposit),
    ...linkTo('arrow-up-from-line', t('header.withdraw'), links.withdraw),
    ...linkTo('receipt', t('header.bettingRecord'), links.bettingRecord),
    ...more,
  ];
  return (
    <div id="account-menu" popover="auto" className={classNames(overlays.menu, styles.menu)}>
      <p className={styles.who}>
        <strong>
          <bdi>{member.nickname || member.account}</bdi>
        </strong>
        {member.type === TRIAL_TYPE ? <span className={display.badge}>{t('header.trial')}</span> : null}
        {member.vip ? <small>{member.vip}</small> : null}
      </p>
      <div className={overlays.divider} />
      {entries.map((entry) => (
        <MenuLink key={entry.label} entry={entry} />
      ))}
      <div className={overlays.divider} />
      <form method="post" action={formAction('session.logout')}>
        <input type="hidden" name="back" value="/" />
        <button type="submit" className={classNames(overlays.menuItem, controls.wide)} data-modal="sign-out">
          <Icon name="log-out" />
          {t('header.signOut')}
        </button>
      </form>
    </div>
  );
}
