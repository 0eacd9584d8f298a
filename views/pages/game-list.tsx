import '../../client/styles/index.css';
import type { GameGridProps } from '../../client/lib/island-props.ts';
import { ButtonLink } from '../../client/lib/ui/button.tsx';
import { EmptyState } from '../../client/lib/ui/empty-state.tsx';
import { Icon } from '../../client/lib/ui/icon.tsx';
import display from '../../client/styles/display.module.css';
import type { GameMenu, Vendor } from '../../shared/api/game-calls.ts';
import type { GameCategory } from '../../shared/constants.ts';
import { Island } from '../components/island.tsx';
import { CATEGORY_ICON, categoryLabel } from '../components/navigation.ts';
import { SearchBox } from '../components/search-box.tsx';
import { PageTitle } from '../components/section.tsx';
import type { PageContext } from '../layouts/page-context.ts';
import { Shell } from '../layouts/shell.tsx';
import styles from './game-list.module.css';

export const SORTS = ['popular', 'name', 'new'] as const;
export type Sort = (typeof SORTS)[number];

/** What of the address decides about the list. */
export interface ListFilter {
  readonly category: GameCategory | null;
  readonly vendor: string;
  readonly gameType: string;
  readonly gameName: string;
  readonly sort: Sort;
}

export interface GameListProps {
  readonly context: PageContext;
  readonly path: string;
  readonly filter: ListFilter;
  /** Categories that this page serves and that have vendors. */
  readonly categories: readonly GameMenu[];
  readonly grid: GameGridProps;
}

/** Games of a category by vendor; every choice is a link or a plain form. */
export function GameListPage({ context, path, filter, categories, grid }: GameListProps) {
  const { t } = context;
  const current = categories.find((menu) => menu.gameCategory === filter.category) ?? categories[0];
  const title = filter.gameName ? t('lobby.searchTitle', { name: filter.gameName }) : titleOf(t, current);
  return (
    <Shell context={context}>
      <PageTitle title={title} text={t('lobby.gameCount', { count: grid.total })} />
      {categories.length > 1 ? <Categories context={context} path={path} categories={categories} current={current} /> : null}
      <Vendors t={t} vendors={current?.vendors ?? []} path={path} filter={filter} />
      <div className={styles.bar}>
        <SearchBox
          t={t}
          action={path}
          value={filter.gameName}
          total={current?.vendors.reduce((sum, vendor) => sum + vendor.gameCount, 0) ?? 0}
          keep={queryOf({ ...filter, gameName: '' }, path)}
        />
        <nav className={styles.sorts} aria-label={t('lobby.sort')}>
          {SORTS.map((sort) => (
            <a
              key={sort}
              className={display.chip}
              href={listHref(path, { ...filter, sort })}
              aria-current={sort === filter.sort ? 'true' : undefined}
            >
              {t(`lobby.sort_${sort}`)}
            </a>
          ))}
        </nav>
      </div>
      {grid.games.length > 0 ? (
        <Island name="game-grid" wake="visible" props={grid} />
      ) : (
        <EmptyState icon="search" title={t('lobby.noGames')} text={t('lobby.noGamesText')}>
          <ButtonLink variant="secondary" href={path}>
            {t('lobby.clearFilters')}
          </ButtonLink>
        </EmptyState>
      )}
    </Shell>
  );
}

function titleOf(t: PageContext['t'], menu: GameMenu | undefined): string {
  return menu ? categoryLabel(t, menu.gameCategory) : t('lobby.games');
}

function Categories({
  context: { t },
  path,
  categories,
  current,
}: Pick<GameListProps, 'context' | 'path' | 'categories'> & { current: GameMenu | undefined }) {
  return (
    <nav className={styles.chips} aria-label={t('lobby.categoryRail')}>
      {categories.map(({ gameCategory }) => (
        <a
          key={gameCategory}
          className={display.chip}
          href={`${path}?category=${gameCategory}`}
          aria-current={gameCategory === current?.gameCategory ? 'true' : undefined}
        >
          <Icon name={CATEGORY_ICON[gameCategory]} />
          {categoryLabel(t, gameCategory)}
        </a>
      ))}
    </nav>
  );
}

function Vendors({ t, vendors, path, filter }: { t: PageContext['t']; vendors: readonly Vendor[]; path: string; filter: ListFilter }) {
  const all = { ...filter, vendor: '', gameName: '' };
  return (
    <nav className={styles.chips} aria-label={t('lobby.vendors')}>
      <a className={display.chip} href={listHref(path, all)} aria-current={filter.vendor === '' ? 'true' : undefined}>
        {t('lobby.allVendors')}
      </a>
      {vendors.map(({ vassalage, displayName, gameCount, isHot }) => (
        <a
          key={vassalage}
          className={display.chip}
          href={listHref(path, { ...all, vendor: vassalage })}
          aria-current={vassalage === filter.vendor ? 'true' : undefined}
        >
          {displayName}
          <span className={display.chipCount}>{gameCount}</span>
          {isHot === 1 ? (
            <span className={display.badge} data-tone="live">
              {t('lobby.hot')}
            </span>
          ) : null}
        </a>
      ))}
    </nav>
  );
}

/** The filter as query parameters, without what is the default. */
export function queryOf(filter: ListFilter, path: string): Record<string, string> {
  const { category, vendor, gameType, gameName, sort } = filter;
  return Object.fromEntries(
    Object.entries({
      category: path === '/elott' && category ? category : '',
      page: vendor,
      gameType,
      gameName,
      sort: sort === 'popular' ? '' : sort,
    }).filter(([, value]) => value !== ''),
  );
}

export function listHref(path: string, filter: ListFilter): string {
  const query = new URLSearchParams(queryOf(filter, path)).toString();
  return query ? `${path}?${query}` : path;
}
