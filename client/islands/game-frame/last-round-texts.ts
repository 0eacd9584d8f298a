import { textKeys } from '../../runtime/text-keys.ts';

/** Locale keys of the last-round card; an island that renders it must declare them. */
export const LAST_ROUND_TEXTS = textKeys({
  protection: `lastRound_title lastRound_open lastRound_won lastRound_lost lastRound_refunded lastRound_record lastRound_reopen`,
  common: 'close',
});
