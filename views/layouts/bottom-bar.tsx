import { Icon } from '../../client/ui/icon.tsx';
import { Personal } from '../components/island.tsx';
import { isOpenHref } from '../components/member-entries.ts';
import { isHere } from '../components/navigation.ts';
import styles from './bottom-bar.module.css';
import { MEMBER_LINKS, type PageContext } from './page-context.ts';

/** Phones: the five main destinations, always with labels. */
export function BottomBar({ context: { t, here, features, menus } }: { readonly context: PageContext }) {
  const places = [
    { label: t('lobby.home'), href: '/index', icon: 'home' },
    ...(menus.length > 0 ? [{ label: t('lobby.games'), href: '/rng', icon: 'grid' }] : []),
    { label: t('lobby.deposit'), href: MEMBER_LINKS.deposit, icon: 'plus', raised: true },
    { label: t('lobby.promotions'), href: '/promotions', icon: 'gift' },
    { label: t('lobby.account'), href: MEMBER_LINKS.personalCentre, icon: 'user' },
  ];
  return (
    <nav className={styles.bar} aria-label={t('lobby.quickNavigation')}>
      {places
        .filter(({ href }) => isOpenHref(href, features))
        .map(({ label, href, icon, raised = false }) => (
          <a key={href} className={styles.link} href={href} aria-current={isHere(href, here) ? 'page' : undefined}>
            <span className={raised ? styles.raised : styles.icon}>
              <Icon name={icon} />
              {href === MEMBER_LINKS.personalCentre ? (
                <span className={styles.count}>
                  <Personal name="reward-count" props={({ member }) => ({ member, source: 'all' })} />
                </span>
              ) : null}
            </span>
            <span className={styles.label}>{label}</span>
          </a>
        ))}
    </nav>
  );
}
