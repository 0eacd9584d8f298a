import { type Market, readSelection, type Selection } from '../../../shared/games/events/markets.ts';
import type { MatchEvent } from '../../../shared/games/events/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';

type Sides = Pick<MatchEvent, 'home' | 'away'>;

/** What a selection is, in full: "Gull Point -1.5", "Over 2.5", "Draw". */
export function pickName({ home, away }: Sides, selection: Selection, t: Translate): string {
  const { market, line, pick } = readSelection(selection);
  const team = { home, away }[pick as 'home' | 'away'];
  if (team !== undefined) return market === 'handicap' ? `${team} ${lineOf(line ?? '', pick === 'away')}` : team;
  return t(`studio.match_pick_${pick}`, { line: line ?? '' });
}

/** The short form on a button below the team names. */
export function shortPick(selection: Selection, t: Translate): string {
  const { market, line, pick } = readSelection(selection);
  const name = t(`studio.match_short_${pick}`);
  if (market === 'handicap') return `${name} ${lineOf(line ?? '', pick === 'away')}`;
  return market === 'total' ? `${name} ${line}` : name;
}

export function marketName({ market, line }: Pick<Market, 'market' | 'line'>, mode: MatchEvent['mode'], t: Translate): string {
  const key = market === 'total' ? `total_${mode}` : market;
  return t(`studio.match_market_${key}`, { number: line ?? '' });
}

export function marketOf(selection: Selection, mode: MatchEvent['mode'], t: Translate): string {
  const { market, line } = readSelection(selection);
  return marketName({ market, line }, mode, t);
}

/** A handicap is written as the home side's; the away side has the opposite one. */
function lineOf(line: string, isAway: boolean): string {
  if (!isAway) return line;
  return line.startsWith('-') ? `+${line.slice(1)}` : `-${line.slice(1)}`;
}
