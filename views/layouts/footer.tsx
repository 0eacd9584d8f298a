import { Icon } from '../../client/ui/icon.tsx';
import { ConsentLink } from '../components/consent-link.tsx';
import { contactLink } from '../components/contact-link.ts';
import { Island } from '../components/island.tsx';
import { isOpenHref } from '../components/member-entries.ts';
import { footerShortcuts, isHere } from '../components/navigation.ts';
import { hasHelpCentre, helpPages, saferPlayHref } from '../components/own-pages.ts';
import styles from './footer.module.css';
import { LanguageMenu } from './header.tsx';
import type { PageContext } from './page-context.ts';
import { labelOf } from './right-bar.tsx';

/** Short answers of the demo, used if the platform has none. */
const OWN_HELP = ['account', 'deposit', 'fairness', 'trouble'] as const;

interface FooterProps {
  readonly context: PageContext;
}

/** Vendors (the lobby has a separate list), short help, pages about the site, shortcuts, licence, and the age limit. */
export function Footer({ context }: FooterProps) {
  const { t, brand, theme, here, minimumAge } = context;
  const pages = helpPages(context);
  const saferPlay = saferPlayHref(context);
  return (
    <footer className={styles.footer}>
      {isHere('/index', here) ? null : <Vendors context={context} />}
      <div className={styles.columns}>
        <HelpTopics context={context} />
        {pages.length > 0 ? (
          <nav className={styles.block} aria-labelledby="footer-about">
            <h2 className={styles.title} id="footer-about">
              {t('lobby.about')}
            </h2>
            <ul className={styles.links}>
              {pages.map((page) => (
                <li key={page}>
                  <a href={`/help/${page}`}>{t(`lobby.help_page_${page}`)}</a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
        <Shortcuts context={context} />
      </div>
      <div className={styles.legal}>
        <span className={styles.age}>{`${minimumAge}+`}</span>
        <p>
          {t('lobby.saferPlayLine')}{' '}
          {isOpenHref(saferPlay, context.features) ? (
            <a className={styles.inline} href={saferPlay}>
              {t('lobby.saferPlay')}
            </a>
          ) : null}
        </p>
        <Licence context={context} />
        {pages.includes('privacy') ? null : <ConsentLink context={context} />}
        <div className={styles.preferences}>
          <LanguageMenu context={context} />
          <Island name="theme-toggle" hydrate="interaction" props={{ theme, here }} />
        </div>
        <p className={styles.copyright}>{t('lobby.copyright', { brand, year: new Date().getUTCFullYear() })}</p>
      </div>
    </footer>
  );
}

function Vendors({ context: { t, menus } }: FooterProps) {
  const vendors = new Map(menus.flatMap((menu) => menu.vendors).map((vendor) => [vendor.vassalage, vendor]));
  if (vendors.size === 0) return null;
  return (
    <div className={styles.block}>
      <h2 className={styles.title}>{t('lobby.vendors')}</h2>
      <ul className={styles.vendors}>
        {[...vendors.values()].map(({ vassalage, displayName, smallIcon }) => (
          <li key={vassalage}>
            {smallIcon ? <img src={smallIcon} alt={displayName} width={168} height={56} loading="lazy" decoding="async" /> : displayName}
          </li>
        ))}
      </ul>
    </div>
  );
}

function HelpTopics({ context: { t, help, demo, minimumAge } }: FooterProps) {
  if (help.length === 0 && !demo) return null;
  return (
    <section className={styles.block} aria-labelledby="footer-help">
      <h2 className={styles.title} id="footer-help">
        {t('lobby.help')}
      </h2>
      {help.map(({ id, title, html }) => (
        <details key={id} className={styles.topic} name="help">
          <summary>
            {title}
            <Icon name="chevron-down" small />
          </summary>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the platform when stored and by the server when read */}
          <div className={styles.answer} dangerouslySetInnerHTML={{ __html: html }} />
        </details>
      ))}
      {help.length > 0
        ? null
        : OWN_HELP.map((topic) => (
            <details key={topic} className={styles.topic} name="help">
              <summary>
                {t(`lobby.help_${topic}_question`)}
                <Icon name="chevron-down" small />
              </summary>
              <p className={styles.answer}>{t(`lobby.help_${topic}_answer`, { age: minimumAge })}</p>
            </details>
          ))}
    </section>
  );
}

function Shortcuts({ context }: FooterProps) {
  const { t, menus, features } = context;
  const links = [
    ...footerShortcuts(menus, t),
    { label: t('lobby.promotions'), href: '/promotions' },
    { label: t('lobby.notices'), href: '/noticePage' },
    ...(hasHelpCentre(context) ? [{ label: t('header.helpCentre'), href: '/help' }] : []),
    { label: t('header.appDownload'), href: '/down' },
    { label: t('header.joinUs'), href: '/join' },
  ].filter(({ href }) => isOpenHref(href, features));
  return (
    <nav className={styles.block} aria-labelledby="footer-shortcuts">
      <h2 className={styles.title} id="footer-shortcuts">
        {t('header.quickLinks')}
      </h2>
      <ul className={styles.links}>
        {links.map(({ label, href }) => (
          <li key={label}>
            <a href={href}>{label}</a>
          </li>
        ))}
        <li>
          <a {...contactLink(context)}>{t('contact.title')}</a>
        </li>
      </ul>
    </nav>
  );
}

/** The regulator's mark, if the merchant has one; it links to the register entry if that has an address. */
export function Licence({ context: { t, resources, language } }: FooterProps) {
  const licence = resources.find(({ resourceType }) => resourceType === 'licence');
  if (!licence) return null;
  const name = labelOf(licence, language.code) || t('header.licence');
  const image = <img className={styles.licence} src={licence.qrCodeUrl || licence.url} alt={name} height={48} loading="lazy" />;
  if (!licence.qrCodeUrl) return image;
  return (
    <a href={licence.url} target="_blank" rel="noopener noreferrer">
      {image}
    </a>
  );
}
