import { useEffect, useRef, useState } from 'react';
import { type Game, gameList } from '../../shared/api/game-calls.ts';
import { GAME_PAGE_SIZE } from '../../shared/constants.ts';
import { call, problemText } from '../lib/call.ts';
import type { GameGridProps } from '../lib/island-props.ts';
import { ButtonLink } from '../lib/ui/button.tsx';
import { FormMessage } from '../lib/ui/form-message.tsx';
import { GAME_TILE_TEXTS, GameTile, gameGridClass } from '../lib/ui/game-tile.tsx';
import type { IslandContext } from '../runtime/island.ts';
import styles from './game-grid.module.css';

export const texts = [
  ...GAME_TILE_TEXTS,
  'common.loadMoreGames',
  'common.shownOf',
  'common.endOfList',
  'common.earlierGames',
  'errors.too_many_requests',
  'errors.upstream_unavailable',
];

/** A list of games, 24 at a time. "Load more" is a link to the next page that adds it to this one instead. */
export default function GameGrid(props: GameGridProps & IslandContext) {
  const { t, total, totalPages, href } = props;
  const { games, page, busy, problem, list, loadMore } = useGames(props);
  const shown = (props.pageNum - 1) * GAME_PAGE_SIZE + games.length;
  return (
    <div className={styles.list}>
      {props.pageNum > 1 ? (
        <ButtonLink className={styles.middle} href={pageHref(href, props.pageNum - 1)}>
          {t('common.earlierGames')}
        </ButtonLink>
      ) : null}
      <div ref={list} className={gameGridClass}>
        {games.map((game, index) => (
          <GameTile key={game.gameId} game={game} t={t} eager={index < 6} />
        ))}
      </div>
      <FormMessage text={problem} />
      <p className={styles.count} role="status">
        {page < totalPages ? t('common.shownOf', { shown, total }) : t('common.endOfList', { count: total })}
      </p>
      {page < totalPages ? (
        <ButtonLink className={styles.middle} variant="outline" href={pageHref(href, page + 1)} aria-busy={busy} onClick={loadMore}>
          {t('common.loadMoreGames', { count: Math.min(GAME_PAGE_SIZE, total - shown) })}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function useGames({ t, games: first, pageNum, query, href }: GameGridProps & IslandContext) {
  const [state, setState] = useState({ games: first as readonly Game[], page: pageNum, busy: false, problem: '' });
  const list = useRef<HTMLDivElement>(null);
  const focusAt = useRef(-1);
  const count = state.games.length;
  useEffect(() => {
    if (focusAt.current < 0 || focusAt.current >= count) return;
    list.current?.children[focusAt.current]?.querySelector('a')?.focus();
    focusAt.current = -1;
  }, [count]);

  async function load(page: number): Promise<void> {
    setState((before) => ({ ...before, busy: true, problem: '' }));
    const answer = await call(gameList, { query: { ...query, pageNo: page, pageSize: GAME_PAGE_SIZE } });
    if (!answer.success) return setState((before) => ({ ...before, busy: false, problem: problemText(t, answer) }));
    const known = new Set(state.games.map(({ gameId }) => gameId));
    const added = answer.value.games.filter(({ gameId }) => !known.has(gameId));
    focusAt.current = count;
    setState({ games: [...state.games, ...added], page, busy: false, problem: '' });
    history.replaceState(history.state, '', pageHref(href, page));
  }

  return {
    ...state,
    list,
    loadMore(event: React.MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      if (!state.busy) void load(state.page + 1);
    },
  };
}

function pageHref(href: string, page: number): string {
  return page === 1 ? href : `${href}${href.includes('?') ? '&' : '?'}pageNo=${page}`;
}
