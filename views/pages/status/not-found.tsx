import '../../../client/styles/index.css';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Icon } from '../../../client/ui/icon.tsx';
import { isOpenHref } from '../../components/member-entries.ts';
import { destinations } from '../../components/navigation.ts';
import { hasHelpCentre } from '../../components/own-pages.ts';
import { SearchBox } from '../../components/search-box.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './not-found.module.css';

/** An unknown address, with a search, the categories and help. */
export function NotFoundPage({ context }: { readonly context: PageContext }) {
  const { t, menus, here, features } = context;
  const places = [
    ...destinations(menus, t, here),
    { href: '/promotions', label: t('lobby.promotions'), icon: 'gift' },
    ...(hasHelpCentre(context) ? [{ href: '/help', label: t('header.helpCentre'), icon: 'circle-help' }] : []),
  ].filter(({ href }) => isOpenHref(href, features));
  return (
    <Shell context={context}>
      <div className={styles.page}>
        <span className={styles.icon}>
          <Icon name="map-pin" />
        </span>
        <h1 className={styles.title}>{t('lobby.status_not-found')}</h1>
        <p className={styles.text}>
          {t('lobby.status_not-found_text')} {t('header.notFoundText')}
        </p>
        <div className={styles.search}>
          <SearchBox t={t} menus={menus} />
        </div>
        <ul className={styles.places}>
          {places.map(({ href, label, icon }) => (
            <li key={href}>
              <a className={display.chip} href={href}>
                <Icon name={icon} />
                {label}
              </a>
            </li>
          ))}
        </ul>
        <ButtonLink variant="primary" href="/index">
          {t('lobby.backToLobby')}
        </ButtonLink>
      </div>
    </Shell>
  );
}
