import { atom } from 'nanostores';

/** True once the session that this page was rendered for is over: signed out elsewhere, expired, or ended by the server. */
export const sessionEnded = atom(false);
