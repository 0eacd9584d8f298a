import { textKeys } from '../../runtime/text-keys.ts';
import type { IslandTexts } from '../island-props.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'lottery-lobby': textKeys({
    lottery: `games issue closesIn noIssue closed left_60 left_10 left_0 latestOf noDraw numbers history historyText historyNone
    historyNoneText historyFailed issueColumn numbersColumn drawnColumn verifyColumn verify verifyDraw play playText playElsewhere
    maintenance none noneText everyMinutes everySeconds stale zone latest prize_first prize_second prize_third prize_starter
    prize_consolation`,
    common: 'retry',
    lobby: 'maintenance games',
  }),
};
