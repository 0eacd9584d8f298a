import { useEffect, useId, useState } from 'react';
import { popularGames } from '../../../shared/api/games/calls.ts';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { GAME_PAGE_SIZE } from '../../../shared/constants.ts';
import { call } from '../../page/call.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { GameTile, gameGridClass } from '../../ui/game-tile.tsx';
import { FilterPanel } from './filter-panel.tsx';
import styles from './game-grid.module.css';
import { FilterChips, ListBar } from './list-bar.tsx';
import { cleared, listHref } from './list-filter.ts';
import { MembersOnly } from './members-only.tsx';
import type { GameGridProps } from './props.ts';
import { TileTools } from './tile-tools.tsx';
import { type GameListHandle, useGameList } from './use-game-list.ts';

/**
 * A list of games: search as you type, filters, 24 games per page. Every control is a link or a form that leads to the
 * same list without script; "load more" links to the same list with one more page.
 */
export default function GameGrid(props: GameGridProps & IslandContext) {
  const { t, path, types, minBets, currency } = props;
  const panelId = `${useId()}-filters`;
  const state = useGameList(props);
  const { filter, vendors, total, games, busy } = state;
  const names = { path, filter, vendors, types, currency };
  return (
    <div className={styles.list}>
      <ListBar
        t={t}
        {...names}
        {...(props.unsorted ? { unsorted: true } : {})}
        {...(props.hasPoints ? { hasPoints: true } : {})}
        all={props.all}
        panelId={panelId}
        onSearch={state.search}
      />
      <FilterPanel t={t} id={panelId} {...names} minBets={minBets} total={total} />
      <FilterChips t={t} {...names} />
      <p className={styles.found} role="status">
        {busy === 'search' || total === null ? '' : t(filter.category === 'SPORTS' ? 'games.foundSports' : 'games.found', { count: total })}
      </p>
      {state.problem && busy === 'no' ? <Problem t={t} text={state.problem} retry={state.retry} /> : null}
      {games.length > 0 ? <Games {...props} state={state} /> : null}
      {games.length === 0 && props.membersOnly ? <MembersOnly t={t} next={listHref(path, filter)} /> : null}
      {games.length === 0 && !props.membersOnly ? <EmptyList {...props} state={state} /> : null}
      <TileTools t={t} currency={currency} />
    </div>
  );
}

function Problem({ t, text, retry }: { readonly t: IslandContext['t']; readonly text: string; readonly retry: () => void }) {
  return (
    <div className={styles.problem}>
      <FormMessage text={text} />
      <Button icon="refresh-cw" onClick={retry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

type PartProps = GameGridProps & IslandContext & { readonly state: GameListHandle };

const EAGER_TILES = 6;
const POPULAR_FALLBACK_COUNT = 7;

function Games({ t, path, state }: PartProps) {
  const { games, start, page, totalPages, total, busy, filter } = state;
  const shownCount = start + games.length;
  const more = page < totalPages;
  const left = total === null ? GAME_PAGE_SIZE : Math.min(GAME_PAGE_SIZE, total - shownCount);
  return (
    <>
      {start > 0 ? (
        <ButtonLink className={styles.middle} href={listHref(path, filter, page - 1)}>
          {t('common.earlierGames')}
        </ButtonLink>
      ) : null}
      <div ref={state.list} className={classNames(gameGridClass, busy === 'search' && styles.stale)} aria-busy={busy === 'search'}>
        {games.map((game, index) => (
          <GameTile key={game.gameId} game={game} t={t} eager={index < EAGER_TILES} />
        ))}
        {busy === 'more' ? <Skeletons count={left} /> : null}
      </div>
      <p ref={state.end} className={styles.count} role="status">
        {shownText(t, shownCount, more, total)}
      </p>
      {more ? (
        <>
          <ButtonLink
            className={styles.middle}
            variant="outline"
            href={listHref(path, filter, page + 1)}
            aria-busy={busy === 'more'}
            onClick={state.loadMore}
          >
            {total === null ? t('common.loadMore') : t('common.loadMoreGames', { count: left })}
          </ButtonLink>
          <label className={classNames(controls.check, styles.auto)}>
            <input
              type="checkbox"
              autoComplete="off"
              checked={state.auto.automatic}
              onChange={(event) => state.auto.setAutomatic(event.target.checked)}
            />
            <span>{t('common.loadWhileScrolling')}</span>
          </label>
        </>
      ) : null}
    </>
  );
}

function shownText(t: IslandContext['t'], shown: number, more: boolean, total: number | null): string {
  if (!more) return t('common.endOfList', { count: total ?? shown });
  return total === null ? t('common.shownSome', { count: shown }) : t('common.shownOf', { shown, total });
}

/** Same height as the tiles they replace. */
function Skeletons({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical
    <span key={index} className={styles.skeleton} aria-hidden="true">
      <span className={classNames(display.skeleton, display.skeletonTile)} />
      <span className={classNames(display.skeleton, display.skeletonText)} />
    </span>
  ));
}

function EmptyList({ t, path, instead: known, state: { filter, busy } }: PartProps) {
  const instead = usePopular(known);
  const elsewhere = filter.gameName !== '' && filter.category !== 'ALL';
  const everywhere = listHref('/rng', { ...cleared(filter), category: 'ALL', gameName: filter.gameName });
  return (
    <>
      <EmptyState icon="search" title={t('lobby.noGames')} text={t('games.noneFound')}>
        <div className={styles.ways}>
          {elsewhere ? <ButtonLink href={everywhere}>{t('games.searchEverywhere')}</ButtonLink> : null}
          <ButtonLink href={listHref(path, cleared(filter))}>{t('lobby.clearFilters')}</ButtonLink>
        </div>
      </EmptyState>
      {instead.length > 0 && busy === 'no' ? (
        <section>
          <h2 className={styles.title}>{t('games.popularInstead')}</h2>
          <div className={gameGridClass}>
            {instead.map((game) => (
              <GameTile key={game.gameId} game={game} t={t} />
            ))}
          </div>
        </section>
      ) : null}
    </>
  );
}

/** Popular games of the whole site, loaded if the server did not include them. */
function usePopular(known: readonly Game[]): readonly Game[] {
  const [games, setGames] = useState(known);
  useEffect(() => {
    if (known.length > 0) return undefined;
    const controller = new AbortController();
    void call(popularGames, { query: { count: POPULAR_FALLBACK_COUNT }, signal: controller.signal }).then((answer) => {
      if (answer.success && !controller.signal.aborted) setGames(answer.value.games);
    });
    return () => controller.abort();
  }, [known]);
  return games;
}
