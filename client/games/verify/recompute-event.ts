import {
  exactFlightPayout,
  type FlightOutcome,
  flightPayout,
  multiplierText,
  paidAt,
  playFlight,
} from '../../../shared/games/crash/flight.ts';
import { playDraw, seedOfLink } from '../../../shared/games/events/draw.ts';
import { maxSteps, playCourse, stateOf } from '../../../shared/games/events/match.ts';
import type { EventEvidence, MatchEvidence } from '../../../shared/games/events/protocol.ts';
import { playSingleDraw } from '../../../shared/games/events/single-draw.ts';
import { SERVER_SEED_PATTERN, seedHash } from '../../../shared/games/fairness.ts';
import { playTableRound, tablePayout } from '../../../shared/games/live/table.ts';
import { settleTicket } from '../../../shared/games/lottery/settle.ts';
import { CENT } from '../../../shared/money/currency-steps.ts';
import { parseWireAmount, toWire, type Units } from '../../../shared/money/money.ts';

type DrawEvidence = Extract<EventEvidence, { kind: 'draw' }>;
type RoundEvidence = Extract<EventEvidence, { kind: 'round' }>;
type FlightEvidence = Extract<EventEvidence, { kind: 'flight' }>;
/** An event decided by one seed; a bet on matches is verified leg by leg. */
export type SeededEvidence = Exclude<EventEvidence, { kind: 'bet' }>;

export interface EventVerdict {
  readonly hash: string;
  readonly hashMatches: boolean;
  /** As shown and as recomputed here: "2 : 1", "4 0 7 1", an outcome at a table as JSON. */
  readonly shown: string;
  readonly computed: string;
  /** For a match played in steps: the shown and the recomputed steps. */
  readonly course?: { readonly shown: string; readonly computed: string };
  /** For a table round and a flight: the hash of this seed must be the previous seed. `computed`: for a draw, the hash of its link. */
  readonly chain?: { readonly previous: string; readonly computed?: string; readonly matches: boolean };
  /** For the requested bet, as wire amount. */
  readonly payout?: { readonly computed: string; readonly matches: boolean };
}

/** Recomputes an event from its seed and compares; undefined if the seed is malformed. `coin`: that of the currency of the bet. */
export function recomputeEvent(evidence: SeededEvidence, coin: Units = CENT): EventVerdict | undefined {
  const { serverSeed, serverSeedHash } = evidence;
  if (!SERVER_SEED_PATTERN.test(serverSeed)) return undefined;
  const hash = seedHash(serverSeed);
  const common = { hash, hashMatches: hash === serverSeedHash };
  if (evidence.kind === 'draw') {
    return { ...common, ...recomputeDraw(evidence, coin) };
  }
  if (evidence.kind === 'round') return { ...common, ...recomputeRound(evidence, hash) };
  if (evidence.kind === 'flight') return { ...common, ...recomputeFlight(evidence, hash, coin) };
  return { ...common, ...recomputeMatch(evidence) };
}

export function isGood({ hashMatches, shown, computed, course, chain, payout }: EventVerdict): boolean {
  const sameCourse = course === undefined || course.shown === course.computed;
  return hashMatches && shown === computed && sameCourse && chain?.matches !== false && payout?.matches !== false;
}

function recomputeMatch(evidence: MatchEvidence) {
  const { serverSeed, eventId, score } = evidence;
  const shown = `${score.home} : ${score.away}`;
  if (evidence.course === null) {
    const { home, away } = playSingleDraw(evidence.terms, serverSeed, eventId);
    return { shown, computed: `${home} : ${away}` };
  }
  const computed = playCourse(evidence.terms, serverSeed, eventId, maxSteps(evidence.terms));
  const { home, away } = stateOf(evidence.terms, computed).score;
  return { shown, computed: `${home} : ${away}`, course: { shown: evidence.course, computed } };
}

function recomputeDraw({ terms, numbers, serverSeed, eventId, chain = null, ticket = null }: DrawEvidence, coin: Units) {
  const computed = playDraw(terms, serverSeed, eventId);
  const paid = ticket && toWire(settleTicket({ ...ticket, stake: parseWireAmount(ticket.stake) ?? 0n }, computed, coin).paid);
  return {
    shown: numbers.join(' '),
    computed: computed.join(' '),
    ...(chain === null ? {} : { chain: recomputeChain(chain, serverSeed) }),
    ...(paid === null ? {} : { payout: { computed: paid, matches: paid === ticket?.payout } }),
  };
}

/** The seed must come from its link, and the hash of the link must be the link before. */
function recomputeChain({ link, previous }: NonNullable<DrawEvidence['chain']>, serverSeed: string): NonNullable<EventVerdict['chain']> {
  const computed = seedHash(link);
  const isFirst = previous === null;
  const matches = seedOfLink(link) === serverSeed && (isFirst || previous === computed);
  return { previous: previous ?? computed, computed, matches };
}

function recomputeRound({ game, outcome, serverSeed, eventId, previousSeed, slip }: RoundEvidence, hash: string) {
  const computed = playTableRound(game, serverSeed, eventId);
  const paid =
    slip &&
    toWire(
      tablePayout(
        computed,
        slip.chips.map(({ spot, stake }) => ({ spot, stake: parseWireAmount(stake) ?? 0n })),
      ),
    );
  return {
    shown: JSON.stringify(outcome),
    computed: JSON.stringify(computed),
    ...(previousSeed === null ? {} : { chain: { previous: previousSeed, matches: previousSeed === hash } }),
    ...(paid === null ? {} : { payout: { computed: paid, matches: paid === slip?.payout } }),
  };
}

function recomputeFlight({ crash, serverSeed, eventId, previousSeed, bet }: FlightEvidence, hash: string, coin: Units) {
  const computed = playFlight(serverSeed, eventId);
  const paid = bet && checkFlightBet(computed, bet, coin);
  return {
    shown: multiplierText(crash),
    computed: multiplierText(computed.crash),
    ...(previousSeed === null ? {} : { chain: { previous: previousSeed, matches: previousSeed === hash } }),
    ...(paid === null ? {} : { payout: paid }),
  };
}

/**
 * A manual cash-out is below the target and not after the crash; otherwise the target decides. Stored bets may have been paid
 * exactly at their target, which is up to a cent more (docs/features/crash.md, limits).
 */
function checkFlightBet(flight: FlightOutcome, { stake, target, cashed, payout }: NonNullable<FlightEvidence['bet']>, coin: Units) {
  const byHand = cashed !== null && cashed < target;
  const multiplier = byHand ? cashed : paidAt(flight, { target, cashed: null });
  const isPossible = !byHand || cashed <= flight.crash;
  const units = parseWireAmount(stake) ?? 0n;
  const exact = toWire(exactFlightPayout(units, multiplier));
  // Bets of earlier versions were rounded to cents in every currency.
  const inCents = toWire(flightPayout(units, multiplier));
  const isEarlier = (!byHand && payout === exact) || payout === inCents;
  const computed = isEarlier ? payout : toWire(flightPayout(units, multiplier, coin));
  return { computed, matches: isPossible && computed === payout };
}
