import { chancesAt, hasWon, hundredthsOf, oddsAt, oddsText } from '../../../shared/games/events/markets.ts';
import { maxSteps, playCourse } from '../../../shared/games/events/match.ts';
import type { EventEvidence, LegEvidence } from '../../../shared/games/events/protocol.ts';
import { type LegState, slipPayout } from '../../../shared/games/events/slip.ts';
import { toPercent } from '../../../shared/games/fraction.ts';
import { CENT } from '../../../shared/money/currency-steps.ts';
import { parseWireAmount, toWire, type Units } from '../../../shared/money/money.ts';
import { type EventVerdict, isGood, recomputeEvent } from './recompute-event.ts';

export interface LegVerdict {
  readonly leg: LegEvidence;
  /** Null while the match is not over, and for a void one: there is nothing to recompute. */
  readonly match: EventVerdict | null;
  /** The course of the match; null if it has none or is not over. */
  readonly odds: { readonly chance: string; readonly computed: string; readonly matches: boolean } | null;
  readonly state: { readonly computed: LegState; readonly matches: boolean };
}
export interface BetVerdict {
  readonly legs: readonly LegVerdict[];
  readonly payout: { readonly computed: string; readonly matches: boolean };
}

/** Recomputes every leg of a bet and its payout; undefined if a seed is malformed. */
export function recomputeBet({ legs, stake, payout }: Extract<EventEvidence, { kind: 'bet' }>, coin: Units = CENT): BetVerdict | undefined {
  const verdicts = legs.map(recomputeLeg);
  if (!verdicts.every((verdict) => verdict !== undefined)) return undefined;
  const odds = verdicts.map(({ leg, state }) => ({ odds: hundredthsOf(leg.odds), state: state.computed }));
  const paidIn = (unit: Units) => slipPayout(parseWireAmount(stake) ?? 0n, odds, unit);
  // Bets of earlier versions were rounded to cents in every currency.
  const paid = toWire(paidIn(CENT)) === payout ? paidIn(CENT) : paidIn(coin);
  return { legs: verdicts, payout: { computed: toWire(paid), matches: toWire(paid) === payout } };
}

export function isGoodBet({ legs, payout }: BetVerdict): boolean {
  return payout.matches && legs.every(({ match, odds, state }) => (!match || isGood(match)) && odds?.matches !== false && state.matches);
}

function recomputeLeg(leg: LegEvidence): LegVerdict | undefined {
  const { match, state, selection } = leg;
  if (!match) return { leg, match: null, odds: null, state: { computed: state, matches: state === 'open' || state === 'void' } };
  const verdict = recomputeEvent({ kind: 'match', ...match });
  if (!verdict) return undefined;
  const won = match.course === null ? wonBefore(selection, verdict.computed) : wonNow(leg, match);
  const computed = won ? 'won' : 'lost';
  return { leg, match: verdict, odds: checkOdds(leg), state: { computed, matches: computed === state } };
}

function wonNow({ selection }: LegEvidence, match: Extract<LegEvidence['match'], { course: string }>): boolean {
  const course = playCourse(match.terms, match.serverSeed, match.eventId, maxSteps(match.terms));
  return hasWon(match.terms, course, selection);
}

/** Before matches had a course there were bets on the winner alone. */
function wonBefore(selection: string, score: string): boolean {
  const [home = 0, away = 0] = score.split(' : ').map(Number);
  return selection === `winner/${home === away ? 'draw' : home > away ? 'home' : 'away'}`;
}

function checkOdds({ match, step, selection, odds }: LegEvidence): LegVerdict['odds'] {
  if (!match || match.course === null) return null;
  const before = playCourse(match.terms, match.serverSeed, match.eventId, step);
  const chance = chancesAt(match.terms, before).get(selection);
  const computed = oddsText(oddsAt(match.terms, before, selection)) ?? '–';
  return { chance: chance ? toPercent(chance) : '–', computed, matches: computed === odds };
}
