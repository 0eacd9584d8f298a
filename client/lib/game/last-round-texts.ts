/** Locale keys of the card about a round that was left; an island that may show it declares them with its own. */
export const LAST_ROUND_TEXTS = [
  ...['title', 'open', 'won', 'lost', 'refunded', 'id', 'record', 'reopen'].map((name) => `protection.lastRound_${name}`),
  'common.close',
];
