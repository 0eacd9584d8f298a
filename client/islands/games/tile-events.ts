import type { Translate } from '../../../shared/i18n/translate.ts';
import { problemText } from '../../page/call.ts';
import { toast } from '../../page/toasts.ts';
import { openModal } from '../../runtime/modals.ts';
import { pageAccount } from '../../runtime/page-session.ts';
import { isFavourite, loadFavourites, onFavourites, storeIntent, takeIntent, toggleFavourite } from './favourites.ts';

const HEART_BUTTONS = 'button[form="favourites"]';

/** Content of a game's sheet, read from the tile that the server rendered. */
export interface TileView {
  readonly gameId: string;
  /** Target of the tile. */
  readonly href: string;
  readonly name: string;
  readonly vendor: string;
  readonly image: string;
  /** Wire amount; empty if the tile has none. */
  readonly minBet: string;
  readonly rtp: string;
  /** Empty if the vendor publishes none. */
  readonly volatility: string;
  /** In stakes. */
  readonly mostWin: string;
  readonly trial: boolean;
  /** Category of a game in maintenance, otherwise null. */
  readonly closed: string | null;
}

/** Handles a click on a heart: toggles the favourite, or asks a visitor to log in and stores the game. */
export async function toggleHeart(t: Translate, gameId: string): Promise<void> {
  if (pageAccount() === null) {
    storeIntent(gameId);
    openModal({ name: 'login', next: location.pathname + location.search });
    return;
  }
  const refusal = await toggleFavourite(gameId);
  if (refusal) toast('error', problemText(t, refusal));
}

/** Updates the favourites of all tiles on the page. Returns the function that stops it. */
export function syncFavourites(t: Translate): () => void {
  const stop = showFavourites();
  void loadFavourites().then(() => finishIntent(t));
  return stop;
}

export function readTile(tile: HTMLElement): TileView {
  const text = (part: string) => tile.querySelector(`[data-part="${part}"]`)?.textContent ?? '';
  return {
    gameId: tile.querySelector<HTMLButtonElement>(HEART_BUTTONS)?.value ?? '',
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

/** Marks the game that the visitor wanted to mark before the sign-in. */
async function finishIntent(t: Translate): Promise<void> {
  if (pageAccount() === null) return;
  const gameId = takeIntent();
  if (gameId === undefined || isFavourite(gameId)) return;
  const refusal = await toggleFavourite(gameId);
  toast(refusal ? 'error' : 'done', refusal ? problemText(t, refusal) : t('games.favouriteAdded'));
}

/** Public pages are cached for everyone, so favourites are shown after loading, also on tiles added later. */
function showFavourites(): () => void {
  let frameId = 0;
  const show = () => {
    frameId = 0;
    for (const heart of document.querySelectorAll<HTMLButtonElement>(HEART_BUTTONS)) {
      const pressed = String(isFavourite(heart.value));
      if (heart.getAttribute('aria-pressed') !== pressed) heart.setAttribute('aria-pressed', pressed);
    }
  };
  const scheduleShow = () => {
    frameId ||= requestAnimationFrame(show);
  };
  const observer = new MutationObserver(scheduleShow);
  observer.observe(document.getElementById('main') ?? document.body, { childList: true, subtree: true });
  const leave = onFavourites(show);
  show();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frameId);
    leave();
  };
}
