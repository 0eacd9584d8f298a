import type { ReactNode } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { setMenuAtEnd } from '../../page/display-choices.ts';
import { formAction, PATHS } from '../../page/paths.ts';
import { sessionEnded } from '../../page/session-ended.ts';
import { useAtom } from '../../page/use-atom.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { isMenuAtEnd } from '../../runtime/privacy.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import overlays from '../../ui/overlays.module.css';
import styles from './drawer.module.css';
import type { DrawerProps, LanguageMenuProps } from './props.ts';

type Props = DrawerProps & IslandContext;

const loadBalance = async () => (await import('./drawer-balance.tsx')).DrawerBalance;
let DrawerBalance = import.meta.env.SSR ? await loadBalance() : undefined;

/** Menu button and side menu. The menu is a native popover, so it opens before any script has loaded. */
export default function Drawer(props: Props) {
  const { t, member, groups, language } = props;
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
          <span className={styles.tools}>
            <Button variant="ghost" iconOnly icon="arrow-left-right" onClick={() => setMenuAtEnd(!isMenuAtEnd())}>
              {t('header.otherSide')}
            </Button>
            <Button variant="ghost" iconOnly icon="x" popoverTarget="drawer" popoverTargetAction="hide">
              {t('header.closeMenu')}
            </Button>
          </span>
        </div>
        <div className={styles.body}>
          {signedIn && DrawerBalance ? <DrawerBalance {...props} /> : <VisitorActions t={t} here={props.here} />}
          {groups.map(({ key, title, members, entries }) =>
            members && !signedIn ? null : (
              <Group key={key} title={title}>
                {entries.map((entry) => (
                  <MenuLink key={entry.label} entry={entry} />
                ))}
              </Group>
            ),
          )}
          <Languages t={t} {...language} />
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

function VisitorActions({ t, here }: { readonly t: Translate; readonly here: string }) {
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

/** The same plain form as the language menu of the header, which is hidden on phones. */
function Languages({ t, current, languages, here }: LanguageMenuProps & { readonly t: Translate }) {
  return (
    <Group title={t('header.language')} closed>
      <form method="post" action={PATHS.preferences}>
        <input type="hidden" name="back" value={here} />
        {languages.map(({ code, tag, name }) => (
          <button
            key={code}
            type="submit"
            className={overlays.menuItem}
            name="lang"
            value={code}
            lang={tag}
            aria-current={code === current ? 'true' : undefined}
          >
            <Icon name="globe" />
            {name}
          </button>
        ))}
      </form>
    </Group>
  );
}

function Group({ title, closed, children }: { readonly title: string; readonly closed?: boolean; readonly children: ReactNode }) {
  return (
    <details className={styles.group} open={!closed}>
      <summary>
        {title}
        <Icon name="chevron-down" small />
      </summary>
      {children}
    </details>
  );
}
