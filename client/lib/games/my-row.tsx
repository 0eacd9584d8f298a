import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { favouriteGames, type Game, recentGames } from '../../../shared/api/game-calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import display from '../../styles/display.module.css';
import { call } from '../call.ts';
import type { LastRoundCard } from '../game/last-round.tsx';
import { openRoundGame } from '../game/open-round.ts';
import { sessionEnded } from '../session-ended.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { GameTile, gameGridClass } from '../ui/game-tile.tsx';
import { useAtom } from '../use-atom.ts';
import styles from './my-row.module.css';

const TABS = ['recent', 'favourites'] as const;
type Tab = (typeof TABS)[number];
/** One row on the widest screen. */
const ROW = 7;
const PLACES = Array.from({ length: ROW }, (_, index) => index);
const CALLS = { recent: recentGames, favourites: favouriteGames } as const;

/** The card about a round that was left; its script comes only to whoever has left one. */
function useLastRound(): typeof LastRoundCard | undefined {
  const [card, setCard] = useState<{ readonly Card: typeof LastRoundCard }>();
  useEffect(() => {
    if (openRoundGame() !== null) void import('../game/last-round.tsx').then(({ LastRoundCard: Card }) => setCard({ Card }));
  }, []);
  return card?.Card;
}

/** What the member played last, and their favourites: one row of fixed height, so that nothing below it moves. */
export function MyRow({ t }: { readonly t: Translate }) {
  const [tab, setTab] = useState<Tab>('recent');
  const { games, failed, retry } = useGames(tab);
  const id = useId();
  const ended = useAtom(sessionEnded, false);
  const Card = useLastRound();
  if (ended) return null;
  return (
    <section className={styles.mine} aria-label={t('games.mine')}>
      <div className={styles.head}>
        <div className={classNames(display.tabs, styles.tabs)} role="tablist" onKeyDown={(event) => moveTab(event, tab, setTab)}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              className={display.tab}
              aria-selected={name === tab}
              aria-controls={`${id}-panel`}
              tabIndex={name === tab ? 0 : -1}
              onClick={() => setTab(name)}
            >
              {t(`games.${name}`)}
            </button>
          ))}
        </div>
        <a className={styles.more} href={`/${tab}`} aria-label={`${t('lobby.seeAll')}: ${t(`games.${tab}`)}`}>
          {t('lobby.seeAll')}
        </a>
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className={styles.panel} aria-busy={!games && !failed}>
        <div className={classNames(gameGridClass, styles.row)}>
          {games && games.length > 0
            ? games.map((game) => <GameTile key={game.gameId} game={game} t={t} eager />)
            : PLACES.map((place) => <Placeholder key={place} waits={!games && !failed} />)}
        </div>
        {failed || games?.length === 0 ? (
          <div className={styles.note} role={failed ? 'alert' : undefined}>
            <p>{t(failed ? 'games.mineFailed' : `games.${tab}None`)}</p>
            {failed ? (
              <Button dense icon="refresh-cw" onClick={retry}>
                {t('common.retry')}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {Card ? <Card t={t} /> : null}
    </section>
  );
}

/** Keeps the height of a tile. */
function Placeholder({ waits }: { readonly waits: boolean }) {
  return (
    <span className={styles.place} aria-hidden="true">
      <span className={classNames(display.skeletonTile, waits ? display.skeleton : styles.blank)} />
      <span className={styles.lines} />
    </span>
  );
}

function useGames(tab: Tab) {
  const [state, setState] = useState<{ tab: Tab; games?: readonly Game[]; failed: boolean }>({ tab, failed: false });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another load
  useEffect(() => {
    const gone = new AbortController();
    setState({ tab, failed: false });
    void call(CALLS[tab], { query: { count: ROW }, signal: gone.signal }).then((answer) => {
      if (!gone.signal.aborted) setState(answer.success ? { tab, games: answer.value.games, failed: false } : { tab, failed: true });
    });
    return () => gone.abort();
  }, [tab, attempt]);
  const current = state.tab === tab ? state : { games: undefined, failed: false };
  return { games: current.games, failed: current.failed, retry: () => setAttempt(attempt + 1) };
}

function moveTab(event: KeyboardEvent<HTMLElement>, tab: Tab, setTab: (tab: Tab) => void): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  event.preventDefault();
  const next = TABS[(TABS.indexOf(tab) + 1) % TABS.length] ?? tab;
  setTab(next);
  event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[TABS.indexOf(next)]?.focus();
}
