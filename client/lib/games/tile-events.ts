import type { Translate } from '../../../shared/i18n/translate.ts';
import { openModal } from '../../runtime/modals.ts';
import { pageAccount } from '../../runtime/page-session.ts';
import { problemText } from '../call.ts';
import { toast } from '../toasts.ts';
import { isFavourite, loadFavourites, onFavourites, rememberIntent, takeIntent, toggleFavourite } from './favourites.ts';

const HEARTS = 'button[form="favourites"]';

/** What the sheet of a game shows; read from the tile, which the server has drawn. */
export interface TileView {
  readonly gameId: string;
  /** Where the tile leads. */
  readonly href: string;
  readonly name: string;
  readonly vendor: string;
  readonly image: string;
  /** Wire amount; empty where the tile does not say. */
  readonly minBet: string;
  readonly rtp: string;
  /** Empty where the vendor publishes none. */
  readonly volatility: string;
  /** In stakes. */
  readonly mostWin: string;
  readonly trial: boolean;
  /** Category of a game in maintenance, else null. */
  readonly closed: string | null;
}

/** A click on a heart: marks the game, or asks a visitor to sign in and remembers what they wanted. */
export async function turnHeart(t: Translate, gameId: string): Promise<void> {
  if (pageAccount() === null) {
    rememberIntent(gameId);
    openModal({ name: 'login', next: location.pathname + location.search });
    return;
  }
  const refusal = await toggleFavourite(gameId);
  if (refusal) toast('error', problemText(t, refusal));
}

/** Keeps the marks of all tiles on the page; returns how to let go. */
export function followMarks(t: Translate): () => void {
  const stop = showMarks();
  void loadFavourites().then(() => finishIntent(t));
  return stop;
}

export function viewOf(tile: HTMLElement): TileView {
  const text = (part: string) => tile.querySelector(`[data-part="${part}"]`)?.textContent ?? '';
  return {
    gameId: tile.querySelector<HTMLButtonElement>(HEARTS)?.value ?? '',
    href: tile.querySelector('[data-part="name"]')?.getAttribute('href') ?? '',
    name: text('name'),
    vendor: text('vendor'),
    image: tile.querySelector('img')?.src ?? '',
    minBet: tile.dataset.min ?? '',
    rtp: text('rtp'),
    volatility: tile.dataset.volatility ?? '',
    mostWin: tile.dataset.most ?? '',
    trial: tile.querySelector('[data-trial]') !== null,
    closed: tile.dataset.closed ?? null,
  };
}

/** What a visitor wanted to mark is marked once they are signed in. */
async function finishIntent(t: Translate): Promise<void> {
  if (pageAccount() === null) return;
  const gameId = takeIntent();
  if (gameId === undefined || isFavourite(gameId)) return;
  const refusal = await toggleFavourite(gameId);
  toast(refusal ? 'error' : 'done', refusal ? problemText(t, refusal) : t('games.favouriteAdded'));
}

/** Public pages are the same for everybody: the marks are put on when they are known, also on tiles that come later. */
function showMarks(): () => void {
  let waiting = 0;
  const show = () => {
    waiting = 0;
    for (const heart of document.querySelectorAll<HTMLButtonElement>(HEARTS)) {
      const pressed = String(isFavourite(heart.value));
      if (heart.getAttribute('aria-pressed') !== pressed) heart.setAttribute('aria-pressed', pressed);
    }
  };
  const later = () => {
    waiting ||= requestAnimationFrame(show);
  };
  const observer = new MutationObserver(later);
  observer.observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });
  const leave = onFavourites(show);
  show();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(waiting);
    leave();
  };
}
