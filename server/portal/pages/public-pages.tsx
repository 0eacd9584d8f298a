import { listAnnouncements } from '../../../shared/api/content-calls.ts';
import type { HelpPage as HelpPageName } from '../../../views/layouts/footer.tsx';
import { ArticlesPage } from '../../../views/pages/articles.tsx';
import { HelpPage } from '../../../views/pages/help.tsx';
import { callValue } from './call-value.ts';
import { cleanHtml } from './clean-html.ts';
import type { LoadInput } from './load-input.ts';
import type { PageView } from './page-view.ts';
import { zonedText } from './zoned-time.ts';

export function articlesPage(kind: 'promotions' | 'notices') {
  return async ({ upstream, visitor, context, timeZone }: LoadInput): Promise<PageView> => {
    const announcements = await callValue(upstream, listAnnouncements, {}, visitor);
    const articles = (kind === 'promotions' ? announcements.promotion : announcements.player).map(({ id, title, content, date }) => ({
      id,
      title,
      html: cleanHtml(content),
      date,
      dateText: zonedText(date, timeZone),
    }));
    return {
      status: 200,
      title: context.t(`lobby.${kind}`),
      entry: 'views/pages/articles.tsx',
      islands: [],
      body: <ArticlesPage context={context} kind={kind} articles={articles} />,
    };
  };
}

export function helpPage(page: HelpPageName) {
  return async ({ context }: LoadInput): Promise<PageView> => ({
    status: 200,
    title: context.t(`lobby.help_page_${page}`),
    entry: 'views/pages/help.tsx',
    islands: [],
    body: <HelpPage context={context} page={page} />,
  });
}
