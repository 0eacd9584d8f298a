/** Action of a challenge; a solution is valid for its action only. */
export const CHALLENGE_ACTIONS = ['login', 'register', 'sms', 'reset', 'freeplay', 'feedback'] as const;
export type ChallengeAction = (typeof CHALLENGE_ACTIONS)[number];

/** `firebaseChannel` of a registration: how the phone service reached the number. */
export const FIREBASE_CHANNEL = 'sms';
