import type { ReactNode } from 'react';
import type { Translate } from '../../shared/i18n/translate.ts';
import type { DrawerProps } from '../lib/island-props.ts';
import { formAction, PATHS } from '../lib/paths.ts';
import { sessionEnded } from '../lib/session-ended.ts';
import { Button, ButtonLink } from '../lib/ui/button.tsx';
import { Icon } from '../lib/ui/icon.tsx';
import { useAtom } from '../lib/use-atom.ts';
import type { IslandContext } from '../runtime/island.ts';
import overlays from '../styles/overlays.module.css';
import styles from './drawer.module.css';

export const texts = [
  ...['balance', 'refresh', 'hide', 'show', 'unknown'].map((key) => `wallet.${key}`),
  ...['menu', 'closeMenu', 'login', 'join', 'deposit', 'withdraw', 'gameCentre', 'myAccount', 'more', 'personalCentre'].map(
    (key) => `header.${key}`,
  ),
  'header.bettingRecord',
  'header.signOut',
];

type Props = DrawerProps & IslandContext;

const loadBalance = async () => (await import('../lib/balance/drawer-balance.tsx')).DrawerBalance;
let DrawerBalance = import.meta.env.SSR ? await loadBalance() : undefined;

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
          {signedIn && DrawerBalance ? <DrawerBalance {...props} /> : <VisitorPart t={t} here={props.here} />}
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

Drawer.prepare = async ({ member }: DrawerProps) => {
  if (member) DrawerBalance ??= await loadBalance();
};

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
