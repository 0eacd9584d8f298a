import '../../client/styles/index.css';
import { Banner } from '../../client/lib/ui/banner.tsx';
import { GameTile, gameGridClass } from '../../client/lib/ui/game-tile.tsx';
import { Icon } from '../../client/lib/ui/icon.tsx';
import display from '../../client/styles/display.module.css';
import type { Banner as BannerData } from '../../shared/api/content-calls.ts';
import type { Game, Winner } from '../../shared/api/game-calls.ts';
import type { GameCategory } from '../../shared/constants.ts';
import { Island } from '../components/island.tsx';
import { categoryHref, categoryLabel, destinations } from '../components/navigation.ts';
import { SearchBox } from '../components/search-box.tsx';
import { Section } from '../components/section.tsx';
import { Winners } from '../components/winners.tsx';
import type { PageContext } from '../layouts/page-context.ts';
import { Shell } from '../layouts/shell.tsx';
import styles from './home.module.css';

export interface HomeProps {
  readonly context: PageContext;
  readonly banners: readonly BannerData[];
  readonly shelves: readonly Shelf[];
  readonly winners: readonly Winner[];
}
export interface Shelf {
  readonly kind: 'popular' | 'hot' | 'new' | GameCategory;
  readonly games: readonly Game[];
}

/** The lobby. */
export function HomePage({ context, banners, shelves, winners }: HomeProps) {
  const { t, menus, here } = context;
  const categories = destinations(menus, t, here);
  const total = categories.reduce((sum, { count }) => sum + (count ?? 0), 0);
  return (
    <Shell context={context}>
      <h1 className={display.hidden}>{t('lobby.homeHeading', { brand: context.brand })}</h1>
      <Hero banners={banners} />
      <nav className={styles.rail} aria-label={t('lobby.categoryRail')}>
        {categories.map(({ href, label, icon }) => (
          <a key={href} className={display.chip} href={href}>
            <Icon name={icon} />
            {label}
          </a>
        ))}
      </nav>
      <div className={styles.bar}>
        <SearchBox t={t} action="/rng" total={total} />
      </div>
      {shelves.map((shelf, index) => (
        <GameShelf key={shelf.kind} shelf={shelf} context={context} eager={index === 0} />
      ))}
      <Winners t={t} winners={winners} />
    </Shell>
  );
}

function Hero({ banners }: { readonly banners: readonly BannerData[] }) {
  // The last banner stands beside the others where there is room for it.
  const side = banners.length > 1 ? banners.at(-1) : undefined;
  const slides = side ? banners.slice(0, -1) : banners;
  if (slides.length === 0) return null;
  return (
    <div className={side ? styles.hero : undefined}>
      <Island name="carousel" wake="idle" props={{ slides: slides.map(({ groupName: _place, ...slide }) => slide) }} />
      {side ? (
        <div className={styles.side}>
          <Banner banner={side} small />
        </div>
      ) : null}
    </div>
  );
}

const EAGER_TILES = 7;

function GameShelf({ shelf: { kind, games }, context: { t }, eager }: { shelf: Shelf; context: PageContext; eager: boolean }) {
  const special = kind === 'popular' || kind === 'hot' || kind === 'new';
  const title = special ? t(`lobby.shelf_${kind}`) : categoryLabel(t, kind);
  const href = special ? `/rng?sort=${kind === 'new' ? 'new' : 'popular'}` : categoryHref(kind);
  return (
    <Section id={`shelf-${kind}`} title={title} more={{ href, label: t('lobby.seeAll') }}>
      <div className={styles.shelf}>
        <div className={gameGridClass}>
          {games.map((game, index) => (
            <GameTile key={game.gameId} game={game} t={t} eager={eager && index < EAGER_TILES} />
          ))}
        </div>
      </div>
    </Section>
  );
}
