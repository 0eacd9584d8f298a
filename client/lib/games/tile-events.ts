import type { Translate } from '../../../shared/i18n/translate.ts';
import { openModal } from '../../runtime/modals.ts';
import { pageAccount } from '../../runtime/page-session.ts';
import { problemText } from '../call.ts';
import { toast } from '../toasts.ts';
import { isFavourite, loadFavourites, onFavourites, rememberIntent, takeIntent, toggleFavourite } from './favourites.ts';

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
  readonly trial: boolean;
  /** Category of a game in maintenance, else null. */
  readonly closed: string | null;
}

const HEART = 'button[form="favourites"]';
let users = 0;
let stop: (() => void) | undefined;

/**
 * Brings all tiles of the page to life, those of the server and those of islands: hearts, and a tap that opens the sheet.
 * Once per page, however many islands ask; the first one's sheet is used. Returns how to let go.
 */
export function followTiles(t: Translate, openSheet: (tile: TileView) => void): () => void {
  users += 1;
  stop ??= start(t, openSheet);
  return () => {
    users -= 1;
    if (users > 0) return;
    stop?.();
    stop = undefined;
  };
}

function start(t: Translate, openSheet: (tile: TileView) => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const target = event.target as Element;
    const heart = target.closest<HTMLButtonElement>(HEART);
    const tile = heart ? undefined : tappedTile(event, target);
    if (!heart && !tile) return;
    event.preventDefault();
    event.stopPropagation();
    if (heart) void turn(t, heart.value);
    else if (tile) openSheet(tile);
  };
  // Before the page's own listener, which would open the game.
  document.addEventListener('click', onClick, true);
  const unfollow = followMarks();
  void loadFavourites().then(() => finishIntent(t));
  return () => {
    document.removeEventListener('click', onClick, true);
    unfollow();
  };
}

/** A finger has no hover to show the buttons with, and a game in maintenance can't be opened: both get the sheet. */
function tappedTile(event: MouseEvent, target: Element): TileView | undefined {
  const tile = target.closest<HTMLElement>('[data-tile]');
  const link = target.closest('a');
  if (!tile || !link || link.dataset.trial !== undefined) return undefined;
  const touch = 'pointerType' in event && event.pointerType === 'touch';
  return touch || tile.dataset.closed !== undefined ? viewOf(tile) : undefined;
}

export function viewOf(tile: HTMLElement): TileView {
  const text = (part: string) => tile.querySelector(`[data-part="${part}"]`)?.textContent ?? '';
  return {
    gameId: tile.dataset.tile ?? '',
    href: tile.querySelector('[data-part="name"]')?.getAttribute('href') ?? '',
    name: text('name'),
    vendor: text('vendor'),
    image: tile.querySelector('img')?.src ?? '',
    minBet: tile.dataset.min ?? '',
    rtp: text('rtp'),
    trial: tile.querySelector('[data-trial]') !== null,
    closed: tile.dataset.closed ?? null,
  };
}

async function turn(t: Translate, gameId: string): Promise<void> {
  if (pageAccount() === null) {
    rememberIntent(gameId);
    openModal({ name: 'login', next: location.pathname + location.search });
    return;
  }
  const refusal = await toggleFavourite(gameId);
  if (refusal) toast('error', problemText(t, refusal));
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
function followMarks(): () => void {
  let waiting = 0;
  const show = () => {
    waiting = 0;
    for (const heart of document.querySelectorAll<HTMLButtonElement>(HEART)) {
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
