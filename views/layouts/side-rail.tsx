import { Icon } from '../../client/ui/icon.tsx';
import { isOpenHref } from '../components/member-entries.ts';
import { type Destination, destinations, isHere } from '../components/navigation.ts';
import type { PageContext } from './page-context.ts';
import { MEMBER_LINKS } from './page-context.ts';
import styles from './side-rail.module.css';

/** Desktop: all destinations of the site in one column. */
export function SideRail({ context: { t, here, menus, features } }: { readonly context: PageContext }) {
  const plain = (label: string, href: string, icon: string): Destination => ({
    label,
    href,
    icon,
    current: isHere(href, here),
    count: null,
  });
  const open = (items: readonly Destination[]) => items.filter(({ href }) => isOpenHref(href, features));
  return (
    <nav className={styles.rail} aria-label={t('lobby.categories')}>
      <List
        items={open([
          plain(t('lobby.home'), '/index', 'home'),
          ...destinations(menus, t, here),
          plain(t('lobby.promotions'), '/promotions', 'gift'),
          plain(t('lobby.notices'), '/noticePage', 'megaphone'),
        ])}
      />
      <Section
        title={t('header.myGames')}
        items={open([plain(t('games.favourites'), '/favourites', 'heart'), plain(t('games.recentPage'), '/recent', 'history')])}
      />
      <Section
        title={t('lobby.myAccount')}
        items={open([
          plain(t('lobby.depositPage'), MEMBER_LINKS.deposit, 'wallet'),
          plain(t('lobby.bettingRecord'), MEMBER_LINKS.bettingRecord, 'receipt'),
        ])}
      />
    </nav>
  );
}

/** Without entries the section has no title. */
function Section({ title, items }: { readonly title: string; readonly items: readonly Destination[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <List items={items} />
    </>
  );
}

function List({ items }: { readonly items: readonly Destination[] }) {
  return (
    <ul className={styles.list}>
      {items.map(({ label, href, icon, current, count }) => (
        <li key={href}>
          <a className={styles.link} href={href} aria-current={current ? 'page' : undefined}>
            <Icon name={icon} />
            {label}
            {count === null ? null : <span className={styles.count}>{count}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
