import type { EntryTab, EntryView } from './island-props.ts';

/** Addresses that islands link to and post to; all of them exist without script. */
export const PATHS = {
  home: '/index',
  login: '/login',
  register: '/register',
  preferences: '/preferences',
  game: '/game',
} as const;

/** Page that has a dialog about getting in open, and goes on to `next` afterwards. */
export function entryHref(view: EntryView, next: string | null, tab?: EntryTab): string {
  const own = view === 'register' ? PATHS.register : PATHS.login;
  const query = new URLSearchParams({
    ...(view === 'login' || view === 'register' ? {} : { view }),
    ...(tab ? { tab } : {}),
    ...(next ? { next } : {}),
  });
  return query.size > 0 ? `${own}?${query}` : own;
}

/** Page that plays a game. */
export function gameHref(gameId: string, trial = false): string {
  return `${PATHS.game}?gameId=${encodeURIComponent(gameId)}${trial ? '&trial=1' : ''}`;
}

/** Where a form posts a call without script; its field `back` names the page to show afterwards. */
export function formAction(callId: string): string {
  return `/form/${callId}`;
}
