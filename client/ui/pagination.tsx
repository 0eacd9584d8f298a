import type { MouseEvent } from 'react';
import type { Translate } from '../../shared/i18n/translate.ts';
import { ButtonLink } from './button.tsx';
import { pagesOf } from './pages-of.ts';
import styles from './pagination.module.css';

/** Locale keys of a pagination; an island that renders one must declare them. */
export const PAGINATION_TEXTS = ['common.pages', 'common.pageNumber', 'common.previous', 'common.next'] as const;

export interface PaginationProps {
  readonly t: Translate;
  readonly page: number;
  readonly pages: number;
  readonly href: (page: number) => string;
  /** Shows the page in place; without it, and without script, the links load it. */
  readonly onPage?: (page: number) => void;
}

/** Pages of a list as links: three around the current one, the first and the last. Renders nothing for a single page. */
export function Pagination({ t, page, pages, href, onPage }: PaginationProps) {
  if (pages < 2) return null;
  const go = (target: number) => (event: MouseEvent) => {
    if (!onPage || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onPage(target);
  };
  return (
    <nav className={styles.pages} aria-label={t('common.pages')}>
      {page > 1 ? (
        <ButtonLink
          variant="ghost"
          iconOnly
          icon="chevron-left"
          title={t('common.previous')}
          className={styles.step}
          rel="prev"
          href={href(page - 1)}
          onClick={go(page - 1)}
        >
          {t('common.previous')}
        </ButtonLink>
      ) : null}
      <ol className={styles.row}>
        {pagesOf(page, pages).map((step) =>
          step.kind === 'gap' ? (
            <li key={`gap ${step.after}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={step.page}>
              <a
                className={styles.page}
                href={href(step.page)}
                aria-label={t('common.pageNumber', { page: step.page })}
                aria-current={step.page === page ? 'page' : undefined}
                onClick={go(step.page)}
              >
                {step.page}
              </a>
            </li>
          ),
        )}
      </ol>
      {page < pages ? (
        <ButtonLink
          variant="ghost"
          iconOnly
          icon="chevron-right"
          title={t('common.next')}
          className={styles.step}
          rel="next"
          href={href(page + 1)}
          onClick={go(page + 1)}
        >
          {t('common.next')}
        </ButtonLink>
      ) : null}
    </nav>
  );
}
