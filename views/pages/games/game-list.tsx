import '../../../client/styles/index.css';
import { cleared, type ListFilter, listHref } from '../../../client/islands/games/list-filter.ts';
import { MatchCard } from '../../../client/islands/games/match-card.tsx';
import type { MatchView } from '../../../client/islands/games/match-view.ts';
import type { GameGridProps } from '../../../client/islands/games/props.ts';
import type { FormView } from '../../../client/islands/sign-in/props.ts';
import display from '../../../client/ui/display.module.css';
import { Icon } from '../../../client/ui/icon.tsx';
import type { GameMenu, Vendor } from '../../../shared/api/games/schemas.ts';
import { VENDOR_HOT } from '../../../shared/constants.ts';
import { FavouriteForm } from '../../components/favourite-form.tsx';
import { Island } from '../../components/island.tsx';
import { matchesNote } from '../../components/matches-note.ts';
import { isOpen } from '../../components/member-entries.ts';
import { CATEGORY_ICON, categoryLabel } from '../../components/navigation.ts';
import { PageTitle, Section } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './game-list.module.css';

/** Matches of a sports page. */
export interface ListMatches {
  readonly now: string;
  readonly open: readonly MatchView[];
  readonly results: readonly MatchView[];
}

export interface GameListProps {
  readonly context: PageContext;
  readonly filter: ListFilter;
  /** Categories of this page that have vendors. */
  readonly categories: readonly GameMenu[];
  readonly grid: GameGridProps;
  readonly matches: ListMatches | null;
  /** The merchant's time zone. */
  readonly timeZone: string;
  readonly form: FormView | undefined;
}

/** Games of a category by vendor; every option is a link or a plain form. */
export function GameListPage({ context, filter, categories, grid, matches, timeZone, form }: GameListProps) {
  const { t } = context;
  const current = categories.find((menu) => menu.gameCategory === filter.category) ?? categories[0];
  const title = filter.category === 'ALL' || !current ? t('games.allGames') : categoryLabel(t, current.gameCategory);
  const { path } = grid;
  return (
    <Shell context={context}>
      <PageTitle title={title} />
      <FavouriteForm context={context} form={form} />
      {categories.length > 1 ? <Categories t={t} path={path} categories={categories} current={current} /> : null}
      {path === '/elott' && isOpen('/lottery', context.features) ? <Lobbies t={t} /> : null}
      {path === '/pvp' && isOpen('rooms', context.features) ? <Rooms here={context.here} /> : null}
      {matches ? <Matches t={t} path={path} matches={matches} timeZone={timeZone} /> : null}
      <div className={styles.tabs}>
        <Vendors t={t} vendors={filter.category === 'ALL' ? [] : (current?.vendors ?? [])} path={path} filter={filter} />
        <Types t={t} grid={grid} />
      </div>
      <Island name="game-grid" hydrate="use" props={grid} />
      {grid.games.some(({ rtp }) => rtp !== null) ? (
        <details className={styles.why}>
          <summary>{t('games.returnQuestion')}</summary>
          <p>{t('games.sheetReturnText')}</p>
        </details>
      ) : null}
    </Shell>
  );
}

type T = PageContext['t'];
interface CategoriesProps {
  readonly t: T;
  readonly path: string;
  readonly categories: readonly GameMenu[];
  readonly current: GameMenu | undefined;
}

function Categories({ t, path, categories, current }: CategoriesProps) {
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

/** Lotteries with scheduled draws have separate pages. */
function Lobbies({ t }: { readonly t: T }) {
  return (
    <nav className={styles.chips} aria-label={t('games.lobbies')}>
      {(['/lottery', '/seaLottery', '/vnlottery'] as const).map((path) => (
        <a key={path} className={display.chip} href={path}>
          <Icon name="clock" />
          {t(`lottery.title_${path.slice(1)}`)}
        </a>
      ))}
    </nav>
  );
}

function Rooms({ here }: { readonly here: string }) {
  const loginHref = `/login?next=${encodeURIComponent(here)}`;
  return <Island name="pvp-rooms" hydrate="visible" props={({ member }) => ({ member: member !== null, loginHref })} />;
}

const RESULTS = 4;

function Matches({
  t,
  path,
  matches,
  timeZone,
}: {
  readonly t: T;
  readonly path: string;
  readonly matches: ListMatches;
  readonly timeZone: string;
}) {
  const gameCategory = path === '/esports' ? 'ESPORTS' : 'SPORTS';
  return (
    <Section id="matches" title={t('games.matches')}>
      <p className={styles.note}>{matchesNote(t, [...matches.open, ...matches.results], timeZone)}</p>
      <Island name="match-list" hydrate="visible" props={{ gameCategory, open: matches.open, max: null }} />
      {matches.results.length > 0 ? (
        <details className={styles.why}>
          <summary>{t('games.results')}</summary>
          <ul className={styles.results}>
            {matches.results.slice(0, RESULTS).map((match) => (
              <li key={match.matchId}>
                <MatchCard t={t} match={match} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Section>
  );
}

interface VendorsProps {
  readonly t: T;
  readonly vendors: readonly Vendor[];
  readonly path: string;
  readonly filter: ListFilter;
}

/** One vendor at a time; several can be selected in the filters. */
function Vendors({ t, vendors, path, filter }: VendorsProps) {
  if (vendors.length === 0) return null;
  // Each chip links to all games of its vendor and shows their number.
  const all = cleared(filter);
  const only = filter.vendors.length === 1 ? filter.vendors[0] : undefined;
  return (
    <nav className={styles.chips} aria-label={t('lobby.vendors')}>
      <a className={display.chip} href={listHref(path, all)} aria-current={filter.vendors.length === 0 ? 'true' : undefined}>
        {t('lobby.allVendors')}
      </a>
      {vendors.map(({ vassalage, displayName, gameCount, isHot }) => (
        <a
          key={vassalage}
          className={display.chip}
          href={listHref(path, { ...all, vendors: [vassalage] })}
          aria-current={vassalage === only ? 'true' : undefined}
        >
          {displayName}
          {gameCount === null ? null : <span className={display.chipCount}>{gameCount}</span>}
          {isHot === VENDOR_HOT ? (
            <span className={display.badge} data-tone="live">
              {t('lobby.hot')}
            </span>
          ) : null}
        </a>
      ))}
    </nav>
  );
}

/** Kinds of games, on wide screens; on phones they are among the filters. */
function Types({ t, grid: { types, filter, path } }: { readonly t: T; readonly grid: GameGridProps }) {
  if (types.length === 0) return null;
  return (
    <nav className={styles.types} aria-label={t('games.types')}>
      {[{ code: '', label: t('games.filterAnyType') }, ...types].map(({ code, label }) => (
        <a
          key={code}
          className={styles.type}
          href={listHref(path, { ...filter, gameType: code })}
          aria-current={code === filter.gameType ? 'true' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
