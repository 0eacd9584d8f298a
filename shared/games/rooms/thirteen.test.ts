import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNITS_PER_WHOLE } from '../../money/money.ts';
import { beats, byPower, type Combo, comboOf, combosIn, powerOf } from './combos.ts';
import { RAKE_CAP, rakeOf } from './levels.ts';
import { afterMove, automaticMove, botMove, dealHands, HAND_CARDS, openHand, refusalOf, replay, suggestion } from './thirteen.ts';

const SUITS = 'shdc';
const FACES = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
/** "10h 3s" as cards. */
const cards = (text: string) => text.split(' ').map((name) => SUITS.indexOf(name.at(-1) ?? '') * 13 + FACES.indexOf(name.slice(0, -1)));
const combo = (text: string) => comboOf(cards(text)) as Combo;

test('three of spades is the lowest card and two of hearts the highest; hearts beat diamonds, clubs, spades', () => {
  expect(powerOf(cards('3s')[0] ?? 0)).toBe(0);
  expect(powerOf(cards('2h')[0] ?? 0)).toBe(51);
  expect(byPower(cards('9h 9d 9c 9s'))).toEqual(cards('9s 9c 9d 9h'));
  expect(new Set(Array.from({ length: 52 }, (_, card) => powerOf(card))).size).toBe(52);
});

test.each([
  ['3s', 'single'],
  ['2h 2s', 'pair'],
  ['7s 7h 7d', 'triple'],
  ['7s 7h 7d 7c', 'four'],
  ['3s 4h 5d', 'straight'],
  ['Qs Kh Ad', 'straight'],
  ['3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As', 'straight'],
  ['3s 3h 4d 4c 5s 5h', 'pairs'],
])('%s is a %s', (text, kind) => {
  expect(comboOf(cards(text))?.kind).toBe(kind);
});

test.each(['3s 4s', 'Ks Ad 2h', '2s 3s 4s', 'As 2s 3s', '3s 3h 4d 4c', '3s 3h 3d 4s 4h 5d', '3s 4s 6s', 'Ks Kh As Ah 2s 2h', '3s 3s'])(
  '%s is nothing',
  (text) => expect(comboOf(cards(text))).toBeUndefined(),
);

test('no cards are no combination', () => expect(comboOf([])).toBeUndefined());

test.each([
  ['9c', '9s'],
  ['9s 9h', '9c 9d'],
  ['4s 5s 6h', '4h 5h 6d'],
  ['3s 3h 4d 4c 5s 5h', '2h'],
  ['3s 3h 3d 3c', '2h'],
  ['3s 3h 3d 3c', 'Qs Qh Kd Kc As Ah'],
  ['3s 3h 4d 4c 5s 5h 6s 6h', '2h 2d'],
  ['3s 3h 4d 4c 5s 5h 6s 6h', 'As Ah Ad Ac'],
  ['3s 3h 4d 4c 5s 5h 6s 6h', 'Qs Qh Kd Kc As Ah'],
])('%s beats %s, and not the other way round', (one, other) => {
  expect(beats(combo(one), combo(other))).toBe(true);
  expect(beats(combo(other), combo(one))).toBe(false);
});

test.each([
  ['4s 5s 6s', '3h'],
  ['3s 3h 3d 3c', 'Ah'],
  ['3s 3h 3d 3c', '2h 2d'],
  ['3s 3h 4d 4c 5s 5h', '2h 2d'],
  ['3s 3h 4d 4c 5s 5h', '4s 4h 4d 4c'],
  ['5s 6s 7s 8s', '3s 4s 5s'],
  ['4s 4h 4d', '3s 3h'],
])('%s does not beat %s', (one, other) => expect(beats(combo(one), combo(other))).toBe(false));

const SEED = 'ab'.repeat(32);
const seeds = fc.array(fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/), { minLength: 2, maxLength: 4 });

test('a deal is a pure function of all seeds: thirteen different cards each, another deal when one seed changes', () => {
  fc.assert(
    fc.property(seeds, fc.nat(1000), (clientSeeds, nonce) => {
      const hands = dealHands(SEED, clientSeeds, nonce);
      expect(hands.map((hand) => hand.length)).toEqual(clientSeeds.map(() => HAND_CARDS));
      expect(new Set(hands.flat()).size).toBe(clientSeeds.length * HAND_CARDS);
      expect(dealHands(SEED, clientSeeds, nonce)).toEqual(hands);
      for (const index of clientSeeds.keys()) {
        const changed = clientSeeds.map((seed, at) => (at === index ? `${seed}x` : seed));
        expect(dealHands(SEED, changed, nonce)).not.toEqual(hands);
      }
    }),
    { numRuns: 40 },
  );
});

