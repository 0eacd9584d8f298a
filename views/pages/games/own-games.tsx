import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import '../../../client/styles/index.css';
import type { FormView } from '../../../client/islands/sign-in/props.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import { classNames } from '../../../client/ui/class-names.ts';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { GameTile, gameGridClass } from '../../../client/ui/game-tile.tsx';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { FavouriteForm } from '../../components/favourite-form.tsx';
import { Island } from '../../components/island.tsx';
import { PageTitle } from '../../components/section.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { Shell } from '../../layouts/shell.tsx';
import styles from './own-games.module.css';

export const OWN_GAMES = ['recent', 'favourites'] as const;
export type OwnGames = (typeof OWN_GAMES)[number];

export interface OwnGamesProps {
  readonly context: PageContext;
  readonly kind: OwnGames;
  /** Null if not signed in. */
  readonly games: readonly Game[] | null;
  readonly currency: CurrencyView;
  readonly form: FormView | undefined;
}

const EAGER_TILES = 6;

/** `/recent` and `/favourites`: the games of one member. */
export function OwnGamesPage({ context, kind, games, currency, form }: OwnGamesProps) {
  const { t, here } = context;
  return (
    <Shell context={context}>
      <PageTitle
        title={t(kind === 'recent' ? 'games.recentPage' : 'games.favourites')}
        {...(games ? { text: t('lobby.gameCount', { count: games.length }) } : {})}
      >
        <nav className={classNames(display.tabs, styles.tabs)} aria-label={t('games.mine')}>
          {OWN_GAMES.map((name) => (
            <a key={name} className={display.tab} href={`/${name}`} aria-current={name === kind ? 'page' : undefined}>
              {t(`games.${name}`)}
            </a>
          ))}
        </nav>
      </PageTitle>
      <FavouriteForm context={context} form={form} off={kind === 'favourites'} />
      {games === null ? (
        <EmptyState icon="heart" title={t('games.mineLogin')}>
          <ButtonLink variant="primary" icon="log-in" href={`/login?next=${encodeURIComponent(here)}`} data-modal="login">
            {t('lobby.login')}
          </ButtonLink>
        </EmptyState>
      ) : games.length === 0 ? (
        <EmptyState icon={kind === 'recent' ? 'history' : 'heart'} title={t(`games.${kind}None`)}>
          <ButtonLink variant="secondary" href="/rng">
            {t('games.browse')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <div className={gameGridClass}>
          {games.map((game, index) => (
            <GameTile key={game.gameId} game={game} t={t} eager={index < EAGER_TILES} favourite={kind === 'favourites'} />
          ))}
        </div>
      )}
      <Island name="my-games" hydrate="idle" props={{ member: null, currency }} />
    </Shell>
  );
}
