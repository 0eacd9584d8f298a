/** Addresses that islands link to and post to; all of them exist without script. */
export const PATHS = {
  home: '/index',
  login: '/login',
  register: '/register',
  preferences: '/preferences',
  game: '/game',
} as const;

/** Page to sign in or sign up, which goes on to `next`. */
export function entryHref(entry: 'login' | 'register', next: string | null): string {
  return next ? `${PATHS[entry]}?next=${encodeURIComponent(next)}` : PATHS[entry];
}

/** Page that plays a game. */
export function gameHref(gameId: string, trial = false): string {
  return `${PATHS.game}?gameId=${encodeURIComponent(gameId)}${trial ? '&trial=1' : ''}`;
}

/** Where a form posts a call without script; its field `back` names the page to show afterwards. */
export function formAction(callId: string): string {
  return `/form/${callId}`;
}
