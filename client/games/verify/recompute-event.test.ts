import { bls12_381 } from '@noble/curves/bls12-381.js';
import { expect, test } from 'vitest';
import { flightPayout, playFlight } from '../../../shared/games/crash/flight.ts';
import { playDraw, seedOfLink } from '../../../shared/games/events/draw.ts';
import { marketsAt, winnerOf } from '../../../shared/games/events/markets.ts';
import { matchTerms, playCourse, stateOf } from '../../../shared/games/events/match.ts';
import type { EventEvidence, LegEvidence, MatchEvidence } from '../../../shared/games/events/protocol.ts';
import { playSingleDraw, type SingleDrawTerms } from '../../../shared/games/events/single-draw.ts';
import { slipPayout } from '../../../shared/games/events/slip.ts';
import { seedHash } from '../../../shared/games/fairness.ts';
import { playTableRound, tablePayout } from '../../../shared/games/live/table.ts';
import { drawBeacon, mixSeed, roundMessage } from '../../../shared/games/lottery/beacon.ts';
import { isRoundSigned } from '../../../shared/games/lottery/verify-beacon.ts';
import { toWire } from '../../../shared/money/money.ts';
import { isGoodBet, recomputeBet } from './recompute-bet.ts';
import { isGood, recomputeEvent, type SeededEvidence } from './recompute-event.ts';

const serverSeed = 'ab'.repeat(32);
const common = {
  eventId: 'GAME-202606010001',
  issue: '202606010001',
  serverSeed,
  serverSeedHash: seedHash(serverSeed),
  drawsAt: '2026-06-01T00:00:00Z',
};
const terms = matchTerms('football', { attack: 110, defence: 104 }, { attack: 92, defence: 96 });
const STEP = 7;
const course = playCourse(terms, serverSeed, common.eventId, 100);
const { score } = stateOf(terms, course);
const teams = { league: 'L', home: 'H', away: 'A' };
const played: MatchEvidence = { ...common, ...teams, terms, score, course };
const match: EventEvidence = { kind: 'match', ...played };
const oldTerms: SingleDrawTerms = {
  mode: 'goals',
  chances: 10,
  homeRate: 200,
  awayRate: 100,
  odds: { home: '1.50', draw: '4.00', away: '5.00' },
};
const oldScore = playSingleDraw(oldTerms, serverSeed, common.eventId);
const oldMatch: EventEvidence = { kind: 'match', ...common, ...teams, terms: oldTerms, score: oldScore, course: null };

const selection = `winner/${winnerOf(score)}`;
const offer = marketsAt(terms, course.slice(0, STEP))[0]?.picks.find((one) => one.selection === selection);
const odds = offer?.odds ?? '';
const leg: LegEvidence = { selection, odds, step: STEP, state: 'won', home: 'H', away: 'A', match: played };
const voided: LegEvidence = { ...leg, odds: '3.00', state: 'void', match: null };
const payout = toWire(slipPayout(3_0000n, [{ odds: Number(odds.replace('.', '')), state: 'won' }]));
const matchBet = { kind: 'bet', stake: '3.0000', payout, legs: [leg, voided] } as const;
const numbers = playDraw({ mode: 'digits', count: 4 }, serverSeed, common.eventId);
const draw: EventEvidence = { kind: 'draw', ...common, terms: { mode: 'digits', count: 4 }, numbers };

const classTerms = { mode: 'prizes', digits: Array.from({ length: 23 }, () => 4) } as const;
const classDraw: EventEvidence = { kind: 'draw', ...common, terms: classTerms, numbers: playDraw(classTerms, serverSeed, common.eventId) };

const outcome = playTableRound('baccarat', serverSeed, common.eventId);
const chips = [
  { spot: 'player', stake: '2.0000' },
  { spot: 'banker', stake: '3.0000' },
];
const tableReturn = toWire(
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
  slip: { chips, payout: tableReturn },
};

const { crash } = playFlight(serverSeed, common.eventId);
const bet = { stake: '3.0000', target: crash, cashed: crash, payout: toWire(flightPayout(3_0000n, crash)) };
const flight: EventEvidence = {
  kind: 'flight',
  ...common,
  crash,
  takesOffAt: common.drawsAt,
  previousSeed: seedHash(serverSeed),
  bet,
};
const lost = { ...bet, target: crash + 1, cashed: null, payout: '0.0000' };
const byHand = { ...bet, target: crash + 50, cashed: 101, payout: '3.0300' };

function good(evidence: EventEvidence): boolean | undefined {
  if (evidence.kind === 'bet') {
    const verdict = recomputeBet(evidence);
    return verdict && isGoodBet(verdict);
  }
  const verdict = recomputeEvent(evidence);
  return verdict && isGood(verdict);
}

test('an honest event is confirmed', () => {
  expect(good(match)).toBe(true);
  expect(good(oldMatch)).toBe(true);
  expect(good(matchBet)).toBe(true);
  // A multiple that lost early: its other match is still open and not revealed.
  const lostLeg: LegEvidence = { ...leg, selection: 'next/30/home', odds: '50.00', state: 'lost' };
  const early = { ...matchBet, payout: '0.0000', legs: [lostLeg, { ...voided, state: 'open' as const }] };
  const verdict = recomputeBet(early);
  expect(verdict?.legs.map(({ state }) => state.matches)).toEqual([true, true]);
  expect(verdict?.payout.matches).toBe(true);
  expect(good(draw)).toBe(true);
  expect(good(classDraw)).toBe(true);
  expect(good(round)).toBe(true);
  expect(good({ ...round, previousSeed: null, slip: null })).toBe(true);
  expect(crash).toBeGreaterThan(101);
  for (const one of [bet, lost, byHand, null]) expect(good({ ...flight, bet: one })).toBe(true);
  expect(good({ ...flight, previousSeed: null })).toBe(true);
});

