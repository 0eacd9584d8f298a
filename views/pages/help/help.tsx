import '../../../client/styles/index.css';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import prose from '../../../client/ui/prose.module.css';
import { Prose } from '../../../client/ui/prose.tsx';
import { ConsentLink } from '../../components/consent-link.tsx';
import { contactLink } from '../../components/contact-link.ts';
import { type HelpPage as HelpPageName, helpPages, ownText } from '../../components/own-pages.ts';
import { PageTitle } from '../../components/section.tsx';
import side from '../../components/side-link.module.css';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './help.module.css';

/** Number of titled parts of each page in the texts. */
const ABOUT_PARTS: Readonly<Record<HelpPageName, number>> = {
  about: 5,
  contact: 4,
  terms: 11,
  'safer-play': 6,
  privacy: 7,
  affiliates: 5,
  refunds: 6,
};
/** Legal texts, which the operator must provide. */
const LEGAL: readonly HelpPageName[] = ['terms', 'safer-play', 'privacy', 'affiliates', 'refunds'];

/** Place of the link in a text that has one. */
const LINK_MARK = '\u0001';

/** A text with a link to the limits and breaks in place of the mark. */
function withLink(text: string, label: string): ReactNode {
  const [before, after] = text.split(LINK_MARK);
  if (after === undefined) return text;
  return (
    <>
      {before}
      <a href="/member/protection">{label}</a>
      {after}
    </>
  );
}

/** The site's own pages, linked by the footer. */
export function HelpPage({ context, page }: { readonly context: PageContext; readonly page: HelpPageName }) {
  const { t, brand, language, minimumAge: age } = context;
  const own = ownText(context, page, language.code);
  const pages = helpPages(context);
  if (!pages.includes(page)) return <NoText context={context} page={page} />;
  return (
    <Shell context={context}>
      <PageTitle title={t(`lobby.help_page_${page}`)} />
      <div className={styles.columns}>
        <nav className={styles.pages} aria-label={t('pages.aboutPages', { brand })}>
          <ul>
            {pages.map((other) => (
              <li key={other}>
                <a className={side.link} href={`/help/${other}`} aria-current={other === page ? 'page' : undefined}>
                  {t(`lobby.help_page_${other}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <article className={display.card}>
          {LEGAL.includes(page) && own === undefined ? (
            <p className={display.message}>
              <Icon name="info" />
              {t('pages.aboutExample')}
            </p>
          ) : null}
          {own === undefined ? (
            <div className={prose.prose}>
              {Array.from({ length: ABOUT_PARTS[page] }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never change their order
                <section key={index} className={styles.part}>
                  <h2>{t(`pages.about_${page}_${index + 1}_title`)}</h2>
                  <p>{withLink(t(`pages.about_${page}_${index + 1}_text`, { brand, age, link: LINK_MARK }), t('protection.title'))}</p>
                </section>
              ))}
            </div>
          ) : (
            <Prose html={own} />
          )}
          {page === 'contact' ? (
            <p>
              <a className={styles.contact} {...contactLink(context)}>
                {t('contact.title')}
              </a>
            </p>
          ) : null}
          {page === 'privacy' ? <ConsentLink context={context} /> : null}
        </article>
      </div>
    </Shell>
  );
}

/** A merchant's page without a text: nothing is invented for it. */
function NoText({ context, page }: { readonly context: PageContext; readonly page: HelpPageName }) {
  const { t } = context;
  return (
    <Shell context={context}>
      <PageTitle title={t(`lobby.help_page_${page}`)} />
      <EmptyState icon="info" title={t('pages.noOwnText')} text={t('pages.noOwnTextText')}>
        <ButtonLink icon="message-circle" {...contactLink(context)}>
          {t('contact.title')}
        </ButtonLink>
      </EmptyState>
    </Shell>
  );
}
