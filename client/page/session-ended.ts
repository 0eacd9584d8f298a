import { atom } from 'nanostores';

/** True after the session of this page has ended: signed out elsewhere, expired, or ended by the server. */
export const sessionEnded = atom(false);
