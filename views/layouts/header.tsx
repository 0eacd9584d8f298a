import { Island } from '../components/island.tsx';
import { Logo } from '../components/logo.tsx';
import { CATEGORY_ICON, categoryHref, categoryLabel, navItems } from '../components/navigation.ts';
import styles from './header.module.css';
import { MEMBER_LINKS, type PageContext } from './page-context.ts';

/** Menu, brand, categories, and what belongs to the visitor. */
export function Header({ context }: { readonly context: PageContext }) {
  const { t, here, brand, menus, theme } = context;
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <div className={styles.menu}>
          <Island
            name="drawer"
            wake="interaction"
            props={({ member, balance }) => ({
              member,
              balance,
              links: MEMBER_LINKS,
              categories: menus.map(({ gameCategory }) => ({
                category: gameCategory,
                label: categoryLabel(t, gameCategory),
                href: categoryHref(gameCategory),
                icon: CATEGORY_ICON[gameCategory],
              })),
              more: [
                { icon: 'gift', label: t('lobby.promotions'), href: '/promotions' },
                { icon: 'megaphone', label: t('lobby.notices'), href: '/noticePage' },
                { icon: 'shield-check', label: t('lobby.saferPlay'), href: '/help/safer-play' },
              ],
              here,
            })}
          />
        </div>
        <Logo brand={brand} />
        <nav className={styles.nav} aria-label={t('lobby.mainNavigation')}>
          <Island name="game-dropdown" wake="interaction" props={{ items: navItems(menus, t, here) }} />
        </nav>
        <div className={styles.end}>
          <Island name="header-bar" wake="idle" props={({ member, balance }) => ({ member, balance, links: MEMBER_LINKS, here })} />
          <div className={styles.preferences}>
            <LanguageMenu context={context} />
            <Island name="theme-toggle" wake="interaction" props={{ theme, here }} />
          </div>
        </div>
      </div>
    </header>
  );
}

export function LanguageMenu({ context: { language, languages, here } }: { readonly context: PageContext }) {
  return (
    <Island
      name="language-menu"
      wake="interaction"
      props={{ current: language.code, languages: languages.map(({ code, tag, name }) => ({ code, tag, name })), here }}
    />
  );
}