test('joined seeds are unambiguous at their boundaries', () => {
  expect(dealHands(SEED, ['ab', 'c'], 0)).not.toEqual(dealHands(SEED, ['a', 'bc'], 0));
});

test('any hand of any players comes to an end, each move is legal, and no card is lost', () => {
  fc.assert(
    fc.property(seeds, fc.nat(99), fc.infiniteStream(fc.integer({ min: 0, max: 2 })), (clientSeeds, nonce, choices) => {
      const hands = dealHands(SEED, clientSeeds, nonce);
      let state = openHand(hands);
      const moves = [];
      while (state.winner === null) {
        const choice = choices.next().value;
        const suggested = { player: state.turn, cards: suggestion(state) };
        const move = choice === 0 ? automaticMove(state) : choice === 1 ? botMove(state) : suggested;
        expect(refusalOf(state, move)).toBeUndefined();
        state = afterMove(state, move);
        moves.push(move);
        expect(moves.length).toBeLessThan(400);
      }
      const played = moves.flatMap((move) => move.cards);
      expect([...played, ...state.hands.flat()].sort()).toEqual(hands.flat().sort());
      expect(replay(hands, moves)).toEqual(state);
    }),
    { numRuns: 60 },
  );
});

describe('the rules of a hand', () => {
  const state = openHand([cards('3s 4s 9h'), cards('3c 5s 2h'), cards('6s 7s 8s')]);

  test('the lowest card dealt opens, and only with it', () => {
    expect(state.turn).toBe(0);
    expect(refusalOf(state, { player: 1, cards: cards('3c') })).toBe('turn');
    expect(refusalOf(state, { player: 0, cards: cards('4s') })).toBe('opening');
    expect(refusalOf(state, { player: 0, cards: [] })).toBe('lead');
    expect(refusalOf(state, { player: 0, cards: cards('3c') })).toBe('cards');
    expect(refusalOf(state, { player: 0, cards: [...cards('3s'), ...cards('3s')] })).toBe('cards');
    expect(refusalOf(state, { player: 0, cards: cards('3s 4s') })).toBe('combo');
    expect(refusalOf(state, { player: 0, cards: cards('3s') })).toBeUndefined();
  });

  test('a player who has passed is out until the trick is won; its winner leads with any combination', () => {
    let next = afterMove(state, { player: 0, cards: cards('3s') });
    next = afterMove(next, { player: 1, cards: [] });
    next = afterMove(next, { player: 2, cards: cards('6s') });
    expect(refusalOf(next, { player: 0, cards: cards('4s') })).toBe('low');
    next = afterMove(next, { player: 0, cards: cards('9h') });
    expect(next.turn).toBe(2);
    next = afterMove(next, { player: 2, cards: [] });
    expect(next).toMatchObject({ turn: 0, trick: null, passed: [], winner: null });
    next = afterMove(next, { player: 0, cards: cards('4s') });
    expect(next.winner).toBe(0);
    expect(refusalOf(next, { player: 1, cards: cards('5s') })).toBe('over');
  });

  test('a time-out is a pass, or the lowest card of a player who must lead', () => {
    expect(automaticMove(state)).toEqual({ player: 0, cards: cards('3s'), auto: true });
    const next = afterMove(state, automaticMove(state));
    expect(automaticMove(next)).toEqual({ player: 1, cards: [], auto: true });
  });

  test('a record with a move against the rules is invalid', () => {
    expect(() => replay(state.hands, [{ player: 0, cards: cards('4s') }])).toThrow(RangeError);
  });
});

test('combinations in a hand are found, the weakest first', () => {
  const hand = cards('3s 3h 4d 4c 5s 5h 9s 9d 9h');
  expect(combosIn(hand, 'pair', 2)[0]).toEqual(cards('3s 3h'));
  expect(combosIn(hand, 'pairs', 6)).toHaveLength(1);
  expect(combosIn(hand, 'straight', 3).length).toBe(2);
  expect(combosIn(hand, 'pairs', 8)).toEqual([]);
  for (const found of combosIn(hand, 'triple', 3)) expect(comboOf(found)?.kind).toBe('triple');
});

test('the rake is 2.5 % of the pot in whole cents, never more than its cap', () => {
  const whole = (amount: number) => BigInt(Math.round(amount * 100)) * (UNITS_PER_WHOLE / 100n);
  expect([0.4, 0.6, 2, 10, 100, 120, 200, 1_000_000].map((pot) => rakeOf(whole(pot)))).toEqual(
    [0.01, 0.01, 0.05, 0.25, 2.5, 3, 3, 3].map(whole),
  );
  expect(RAKE_CAP).toBe(whole(3));
});
