import type { ReactNode } from 'react';
import type { Translate } from '../../shared/i18n/translate.ts';
import { refreshBalance, useBalance } from '../lib/balance/balance-store.ts';
import { HIDE_TEXTS, HideButton } from '../lib/balance/hide-button.tsx';
import type { DrawerProps } from '../lib/island-props.ts';
import { formAction, PATHS } from '../lib/paths.ts';
import { sessionEnded } from '../lib/session-store.ts';
import { Button, ButtonLink } from '../lib/ui/button.tsx';
import { Icon } from '../lib/ui/icon.tsx';
import { Money } from '../lib/ui/money.tsx';
import { useAtom } from '../lib/use-atom.ts';
import type { IslandContext } from '../runtime/island.ts';
import overlays from '../styles/overlays.module.css';
import styles from './drawer.module.css';

export const texts = [
  ...HIDE_TEXTS,
  'wallet.balance',
  'wallet.refresh',
  'wallet.unknown',
  ...['menu', 'closeMenu', 'login', 'join', 'deposit', 'withdraw', 'gameCentre', 'myAccount', 'more', 'personalCentre'].map(
    (key) => `header.${key}`,
  ),
  'header.bettingRecord',
  'header.signOut',
];

type Props = DrawerProps & IslandContext;

/** Menu button and side menu, a native popover: it opens before any script has arrived. */
export default function Drawer(props: Props) {
  const { t, member, categories, more } = props;
  const ended = useAtom(sessionEnded, false);
  const signedIn = member !== null && !ended;
  return (
    <>
      <Button variant="ghost" iconOnly icon="menu" popoverTarget="drawer">
        {t('header.menu')}
      </Button>
      <div id="drawer" popover="auto" className={styles.panel}>
        <div className={styles.head}>
          {t('header.menu')}
          <Button variant="ghost" iconOnly icon="x" popoverTarget="drawer" popoverTargetAction="hide">
            {t('header.closeMenu')}
          </Button>
        </div>
        <div className={styles.body}>
          {signedIn ? <MemberPart {...props} /> : <VisitorPart t={t} here={props.here} />}
          <Group title={t('header.gameCentre')} entries={categories} />
          {signedIn ? <Group title={t('header.myAccount')} entries={accountEntries(props)} /> : null}
          <Group title={t('header.more')} entries={more} />
          {signedIn ? (
            <form method="post" action={formAction('session.logout')}>
              <input type="hidden" name="back" value="/" />
              <button type="submit" className={overlays.menuItem} data-modal="sign-out">
                <Icon name="log-out" />
                {t('header.signOut')}
              </button>
            </form>
          ) : null}
        </div>
      </div>
    </>
  );
}

function MemberPart({ t, balance: initial, links }: Props) {
  const { balance, busy } = useBalance(initial);
  return (
    <div className={styles.money}>
      {t('wallet.balance')}
      <div className={styles.balance}>
        <span data-private>
          {balance ? <Money amount={balance.sumBalance} symbol={balance.currencySymbol} /> : <span>{t('wallet.unknown')}</span>}
        </span>
        <Button variant="ghost" dense iconOnly icon="refresh-cw" aria-busy={busy} onClick={() => void refreshBalance()}>
          {t('wallet.refresh')}
        </Button>
        <HideButton t={t} />
      </div>
      <div className={styles.pair}>
        <ButtonLink variant="primary" href={links.deposit}>
          {t('header.deposit')}
        </ButtonLink>
        {links.withdraw ? <ButtonLink href={links.withdraw}>{t('header.withdraw')}</ButtonLink> : null}
      </div>
    </div>
  );
}

function VisitorPart({ t, here }: { readonly t: Translate; readonly here: string }) {
  const next = encodeURIComponent(here);
  return (
    <div className={styles.pair}>
      <ButtonLink href={`${PATHS.login}?next=${next}`} data-modal="login">
        {t('header.login')}
      </ButtonLink>
      <ButtonLink variant="primary" href={`${PATHS.register}?next=${next}`} data-modal="register">
        {t('header.join')}
      </ButtonLink>
    </div>
  );
}

interface Entry {
  readonly icon: string;
  readonly label: string;
  readonly href: string;
}

function accountEntries({ t, links }: Props): Entry[] {
  const centre = links.personalCentre ? [{ icon: 'user', label: t('header.personalCentre'), href: links.personalCentre }] : [];
  return [...centre, { icon: 'receipt', label: t('header.bettingRecord'), href: links.bettingRecord }];
}

function Group({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }): ReactNode {
  if (entries.length === 0) return null;
  return (
    <details className={styles.group} open>
      <summary>
        {title}
        <Icon name="chevron-down" small />
      </summary>
      {entries.map(({ icon, label, href }) => (
        <a key={href} className={overlays.menuItem} href={href}>
          <Icon name={icon} />
          {label}
        </a>
      ))}
    </details>
  );
}
