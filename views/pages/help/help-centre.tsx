import '../../../client/styles/index.css';
import { Button, ButtonLink } from '../../../client/ui/button.tsx';
import controls from '../../../client/ui/controls.module.css';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { Prose } from '../../../client/ui/prose.tsx';
import type { HelpTopic } from '../../../shared/api/publishing/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { contactLink } from '../../components/contact-link.ts';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Bare, Shell } from '../../layouts/shell.tsx';
import styles from './help-centre.module.css';

export interface HelpArticleView {
  readonly id: string;
  readonly topic: HelpTopic;
  readonly title: string;
  /** Plain text. */
  readonly excerpt: string;
}

export interface HelpCentrePageProps {
  readonly context: PageContext;
  readonly path: '/help' | '/helpmc';
  readonly search: string;
  /** Matches of the search; null without one. */
  readonly found: readonly HelpArticleView[] | null;
  readonly topics: readonly { readonly topic: HelpTopic; readonly articles: readonly HelpArticleView[] }[];
  readonly article: (HelpArticleView & { readonly html: string }) | null;
  /** The requested article does not exist. */
  readonly unknown: boolean;
  readonly more: readonly HelpArticleView[];
}

const TOPIC_ICON: Readonly<Record<HelpTopic, string>> = {
  account: 'user',
  deposit: 'wallet',
  withdraw: 'arrow-up-from-line',
  games: 'gamepad-2',
  fairness: 'scale',
  safety: 'shield-check',
  app: 'smartphone',
  trouble: 'triangle-alert',
};

export function HelpCentrePage(props: HelpCentrePageProps) {
  const Layout = props.path === '/helpmc' ? Bare : Shell;
  return (
    <Layout context={props.context}>
      <Content {...props} />
    </Layout>
  );
}

function Content({ context, path, search, found, topics, article, unknown, more }: HelpCentrePageProps) {
  const { t } = context;
  const title = <PageTitle title={t('pages.helpTitle')} text={t('pages.helpText')} />;
  const contactPrompt = <ContactPrompt context={context} />;
  if (article)
    return (
      <>
        <a className={styles.back} href={path}>
          <Icon name="chevron-left" small directional />
          {t('pages.helpAll')}
        </a>
        <SearchForm t={t} path={path} search={search} />
        <article className={styles.article}>
          <p className={styles.topic}>
            <Icon name={TOPIC_ICON[article.topic]} small />
            {t(`pages.helpTopic_${article.topic}`)}
          </p>
          <PageTitle title={article.title} />
          <Prose html={article.html} />
        </article>
        {more.length > 0 ? <Group path={path} id="help-more" title={t('pages.helpMore')} articles={more} /> : null}
        {contactPrompt}
      </>
    );
  if (found)
    return (
      <>
        {title}
        <SearchForm t={t} path={path} search={search} />
        {found.length > 0 ? (
          <Group path={path} id="help-found" title={t('pages.helpFound', { count: found.length, words: search })} articles={found} long />
        ) : (
          <EmptyState icon="search" title={t('pages.helpNothing', { words: search })} text={t('pages.helpNothingText')}>
            <ButtonLink href={path}>{t('pages.helpAll')}</ButtonLink>
          </EmptyState>
        )}
        {contactPrompt}
      </>
    );
  return (
    <>
      {title}
      {unknown ? (
        <p className={display.message} role="status">
          {t('pages.helpGone')}. {t('pages.helpGoneText')}
        </p>
      ) : null}
      {topics.length > 0 ? <SearchForm t={t} path={path} search="" /> : <EmptyState icon="circle-help" title={t('pages.helpNone')} />}
      <div className={styles.topics}>
        {topics.map(({ topic, articles }) => (
          <Group
            key={topic}
            path={path}
            id={`help-${topic}`}
            title={t(`pages.helpTopic_${topic}`)}
            icon={TOPIC_ICON[topic]}
            articles={articles}
          />
        ))}
      </div>
      {contactPrompt}
    </>
  );
}

function SearchForm({ t, path, search }: { readonly t: Translate; readonly path: string; readonly search: string }) {
  return (
    <search>
      <form className={styles.search} action={path}>
        <label className={styles.label} htmlFor="help-search">
          {t('pages.helpSearch')}
        </label>
        <div className={styles.row}>
          <input
            className={controls.input}
            id="help-search"
            type="search"
            name="q"
            defaultValue={search}
            maxLength={80}
            required
            autoComplete="off"
            enterKeyHint="search"
            placeholder={t('pages.helpSearchHint')}
          />
          <Button type="submit" variant="secondary" icon="search">
            {t('pages.helpSearchGo')}
          </Button>
        </div>
      </form>
    </search>
  );
}

interface GroupProps {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  readonly articles: readonly HelpArticleView[];
  /** Shows the first words of each. */
  readonly long?: boolean;
}

function Group({ path, id, title, icon, articles, long }: GroupProps) {
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {icon ? <Icon name={icon} /> : null}
        {title}
      </h2>
      <ul className={styles.list}>
        {articles.map((article) => (
          <li key={article.id}>
            <a className={styles.link} href={`${path}?article=${encodeURIComponent(article.id)}`}>
              <span>{article.title}</span>
              {long ? <span className={styles.excerpt}>{article.excerpt}</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ContactPrompt({ context }: { readonly context: PageContext }) {
  const { t } = context;
  return (
    <aside className={styles.ask} aria-labelledby="help-ask">
      <div>
        <h2 className={styles.heading} id="help-ask">
          {t('pages.helpAsk')}
        </h2>
        <p>{t('pages.helpAskText')}</p>
      </div>
      <ButtonLink icon="message-circle" {...contactLink(context)}>
        {t('contact.title')}
      </ButtonLink>
    </aside>
  );
}
