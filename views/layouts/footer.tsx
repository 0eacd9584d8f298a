import { Icon } from '../../client/lib/ui/icon.tsx';
import { Island } from '../components/island.tsx';
import styles from './footer.module.css';
import { LanguageMenu } from './header.tsx';
import type { PageContext } from './page-context.ts';

const HELP = ['account', 'deposit', 'fairness', 'trouble'] as const;
export const HELP_PAGES = ['about', 'contact', 'terms', 'safer-play', 'privacy', 'affiliates', 'refunds'] as const;
export type HelpPage = (typeof HELP_PAGES)[number];

/** Vendors, short help, pages about the site, and the age line. */
export function Footer({ context }: { readonly context: PageContext }) {
  const { t, brand, menus, theme, here } = context;
  const vendors = new Map(menus.flatMap((menu) => menu.vendors).map((vendor) => [vendor.vassalage, vendor.displayName]));
  return (
    <footer className={styles.footer}>
      <section className={styles.block} aria-labelledby="footer-vendors">
        <h2 className={styles.title} id="footer-vendors">
          {t('lobby.vendors')}
        </h2>
        <ul className={styles.vendors}>
          {[...vendors].map(([code, name]) => (
            <li key={code}>{name}</li>
          ))}
        </ul>
      </section>
      <div className={styles.columns}>
        <section className={styles.block} aria-labelledby="footer-help">
          <h2 className={styles.title} id="footer-help">
            {t('lobby.help')}
          </h2>
          {HELP.map((topic) => (
            <details key={topic} className={styles.topic} name="help">
              <summary>
                {t(`lobby.help_${topic}_question`)}
                <Icon name="chevron-down" small />
              </summary>
              <p>{t(`lobby.help_${topic}_answer`)}</p>
            </details>
          ))}
        </section>
        <nav className={styles.block} aria-labelledby="footer-about">
          <h2 className={styles.title} id="footer-about">
            {t('lobby.about')}
          </h2>
          <ul className={styles.links}>
            {HELP_PAGES.map((page) => (
              <li key={page}>
                <a href={`/help/${page}`}>{t(`lobby.help_page_${page}`)}</a>
              </li>
            ))}
            <li>
              <a href="/customerService" target="_blank" data-popup="" rel="noopener">
                {t('contact.title')}
              </a>
            </li>
            <li>
              <a href="/noticePage">{t('lobby.notices')}</a>
            </li>
          </ul>
          <div className={styles.preferences}>
            <LanguageMenu context={context} />
            <Island name="theme-toggle" wake="interaction" props={{ theme, here }} />
          </div>
        </nav>
      </div>
      <div className={styles.legal}>
        <span className={styles.age}>18+</span>
        <p>
          {t('lobby.saferPlayLine')}{' '}
          <a className={styles.inline} href="/help/safer-play">
            {t('lobby.saferPlay')}
          </a>
        </p>
        <p className={styles.copyright}>{t('lobby.copyright', { brand, year: new Date().getUTCFullYear() })}</p>
      </div>
    </footer>
  );
}
