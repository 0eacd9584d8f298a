import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { favouriteGames, gameList, recentGames } from '../../../shared/api/games/calls.ts';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { securityState } from '../../../shared/api/security/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { call } from '../../page/call.ts';
import { sessionEnded } from '../../page/session-ended.ts';
import { useAtom } from '../../page/use-atom.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import display from '../../ui/display.module.css';
import { GameTile, gameGridClass } from '../../ui/game-tile.tsx';
import type { LastRoundCard } from '../game-frame/last-round.tsx';
import { openRoundGame } from '../game-frame/open-round.ts';
import styles from './my-row.module.css';
import type { GameStarter } from './props.ts';
import { MoreCard, NoFavouritesCard, SecureCard, WelcomeCard } from './start-cards.tsx';
import { countVisit, readStartCards, type StartCardsState, updateStartCards } from './start-cards-store.ts';

/** The second step is suggested from this visit on, or if the account has money. */
const SECURE_AFTER_VISITS = 3;
const TABS = ['recent', 'favourites'] as const;
type Tab = (typeof TABS)[number];
/** One row on the widest screen. */
const ROW = 7;
const PLACES = Array.from({ length: ROW }, (_, index) => index);
const CALLS = { recent: recentGames, favourites: favouriteGames } as const;

/** Card about an unfinished round; its script is loaded only if there is one. */
function useLastRound(): typeof LastRoundCard | undefined {
  const [card, setCard] = useState<{ readonly Card: typeof LastRoundCard }>();
  useEffect(() => {
    if (openRoundGame() !== null) void import('../game-frame/last-round.tsx').then(({ LastRoundCard: Card }) => setCard({ Card }));
  }, []);
  return card?.Card;
}

interface MyRowProps {
  readonly t: Translate;
  readonly member: GameStarter;
}

/** The member's recent games and favourites: one row of fixed height to avoid a layout shift. */
export function MyRow({ t, member }: MyRowProps) {
  const [tab, setTab] = useState<Tab>('recent');
  const { games, suggested, failed, retry, start, isNew, loading, isFilled } = useRow(tab, member);
  const id = useId();
  const ended = useAtom(sessionEnded, false);
  const Card = useLastRound();
  if (ended) return null;
  return (
    <>
      {/* The row needs script, and without it the page after a registration would not greet. */}
      {member.isNew ? (
        <noscript>
          <WelcomeCard t={t} member={member} />
        </noscript>
      ) : null}
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
                {t(name === 'recent' && isNew ? 'games.startHere' : `games.${name}`)}
              </button>
            ))}
          </div>
          <a className={styles.more} href={`/${tab}`} aria-label={`${t('lobby.seeAll')}: ${t(`games.${tab}`)}`}>
            {t('lobby.seeAll')}
          </a>
        </div>
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className={styles.panel} aria-busy={loading}>
          <div className={classNames(gameGridClass, styles.row)}>
            {loading ? null : <StartCards t={t} member={member} isNew={isNew} hasGames={games.length > 0} start={start} />}
            {isFilled ? (
              <Games t={t} games={games} suggested={suggested} isNew={isNew} />
            ) : (
              PLACES.map((place) => <Placeholder key={`${loading}-${place}`} loading={loading} />)
            )}
          </div>
          {failed || (!loading && !isFilled && !isNew) ? (
            <Note t={t} text={failed ? 'mineFailed' : `${tab}None`} retry={failed ? retry : null} />
          ) : null}
        </div>
        {Card ? <Card t={t} /> : null}
      </section>
    </>
  );
}

/** Above a row without games. */
function Note({ t, text, retry }: { readonly t: Translate; readonly text: string; readonly retry: (() => void) | null }) {
  return (
    <div className={styles.note} role={retry ? 'alert' : undefined}>
      <p>{t(`games.${text}`)}</p>
      {retry ? (
        <Button dense icon="refresh-cw" onClick={retry}>
          {t('common.retry')}
        </Button>
      ) : null}
    </div>
  );
}

interface GamesProps {
  readonly t: Translate;
  readonly games: readonly Game[];
  readonly suggested: readonly Game[];
  readonly isNew: boolean;
}

