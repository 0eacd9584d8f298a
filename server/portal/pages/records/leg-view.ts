import type { LegView } from '../../../../client/islands/records/props.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import type { SlipLeg } from '../../../../shared/seamless/slips.ts';

/** A leg of a bet on matches in the visitor's language. */
export function legView(leg: SlipLeg, t: Translate): LegView {
  const { eventId, league, home, away, market, line, odds, state, score } = leg;
  return {
    eventId,
    league,
    odds,
    state,
    match: `${home} – ${away}`,
    market: t(`records.market_${market}`, { number: line ?? '' }),
    pick: pickText(leg, t),
    score: score ? `${score.home}:${score.away}` : '',
  };
}

/** "Gull Point -1.5", "Over 2.5", "Draw". */
function pickText({ home, away, market, line, pick }: SlipLeg, t: Translate): string {
  if (pick !== 'home' && pick !== 'away') return t(`records.pick_${pick}`, { line: line ?? '' });
  const team = pick === 'home' ? home : away;
  return market === 'handicap' && line !== null ? `${team} ${pick === 'home' ? line : turned(line)}` : team;
}

/** A handicap is stored for the home side; the away side has the opposite one. */
function turned(line: string): string {
  return line.startsWith('-') ? `+${line.slice(1)}` : `-${line.replace('+', '')}`;
}
