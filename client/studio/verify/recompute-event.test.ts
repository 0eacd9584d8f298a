import { expect, test } from 'vitest';
import { toWire } from '../../../shared/money/money.ts';
import { flightPayout, playFlight } from '../../../shared/studio/crash/flight.ts';
import { playDraw } from '../../../shared/studio/events/draw.ts';
import { matchTerms, oddsHundredths, playMatch, winnerOf, winningPayout } from '../../../shared/studio/events/match.ts';
import type { EventEvidence } from '../../../shared/studio/events/protocol.ts';
import { seedHash } from '../../../shared/studio/fairness.ts';
import { playTableRound, tablePayout } from '../../../shared/studio/live/table.ts';
import { isGood, recomputeEvent } from './recompute-event.ts';

const serverSeed = 'ab'.repeat(32);
const common = {
  eventId: 'GAME-202606010001',
  issue: '202606010001',
  serverSeed,
  serverSeedHash: seedHash(serverSeed),
  drawsAt: '2026-06-01T00:00:00Z',
};
const terms = matchTerms('football', 5, 3);
const score = playMatch(terms, serverSeed, common.eventId);
const selection = winnerOf(score);
const payout = toWire(winningPayout(3_0000n, oddsHundredths(terms, selection) ?? 0));
const ticket = { selection, odds: terms.odds[selection] ?? '', stake: '3.0000', payout };
const match: EventEvidence = { kind: 'match', ...common, league: 'L', home: 'H', away: 'A', terms, score, ticket };
const numbers = playDraw({ mode: 'digits', count: 4 }, serverSeed, common.eventId);
const draw: EventEvidence = { kind: 'draw', ...common, terms: { mode: 'digits', count: 4 }, numbers };

const outcome = playTableRound('baccarat', serverSeed, common.eventId);
const chips = [
  { spot: 'player', stake: '2.0000' },
  { spot: 'banker', stake: '3.0000' },
];
const owed = toWire(
  tablePayout(outcome, [
    { spot: 'player', stake: 2_0000n },
    { spot: 'banker', stake: 3_0000n },
  ]),
);
const round: EventEvidence = {
  kind: 'round',
  ...common,
  game: 'baccarat',
  outcome,
  previousSeed: seedHash(serverSeed),
  slip: { chips, payout: owed },
};

const { crash } = playFlight(serverSeed, common.eventId);
const bet = { stake: '3.0000', target: crash, cashed: crash, payout: toWire(flightPayout(3_0000n, crash)) };
const flight: EventEvidence = {
  kind: 'flight',
  ...common,
  ...{ crash, takesOffAt: common.drawsAt, previousSeed: seedHash(serverSeed), bet },
};
const lost = { ...bet, target: crash + 1, cashed: null, payout: '0.0000' };
const byHand = { ...bet, target: crash + 50, cashed: 101, payout: '3.0300' };

function good(evidence: EventEvidence): boolean | undefined {
  const verdict = recomputeEvent(evidence);
  return verdict && isGood(verdict);
}

test('what really happened is confirmed', () => {
  expect(good(match)).toBe(true);
  expect(good({ ...match, ticket: null })).toBe(true);
  expect(good(draw)).toBe(true);
  expect(good(round)).toBe(true);
  expect(good({ ...round, previousSeed: null, slip: null })).toBe(true);
  expect(crash).toBeGreaterThan(101);
  for (const one of [bet, lost, byHand, null]) expect(good({ ...flight, bet: one })).toBe(true);
  expect(good({ ...flight, previousSeed: null })).toBe(true);
});

test.each<[string, EventEvidence]>([
  ['another score', { ...match, score: { home: score.home + 1, away: score.away } }],
  ['another payout', { ...match, ticket: { ...ticket, payout: '1.0000' } }],
  ['other odds', { ...match, terms: { ...terms, odds: { ...terms.odds, home: '9.99' } } }],
  ['other odds of the bet', { ...match, ticket: { ...ticket, odds: '9.99' } }],
  ['a bet that lost, paid', { ...match, ticket: { ...ticket, selection: selection === 'home' ? 'away' : 'home' } }],
  ['another seed', { ...match, serverSeed: 'cd'.repeat(32) }],
  ['another promise', { ...draw, serverSeedHash: 'cd'.repeat(32) }],
  ['other numbers', { ...draw, numbers: ['x', ...numbers.slice(1)] }],
  ['another outcome at a table', { ...round, outcome: playTableRound('baccarat', serverSeed, 'GAME-202606010009') }],
  ['another payout at a table', { ...round, slip: { chips, payout: '0.0100' } }],
  ['another seed before', { ...round, previousSeed: 'cd'.repeat(32) }],
  ['another crash', { ...flight, crash: crash + 1 }],
  ['another payout of a flight', { ...flight, bet: { ...bet, payout: '0.0100' } }],
  ['a target that was reached, not paid', { ...flight, bet: { ...bet, cashed: null, payout: '0.0000' } }],
  ['a target that was not reached, paid', { ...flight, bet: { ...bet, target: crash + 1, cashed: crash + 1 } }],
  ['cashing out after the crash', { ...flight, bet: { ...byHand, cashed: crash + 1, payout: toWire(flightPayout(3_0000n, crash + 1)) } }],
  ['another flight before', { ...flight, previousSeed: 'cd'.repeat(32) }],
  ['another event', { ...draw, eventId: 'GAME-202606010002' }],
])('%s is found out', (_name, evidence) => {
  expect(good(evidence)).toBe(false);
});

test('what is no seed is said to be none', () => {
  expect(recomputeEvent({ ...draw, serverSeed: 'zz' })).toBeUndefined();
});
