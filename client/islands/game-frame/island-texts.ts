import { textKeys } from '../../runtime/text-keys.ts';
import type { IslandTexts } from '../island-props.ts';
import { LAST_ROUND_TEXTS } from './last-round-texts.ts';
import { REALITY_CHECK_TEXTS } from './reality-check.tsx';
import { STRIP_TEXTS } from './strip.tsx';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'game-frame': textKeys(
    {
      wallet: 'game_loading game_slow game_slowText game_failed',
      play: 'hostUnknown',
      protection: 'gameClosed gameBreak gameExcluded',
      contact: 'title',
      common: 'retry',
      errors: 'too_many_requests upstream_unavailable',
    },
    LAST_ROUND_TEXTS,
    REALITY_CHECK_TEXTS,
    STRIP_TEXTS,
  ),
};
