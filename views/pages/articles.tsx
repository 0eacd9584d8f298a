import '../../client/styles/index.css';
import { ButtonLink } from '../../client/lib/ui/button.tsx';
import { EmptyState } from '../../client/lib/ui/empty-state.tsx';
import display from '../../client/styles/display.module.css';
import { PageTitle } from '../components/section.tsx';
import type { PageContext } from '../layouts/page-context.ts';
import { Shell } from '../layouts/shell.tsx';
import styles from './articles.module.css';

export interface Article {
  readonly id: string;
  readonly title: string;
  /** Sanitised by the server. */
  readonly html: string;
  readonly dateText: string;
  /** Machine-readable date. */
  readonly date: string;
}

export interface ArticlesPageProps {
  readonly context: PageContext;
  readonly kind: 'promotions' | 'notices';
  readonly articles: readonly Article[];
}

/** Promotions and notices: titles with their texts, newest first. */
export function ArticlesPage({ context, kind, articles }: ArticlesPageProps) {
  const { t } = context;
  return (
    <Shell context={context}>
      <PageTitle title={t(`lobby.${kind}`)} text={t(`lobby.${kind}Text`)} />
      {articles.length === 0 ? (
        <EmptyState icon={kind === 'promotions' ? 'gift' : 'megaphone'} title={t(`lobby.${kind}Empty`)}>
          <ButtonLink variant="secondary" href="/index">
            {t('lobby.backToLobby')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <div className={styles.list}>
          {articles.map(({ id, title, html, date, dateText }) => (
            <article key={id} className={display.card} id={id}>
              <header>
                <h2 className={styles.title}>{title}</h2>
                <time className={styles.date} dateTime={date}>
                  {dateText}
                </time>
              </header>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned against a small allow-list before it gets here */}
              <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />
            </article>
          ))}
        </div>
      )}
    </Shell>
  );
}
