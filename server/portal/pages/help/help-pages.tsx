import { HELP_TOPICS } from '../../../../shared/api/publishing/constants.ts';
import { helpCenter } from '../../../../shared/api/publishing/contract.ts';
import type { HelpArticle } from '../../../../shared/api/publishing/schemas.ts';
import { type HelpPage as HelpPageName, helpHref } from '../../../../views/components/own-pages.ts';
import { HelpPage } from '../../../../views/pages/help/help.tsx';
import { type HelpArticleView, HelpCentrePage } from '../../../../views/pages/help/help-centre.tsx';
import { cleanHtml } from '../../../html/clean-html.ts';
import { callValue } from '../call-value.ts';
import type { LoadInput } from '../load-input.ts';
import type { PageView } from '../page-view.ts';
import { excerpt, findArticles } from './help-search.ts';

const MAX_SEARCH_LENGTH = 80;
const RELATED_COUNT = 5;

/** The help centre: topics, a search (`?q=`) or one article (`?article=`). `/helpmc` has no header, for app web views. */
export function helpCentrePage(path: '/help' | '/helpmc') {
  return async ({ upstream, visitor, context, query }: LoadInput): Promise<PageView> => {
    const { articles } = await callValue(upstream, helpCenter, {}, visitor);
    const { t } = context;
    const search = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH);
    const requestedId = query.get('article');
    const article = articles.find(({ id }) => id === requestedId);
    const unknown = requestedId !== null && !article;
    return {
      status: unknown ? 404 : 200,
      title: article ? `${article.title} · ${t('pages.helpTitle')}` : t('pages.helpTitle'),
      description: article ? excerpt(article.content) : t('pages.helpText'),
      entry: 'views/pages/help/help-centre.tsx',
      islands: [],
      unbounded: unknown,
      noIndex: unknown || search !== '' || path === '/helpmc',
      body: (
        <HelpCentrePage
          context={context}
          path={path}
          search={search}
          found={search ? findArticles(articles, search).map(view) : null}
          topics={HELP_TOPICS.map((topic) => ({ topic, articles: articles.filter((one) => one.topic === topic).map(view) })).filter(
            (group) => group.articles.length > 0,
          )}
          article={article ? { ...view(article), html: cleanHtml(article.content) } : null}
          unknown={unknown}
          more={
            article
              ? articles
                  .filter((other) => other !== article && other.topic === article.topic)
                  .slice(0, RELATED_COUNT)
                  .map(view)
              : []
          }
        />
      ),
    };
  };
}

export function helpPage(page: HelpPageName) {
  return async ({ context }: LoadInput): Promise<PageView> => {
    const exists = helpHref(context, page) !== undefined;
    return {
      status: exists ? 200 : 404,
      title: context.t(`lobby.help_page_${page}`),
      entry: 'views/pages/help/help.tsx',
      islands: [],
      noIndex: !exists,
      body: <HelpPage context={context} page={page} />,
    };
  };
}

function view({ id, topic, title, content }: HelpArticle): HelpArticleView {
  return { id, topic, title, excerpt: excerpt(content) };
}
