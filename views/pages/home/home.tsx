import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import '../../../client/styles/index.css';
import { preload } from 'react-dom';
import type { MatchView } from '../../../client/islands/games/match-view.ts';
import type { GameStarter } from '../../../client/islands/games/props.ts';
import type { FormView } from '../../../client/islands/sign-in/props.ts';
import { Banner } from '../../../client/ui/banner.tsx';
import display from '../../../client/ui/display.module.css';
import { GameTile, gameGridClass } from '../../../client/ui/game-tile.tsx';
import { Icon } from '../../../client/ui/icon.tsx';
import { pictureSizes } from '../../../client/ui/picture-sizes.ts';
import type { Game, Winner } from '../../../shared/api/games/schemas.ts';
import type { Banner as BannerData } from '../../../shared/api/publishing/schemas.ts';
import type { GameCategory } from '../../../shared/constants.ts';
import { Carousel } from '../../components/carousel.tsx';
import { FavouriteForm } from '../../components/favourite-form.tsx';
import { HomeMatches } from '../../components/home-matches.tsx';
import { Island, type PersonalView } from '../../components/island.tsx';
import { Leaderboard, type Rank } from '../../components/leaderboard.tsx';
import { isOpen, isOpenHref, isTrial } from '../../components/member-entries.ts';
import { categoryHref, categoryLabel, destinations } from '../../components/navigation.ts';
import { Providers, vendorsOf } from '../../components/providers.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Section } from '../../components/section.tsx';
import { Winners } from '../../components/winners.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './home.module.css';

export interface HomeProps {
  readonly context: PageContext;
  readonly banners: readonly BannerData[];
  readonly gameSections: readonly GameSection[];
  /** Open for bets, the next first. Null: none could be loaded. */
  readonly matches: readonly MatchView[] | null;
  /** The merchant's time zone. */
  readonly timeZone: string;
  /** Null: the platform has none. */
  readonly rank: Rank | null;
  /** Null: the platform has none. */
  readonly winners: readonly Winner[] | null;
  readonly currency: CurrencyView;
  readonly form: FormView | undefined;
}
export interface GameSection {
  /** `more`: games of sections that are too short for a separate row. */
  readonly kind: 'popular' | 'hot' | 'new' | 'rebate' | 'more' | GameCategory;
  readonly games: readonly Game[];
}

/** Tiles of a row on the widest screen. */
const ROW = 7;

/** Targets of "see all" for the special sections. */
const MORE: Readonly<Partial<Record<GameSection['kind'], string>>> = {
  popular: '/rng',
  hot: '/rng',
  new: '/rng?sort=new',
  rebate: '/rng?sort=rebate',
  more: '/rng?category=ALL',
};

/** The lobby. */
export function HomePage({ context, banners, gameSections, matches, timeZone, rank, winners, currency, form }: HomeProps) {
  const { t, menus, here, features } = context;
  const categories = destinations(menus, t, here).filter(({ href }) => isOpenHref(href, features));
  const [first, ...rest] = gameSections;
  const hasGames = gameSections.length > 0 || vendorsOf(menus).length > 0;
  return (
    <Shell context={context}>
      <h1 className={display.hidden}>{t('lobby.homeHeading', { brand: context.brand })}</h1>
      <FavouriteForm context={context} form={form} />
      <Hero t={t} banners={banners} />
      <nav className={styles.rail} aria-label={t('lobby.categoryRail')}>
        {categories.map(({ href, label, icon }) => (
          <a key={href} className={display.chip} href={href}>
            <Icon name={icon} />
            {label}
          </a>
        ))}
      </nav>
      {hasGames && isOpen('/rng', features) ? (
        <div className={styles.bar}>
          <SearchBox t={t} menus={menus} />
        </div>
      ) : null}
      {hasGames && (isOpen('/recent', features) || isOpen('/favourites', features)) ? (
        <Island name="my-games" hydrate="member" props={(view) => ({ member: starterOf(view), currency })} />
      ) : null}
      {first ? <GameSectionPart section={first} context={context} isFirst /> : null}
      {matches === null || !hasGames ? null : (
        <div className={styles.later} data-size="matches">
          <HomeMatches t={t} matches={matches} timeZone={timeZone} />
        </div>
      )}
      {rest.map((section) => (
        <div key={section.kind} className={styles.later} data-size={rowsOf(section) === 2 ? 'rows' : undefined}>
          <GameSectionPart section={section} context={context} />
        </div>
      ))}
      <div className={styles.later} data-size="providers">
        <Providers t={t} menus={menus} features={features} />
      </div>
      {rank === null || !hasGames ? null : (
        <div className={styles.later}>
          <Leaderboard t={t} rank={rank} />
        </div>
      )}
      {winners === null || !hasGames ? null : (
        <div className={styles.later}>
          <Winners t={t} winners={winners} />
        </div>
      )}
    </Shell>
  );
}

function starterOf({ member, balance }: PersonalView): GameStarter | null {
  if (!member) return null;
  const { nickname, type, isNew } = member;
  const funded = balance !== null && Number(balance.sumBalance) > 0;
  return { name: nickname, trial: isTrial(type), resting: balance?.resting !== undefined, funded, isNew: isNew === true };
}

function Hero({ t, banners }: { readonly t: PageContext['t']; readonly banners: readonly BannerData[] }) {
  // The last banner is next to the others if there is room.
  const side = banners.length > 1 ? banners.at(-1) : undefined;
  const slides = side ? banners.slice(0, -1) : banners;
  const [first] = slides;
  if (!first) return null;
  // The largest element of the first screen: its load starts before the styles.
  const { srcSet, sizes } = pictureSizes(first);
  preload(first.imageUrl, { as: 'image', fetchPriority: 'high', imageSrcSet: srcSet, imageSizes: sizes });
  return (
    <div className={side ? styles.hero : undefined}>
      <Carousel t={t} slides={slides} />
      {side ? (
        <div className={styles.side}>
          <Banner banner={side} small />
        </div>
      ) : null}
    </div>
  );
}

interface GameSectionProps {
  readonly section: GameSection;
  readonly context: PageContext;
  readonly isFirst?: boolean;
}

function GameSectionPart({ section, context: { t, features }, isFirst = false }: GameSectionProps) {
  const { kind, games } = section;
  const href = MORE[kind] ?? categoryHref(kind as GameCategory);
  const hasPoints = isOpen('/pointMall', features);
  return (
    <Section
      id={`shelf-${kind}`}
      title={kind === 'more' && isFirst ? t('games.allGames') : titleOf(t, kind, hasPoints)}
      more={{ href, label: t('lobby.seeAll') }}
    >
      {kind === 'rebate' ? <p className={styles.note}>{t(hasPoints ? 'games.rebateText' : 'games.returnText')}</p> : null}
      <div className={styles.shelf} data-rows={rowsOf(section)}>
        <div className={gameGridClass}>
          {/* Not loaded eagerly: on a slow line these pictures would delay the banner. */}
          {games.map((game) => (
            <GameTile key={game.gameId} game={game} t={t} />
          ))}
        </div>
      </div>
    </Section>
  );
}

function rowsOf({ games }: GameSection): number {
  return games.length > ROW ? 2 : 1;
}

function titleOf(t: PageContext['t'], kind: GameSection['kind'], hasPoints: boolean): string {
  if (kind === 'rebate') return t(hasPoints ? 'games.rebate' : 'games.return');
  if (kind === 'more') return t('games.moreGames');
  return kind === 'popular' || kind === 'hot' || kind === 'new' ? t(`lobby.shelf_${kind}`) : categoryLabel(t, kind);
}
