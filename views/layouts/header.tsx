import type { MemberView, MenuEntry } from '../../client/islands/shell/props.ts';
import { Button, ButtonLink } from '../../client/ui/button.tsx';
import { classNames } from '../../client/ui/class-names.ts';
import overlays from '../../client/ui/overlays.module.css';
import { agentEntries, drawerGroups, mallEntries, rewardEntries, saferPlay } from '../components/drawer-groups.ts';
import { Island, Personal } from '../components/island.tsx';
import { Logo } from '../components/logo.tsx';
import { isOpenHref, isTrial, memberHref, REWARD_CENTRE } from '../components/member-entries.ts';
import { navItems } from '../components/navigation.ts';
import styles from './header.module.css';
import { menuLinks, type PageContext } from './page-context.ts';

interface HeaderProps {
  readonly context: PageContext;
}

/** Two rows: menu, brand and visitor part; below them every category. */
export function Header({ context }: HeaderProps) {
  const { t, here, brand, logo, theme } = context;
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.menu}>
          <Island
            name="drawer"
            hydrate="interaction"
            props={({ member, balance }) => ({
              member,
              balance,
              links: menuLinks(context.features),
              groups: drawerGroups(context, member, balance?.resting !== undefined),
              language: languageProps(context),
              here,
            })}
          />
        </div>
        <Logo brand={brand} logo={logo} />
        <div className={styles.end}>
          <Island
            name="header-bar"
            hydrate="member"
            props={({ member, balance }) => ({
              member,
              balance,
              links: menuLinks(context.features),
              more: furtherEntries(context, member),
              here,
              dialogOpen: context.modal.open !== null,
            })}
          />
          <div className={styles.preferences}>
            {isOpenHref('/noticePage', context.features) ? (
              <ButtonLink variant="ghost" iconOnly icon="megaphone" href="/noticePage" data-modal="notice">
                {t('common.notices')}
              </ButtonLink>
            ) : null}
            <LanguageMenu context={context} />
            <Island name="theme-toggle" hydrate="interaction" props={{ theme, here }} />
          </div>
        </div>
      </div>
      <CategoryRow context={context} />
    </header>
  );
}

/** Entries of the account menu below those of every member. */
function furtherEntries(context: PageContext, member: MemberView | null): readonly MenuEntry[] {
  const safer = member && !isTrial(member.type) && isOpenHref('/member/protection', context.features) ? [saferPlay(context)] : [];
  return [...rewardEntries(context, member), ...mallEntries(context, member), ...agentEntries(context, member), ...safer];
}

function CategoryRow({ context }: HeaderProps) {
  const { t, here, section, menus, features } = context;
  const items = navItems(menus, t, section ?? here).filter(({ href }) => isOpenHref(href, features));
  const path = here.split('?')[0] ?? '';
  const offered = {
    promotions: isOpenHref('/promotions', features),
    rewards: isOpenHref(memberHref(REWARD_CENTRE), features),
    vip: isOpenHref('/vip', features),
  };
  return (
    <nav className={styles.nav} aria-label={t('lobby.mainNavigation')}>
      <div className={styles.row}>
        <Island name="game-dropdown" hydrate="interaction" props={{ items }} />
        <div className={styles.more}>
          <Button className={styles.moreButton} variant="ghost" dense icon="more-horizontal" popoverTarget="more-categories">
            {t('header.more')}
          </Button>
          <div id="more-categories" popover="auto" className={classNames(overlays.menu, styles.moreMenu)}>
            {items.map(({ label, href, current }) => (
              <a key={label} className={overlays.menuItem} href={href} aria-current={current ? 'page' : undefined}>
                {label}
              </a>
            ))}
          </div>
        </div>
        <Personal name="member-nav" props={({ member }) => ({ member, here: path, offered })} />
      </div>
    </nav>
  );
}

export function LanguageMenu({ context }: HeaderProps) {
  if (context.languages.length < 2) return null;
  return <Island name="language-menu" hydrate="interaction" props={languageProps(context)} />;
}

function languageProps({ language, languages, here }: PageContext) {
  return { current: language.code, languages: languages.map(({ code, tag, name }) => ({ code, tag, name })), here };
}
