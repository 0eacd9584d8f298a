import { expect, test } from 'vitest';
import type { MatchEvent } from '../../../shared/games/events/protocol.ts';
import {
  acceptOffers,
  type BetSlip,
  betsOf,
  displayedOdds,
  EMPTY_SLIP,
  possiblePayout,
  refresh,
  remove,
  toggle,
  totalStake,
  troubleOf,
} from './bet-slip.ts';

function match(eventId: string, odds: string | null = '2.00', other = '3.00'): MatchEvent {
  const picks = [
    { pick: 'home', selection: 'winner/home', odds },
    { pick: 'away', selection: 'winner/away', odds: other },
  ];
  return { eventId, markets: [{ market: 'winner', line: null, picks }] } as unknown as MatchEvent;
}
const pick = (slip: BetSlip, eventId: string) => toggle(slip, match(eventId), 'winner/home', '2.00');
const now = (...matches: MatchEvent[]) => new Map(matches.map((one) => [one.eventId, one]));
const two = pick(pick(EMPTY_SLIP, 'A'), 'B');

test('a selection is added to the slip and removed', () => {
  expect(pick(two, 'A').legs.map((leg) => leg.match.eventId)).toEqual(['B']);
  expect(remove(two, 'B', 'winner/home').legs).toHaveLength(1);
  expect(betsOf(EMPTY_SLIP)).toEqual([]);
});

test('two legs are a multiple or two singles, one leg is a single', () => {
  expect(betsOf(two).map((legs) => legs.length)).toEqual([2]);
  expect(betsOf({ ...two, mode: 'singles' }).map((legs) => legs.length)).toEqual([1, 1]);
  expect(betsOf(pick(EMPTY_SLIP, 'A')).map((legs) => legs.length)).toEqual([1]);
  expect([totalStake(two, 5n), totalStake({ ...two, mode: 'singles' }, 5n)]).toEqual([5n, 10n]);
  expect([possiblePayout(two, 10_0000n, 100n), possiblePayout({ ...two, mode: 'singles' }, 10_0000n, 100n)]).toEqual([40_0000n, 40_0000n]);
  expect(displayedOdds(pick(two, 'C'))).toBe('8.00');
});

test('legs of one match cannot form a multiple, but may be singles', () => {
  const related = toggle(two, match('A'), 'winner/away', '3.00');
  expect(troubleOf(related)).toBe('related');
  expect(troubleOf({ ...related, mode: 'singles' })).toBeUndefined();
});

test('lower odds need agreement, higher odds do not if the player accepts them', () => {
  const fallen = refresh(two, now(match('A', '1.90')));
  expect(fallen.legs[0]).toMatchObject({ odds: '2.00', offered: '1.90' });
  expect(troubleOf(fallen)).toBe('changed');
  expect(troubleOf(acceptOffers(fallen))).toBeUndefined();
  expect(refresh(two, now(match('A', '2.10'))).legs[0]?.odds).toBe('2.10');
  expect(troubleOf(refresh({ ...two, acceptBetter: false }, now(match('A', '2.10'))))).toBe('changed');
});

test('a withdrawn selection blocks the slip until it is removed', () => {
  const closed = refresh(two, now(match('A', null)));
  expect(troubleOf(closed)).toBe('closed');
  expect(troubleOf(remove(closed, 'A', 'winner/home'))).toBeUndefined();
});