test('a target that was paid exactly, before payouts were rounded to cents, is confirmed', () => {
  const exact = { ...bet, stake: '1.3700', target: 133, cashed: 133 };
  expect(crash).toBeGreaterThan(133);
  for (const payout of ['1.8200', '1.8221']) {
    const verdict = recomputeEvent({ ...flight, bet: { ...exact, payout } });
    expect(verdict?.payout).toEqual({ computed: payout, matches: true });
  }
  for (const payout of ['1.8220', '1.8300', '1.8100']) expect(good({ ...flight, bet: { ...exact, payout } })).toBe(false);
  expect(good({ ...flight, bet: { ...byHand, stake: '1.3700', cashed: 133, target: 300, payout: '1.8221' } })).toBe(false);
});

test.each<[string, EventEvidence]>([
  ['another score', { ...match, score: { home: score.home + 1, away: score.away } }],
  ['another course', { ...match, course: `${course.slice(0, -1)}${course.endsWith('-') ? 'h' : '-'}` }],
  ['another score of old', { ...oldMatch, score: { home: 9, away: 9 } }],
  ['another payout', { ...matchBet, payout: '1.0000' }],
  ['other odds of the bet', { ...matchBet, legs: [{ ...leg, odds: '9.99' }] }],
  ['odds of another moment', { ...matchBet, legs: [{ ...leg, step: STEP + 5 }] }],
  ['a bet that won, not paid', { ...matchBet, payout: '0.0000', legs: [{ ...leg, state: 'lost' }] }],
  ['a leg that is void though its match was played', { ...matchBet, legs: [{ ...leg, state: 'void' }], payout: '3.0000' }],
  ['another seed', { ...match, serverSeed: 'cd'.repeat(32) }],
  ['another promise', { ...draw, serverSeedHash: 'cd'.repeat(32) }],
  ['another consolation prize', { ...classDraw, numbers: [...classDraw.numbers.slice(0, -1), 'xxxx'] }],
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

test('a malformed seed is reported', () => {
  expect(recomputeEvent({ ...draw, serverSeed: 'zz' })).toBeUndefined();
});

test('the link of a draw continues the chain over draws that were left out, by as many hashes', () => {
  const link = 'ce'.repeat(32);
  const seed = seedOfLink(link);
  const own = { ...common, serverSeed: seed, serverSeedHash: seedHash(seed) };
  const linked = { kind: 'draw', ...own, terms: { mode: 'digits', count: 4 } } as const;
  const shown = playDraw(linked.terms, seed, common.eventId);
  const before = seedHash(seedHash(seedHash(link)));
  const matches = (chain: { readonly previous: string | null; readonly steps?: number }) =>
    recomputeEvent({ ...linked, numbers: shown, chain: { link, ...chain } })?.chain?.matches;
  expect(matches({ previous: before, steps: 3 })).toBe(true);
  expect(matches({ previous: seedHash(link) })).toBe(true);
  for (const chain of [
    { previous: before },
    { previous: before, steps: 2 },
    { previous: before, steps: 4 },
    { previous: before, steps: 1e9 },
  ])
    expect([chain, matches(chain)]).toEqual([chain, false]);
});

test('a draw with a public number is good with its round, the signature of the network and the mixed seed only', () => {
  const { shortSignatures } = bls12_381;
  const secret = bls12_381.utils.randomSecretKey();
  const chain = {
    chain: 'c5'.repeat(32),
    publicKey: shortSignatures.getPublicKey(secret).toHex(),
    periodSeconds: 3,
    genesis: 1_700_000_001,
  };
  const own = drawBeacon(chain, Date.parse(common.drawsAt) / 1_000);
  const sign = (round: number) => shortSignatures.sign(shortSignatures.hash(roundMessage(round), DOMAIN), secret).toHex();
  const beacon = { ...own, signature: sign(own.round) };
  const seed = mixSeed(serverSeed, own, beacon.signature);
  const mixed = { ...draw, numbers: playDraw({ mode: 'digits', count: 4 }, seed, common.eventId), beacon } as typeof draw;
  const verdictOf = (changed: object, check = isRoundSigned) =>
    recomputeEvent({ ...mixed, ...changed } as SeededEvidence, undefined, check);
  const goodOf = (changed: object) => {
    const verdict = verdictOf(changed);
    return verdict !== undefined && isGood(verdict);
  };
  expect(goodOf({})).toBe(true);
  // A page without the check of signatures gives no good verdict.
  expect(recomputeEvent(mixed as SeededEvidence)?.beacon?.matches).toBe(false);
  const nextRound = { ...beacon, round: own.round + 1, signature: sign(own.round + 1) };
  for (const changed of [
    { beacon: nextRound },
    { beacon: { ...beacon, signature: nextRound.signature } },
    { beacon: { ...beacon, genesis: chain.genesis + 3 } },
    { beacon: null },
    { drawsAt: '2026-06-01T00:01:00Z' },
  ])
    expect([changed, goodOf(changed)]).toEqual([changed, false]);
});
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