/** The own games. If they do not fill the row, others follow after a card that separates them. */
function Games({ t, games, suggested, isNew }: GamesProps) {
  const others = games.length === 0 ? suggested : suggested.slice(0, Math.max(0, ROW - games.length - 1));
  return (
    <>
      {games.length === 0 && !isNew ? <NoFavouritesCard t={t} /> : null}
      {games.map((game) => (
        <GameTile key={game.gameId} game={game} t={t} eager />
      ))}
      {games.length > 0 && games.length < ROW && suggested.length > 0 ? <MoreCard t={t} /> : null}
      {others.map((game) => (
        <GameTile key={game.gameId} game={game} t={t} eager />
      ))}
    </>
  );
}

interface StartCardsProps extends MyRowProps {
  readonly isNew: boolean;
  readonly hasGames: boolean;
  readonly start: ReturnType<typeof useStart>;
}

/** Welcome for accounts without games, and later the suggestion to secure the account. */
function StartCards({ t, member, isNew, hasGames, start: { memory, offersSecurity, hide } }: StartCardsProps) {
  if (isNew && memory?.welcomeHidden === false) return <WelcomeCard t={t} member={member} onHide={() => hide({ welcomeHidden: true })} />;
  if (hasGames && offersSecurity) return <SecureCard t={t} onHide={() => hide({ secureHidden: true })} />;
  return null;
}

/** Has the height of a tile. */
function Placeholder({ loading }: { readonly loading: boolean }) {
  return (
    <span className={styles.place} aria-hidden="true">
      <span className={classNames(display.skeletonTile, loading ? display.skeleton : styles.blank)} />
      <span className={styles.lines} />
    </span>
  );
}

/** What a tab of the row shows. */
function useRow(tab: Tab, member: GameStarter) {
  const { games, failed, retry } = useGames(tab);
  const start = useStart(member);
  const isNew = tab === 'recent' && games?.length === 0;
  const suggested = useSuggested(games, isNew || !member.resting);
  const shown = games?.length === 0 ? suggested : games;
  const loading = !failed && (shown === undefined || start.memory === undefined);
  const isFilled = !failed && !loading && shown !== undefined && shown.length > 0;
  return { games: games ?? [], suggested: suggested ?? [], failed, retry, start, isNew, loading, isFilled };
}

/** New games that are not in the row, if the row has places left; undefined while they load. */
function useSuggested(games: readonly Game[] | undefined, offered: boolean): readonly Game[] | undefined {
  const [found, setFound] = useState<readonly Game[]>();
  const isWanted = offered && games !== undefined && games.length < ROW;
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    void call(gameList, { query: { sort: 'new', pageSize: 2 * ROW }, signal: controller.signal }).then((answer) => {
      if (!controller.signal.aborted) setFound(answer.success ? answer.value.games : []);
    });
    return () => controller.abort();
  }, [isWanted]);
  if (!isWanted) return [];
  const own = new Set(games.map(({ gameId }) => gameId));
  return found?.filter(({ gameId }) => !own.has(gameId)).slice(0, ROW);
}

/** First steps of an account without games, and later the suggestion to secure it. */
function useStart({ name, trial, funded }: GameStarter) {
  const [memory, setMemory] = useState<StartCardsState>();
  useEffect(() => setMemory(countVisit(name, Date.now())), [name]);
  const mayOffer = memory !== undefined && !trial && !memory.secureHidden && (funded || memory.visits >= SECURE_AFTER_VISITS);
  useEffect(() => {
    if (!mayOffer) return;
    void call(securityState).then((answer) => {
      const isProtected = answer.success && (answer.value.totp || answer.value.passkeys.length > 0);
      // For the next page: a card that came among the games of this one would push them aside.
      if (answer.success) updateStartCards(name, isProtected ? { secureHidden: true, unprotected: false } : { unprotected: true });
    });
  }, [mayOffer, name]);
  return {
    memory,
    offersSecurity: mayOffer && memory.unprotected,
    hide(change: Partial<StartCardsState>) {
      updateStartCards(name, change);
      setMemory(readStartCards(name));
    },
  };
}

function useGames(tab: Tab) {
  const [state, setState] = useState<{ tab: Tab; games?: readonly Game[]; failed: boolean }>({ tab, failed: false });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    const controller = new AbortController();
    setState({ tab, failed: false });
    void call(CALLS[tab], { query: { count: ROW }, signal: controller.signal }).then((answer) => {
      if (!controller.signal.aborted) setState(answer.success ? { tab, games: answer.value.games, failed: false } : { tab, failed: true });
    });
    return () => controller.abort();
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
