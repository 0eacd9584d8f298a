/** Locale keys of the last-round card; an island that renders it must declare them. */
export const LAST_ROUND_TEXTS = [
  ...['title', 'open', 'won', 'lost', 'refunded', 'id', 'record', 'reopen'].map((name) => `protection.lastRound_${name}`),
  'common.close',
];
