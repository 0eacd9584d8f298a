import { parseWireAmount, toWire } from '../../../shared/money/money.ts';
import { type FlightOutcome, flightPayout, multiplierText, paidAt, playFlight } from '../../../shared/studio/crash/flight.ts';
import { playDraw } from '../../../shared/studio/events/draw.ts';
import {
  matchChances,
  oddsHundredths,
  offeredOdds,
  playMatch,
  SELECTIONS,
  type Selection,
  winnerOf,
  winningPayout,
} from '../../../shared/studio/events/match.ts';
import type { EventEvidence } from '../../../shared/studio/events/protocol.ts';
import { SERVER_SEED_PATTERN, seedHash } from '../../../shared/studio/fairness.ts';
import { toPercent } from '../../../shared/studio/fraction.ts';
import { playTableRound, tablePayout } from '../../../shared/studio/live/table.ts';

type RoundEvidence = Extract<EventEvidence, { kind: 'round' }>;
type FlightEvidence = Extract<EventEvidence, { kind: 'flight' }>;
type MatchEvidence = Extract<EventEvidence, { kind: 'match' }>;

export interface EventVerdict {
  readonly hash: string;
  readonly hashMatches: boolean;
  /** As shown and as it comes out here: "2 : 1", "4 0 7 1", an outcome at a table as JSON. */
  readonly shown: string;
  readonly computed: string;
  /** Of a round at a table and of a flight: the seed of the round before has to be this one's hash. */
  readonly chain?: { readonly previous: string; readonly matches: boolean };
  /** Of a match. */
  readonly odds?: { readonly rows: readonly OddsRow[]; readonly matches: boolean };
  /** Of the bet that was looked up, as wire amount. */
  readonly payout?: { readonly computed: string; readonly matches: boolean };
}
export interface OddsRow {
  readonly selection: Selection;
  /** Percent with two decimals. */
  readonly chance: string;
  readonly shown: string;
  readonly computed: string;
}

/** Draws an event again from its seed and compares; undefined when what was pasted is no seed. */
export function recomputeEvent(evidence: EventEvidence): EventVerdict | undefined {
  const { serverSeed, serverSeedHash, eventId } = evidence;
  if (!SERVER_SEED_PATTERN.test(serverSeed)) return undefined;
  const hash = seedHash(serverSeed);
  const common = { hash, hashMatches: hash === serverSeedHash };
  if (evidence.kind === 'draw') {
    const computed = playDraw(evidence.terms, serverSeed, eventId).join(' ');
    return { ...common, shown: evidence.numbers.join(' '), computed };
  }
  if (evidence.kind === 'round') return { ...common, ...recomputeRound(evidence, hash) };
  if (evidence.kind === 'flight') return { ...common, ...recomputeFlight(evidence, hash) };
  const score = playMatch(evidence.terms, serverSeed, eventId);
  const { ticket } = evidence;
  return {
    ...common,
    shown: `${evidence.score.home} : ${evidence.score.away}`,
    computed: `${score.home} : ${score.away}`,
    odds: checkOdds(evidence),
    ...(ticket ? { payout: checkPayout(evidence, winnerOf(score)) } : {}),
  };
}

export function isGood({ hashMatches, shown, computed, chain, odds, payout }: EventVerdict): boolean {
  return hashMatches && shown === computed && chain?.matches !== false && odds?.matches !== false && payout?.matches !== false;
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

function recomputeFlight({ crash, serverSeed, eventId, previousSeed, bet }: FlightEvidence, hash: string) {
  const computed = playFlight(serverSeed, eventId);
  const paid = bet && checkFlightBet(computed, bet);
  return {
    shown: multiplierText(crash),
    computed: multiplierText(computed.crash),
    ...(previousSeed === null ? {} : { chain: { previous: previousSeed, matches: previousSeed === hash } }),
    ...(paid === null ? {} : { payout: paid }),
  };
}

/** By hand a bet is cashed out below its target and not after the crash; otherwise the target alone decides. */
function checkFlightBet(flight: FlightOutcome, { stake, target, cashed, payout }: NonNullable<FlightEvidence['bet']>) {
  const byHand = cashed !== null && cashed < target;
  const multiplier = byHand ? cashed : paidAt(flight, { target, cashed: null });
  const isPossible = !byHand || cashed <= flight.crash;
  const computed = toWire(flightPayout(parseWireAmount(stake) ?? 0n, multiplier));
  return { computed, matches: isPossible && computed === payout };
}

function checkOdds({ terms }: MatchEvidence): NonNullable<EventVerdict['odds']> {
  const [chances, offered] = [matchChances(terms), offeredOdds(terms)];
  const rows = SELECTIONS.flatMap((selection) => {
    const [shown, computed] = [terms.odds[selection], offered[selection]];
    return shown === null || computed === null ? [] : [{ selection, chance: toPercent(chances[selection]), shown, computed }];
  });
  return { rows, matches: rows.every((row) => row.shown === row.computed) };
}

function checkPayout({ terms, ticket }: MatchEvidence, winner: Selection): NonNullable<EventVerdict['payout']> {
  const stake = parseWireAmount(ticket?.stake) ?? 0n;
  const won = ticket?.selection === winner;
  const computed = toWire(won ? winningPayout(stake, oddsHundredths(terms, winner) ?? 0) : 0n);
  return { computed, matches: computed === ticket?.payout && ticket.odds === terms.odds[ticket.selection] };
}
