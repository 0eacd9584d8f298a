import '../../client/styles/index.css';
import display from '../../client/styles/display.module.css';
import { PageTitle } from '../components/section.tsx';
import type { HelpPage as HelpPageName } from '../layouts/footer.tsx';
import type { PageContext } from '../layouts/page-context.ts';
import { Shell } from '../layouts/shell.tsx';
import styles from './articles.module.css';

/** Number of paragraphs of each page in the texts. */
const PARAGRAPHS: Readonly<Record<HelpPageName, number>> = {
  about: 3,
  contact: 2,
  terms: 6,
  'safer-play': 4,
  privacy: 4,
  affiliates: 3,
  refunds: 3,
};

/** The site's own pages, which the footer lists. */
export function HelpPage({ context, page }: { readonly context: PageContext; readonly page: HelpPageName }) {
  const { t, brand } = context;
  return (
    <Shell context={context}>
      <PageTitle title={t(`lobby.help_page_${page}`)} />
      <article className={display.card}>
        <div className={styles.prose}>
          {Array.from({ length: PARAGRAPHS[page] }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a page never change places
            <p key={index}>{t(`lobby.help_${page}_${index + 1}`, { brand })}</p>
          ))}
        </div>
      </article>
    </Shell>
  );
}
