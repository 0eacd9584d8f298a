import { expect, test } from 'vitest';
import { ROOM_LEVELS } from '../../../shared/games/rooms/levels.ts';
import { suggestion } from '../../../shared/games/rooms/thirteen.ts';
import { createPractice } from './practice.ts';

/** Timers that the test fires. */
function open() {
  const due: (() => void)[] = [];
  let seeds = 0;
  const practice = createPractice({
    changed: () => undefined,
    later: (task) => void due.push(task),
    newSeed: () => {
      seeds += 1;
      return seeds.toString(16).padStart(64, '0');
    },
    now: () => 0,
  });
  practice.open();
  return { practice, runDue: () => due.splice(0).map((task) => task()).length };
}

function playOut({ practice, runDue }: ReturnType<typeof open>): void {
  practice.deal();
  for (let move = 0; move < 200 && practice.view()?.hand; move++) {
    const { hand } = practice.view() ?? {};
    if (hand?.turn !== 0) runDue();
    else {
      const trick = hand.trick && { player: 1, cards: hand.trick.cards };
      practice.move(suggestion({ hands: [hand.mine], turn: 0, trick, passed: [], opening: hand.opening, winner: null }));
    }
  }
}

test('hands are played to the end against marked bots, for points', () => {
  const table = open();
  for (let hand = 1; hand <= 20; hand++) {
    playOut(table);
    const view = table.practice.view();
    expect(view?.hand).toBeNull();
    expect(view?.last).not.toBeNull();
    expect(view?.last).toMatchObject({ handId: `practice-${hand}`, state: 'done', pot: '30.0000', rake: '0.0000', verifyUrl: '' });
    expect(view?.last?.payout).toBe(view?.last?.winner === 0 ? '30.0000' : '0.0000');
    expect(view?.players.map(({ you, bot }) => [you, bot])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
  }
  expect(Object.keys(ROOM_LEVELS)).not.toContain(table.practice.view()?.level);
  expect(table.practice.view()?.balance).toBeNull();
});

test('the player sees no cards of a bot, and a move that the rules refuse changes nothing', () => {
  const { practice, runDue } = open();
  practice.deal();
  while (practice.view()?.hand?.turn !== 0) runDue();
  const { hand, players } = practice.view() ?? {};
  expect(players?.map(({ cards }) => typeof cards)).toEqual(['number', 'number', 'number']);
  expect(hand?.mine.length).toBeLessThanOrEqual(13);
  const before = hand?.step;
  practice.move(hand?.mine ?? []);
  practice.move([99]);
  expect(practice.view()?.hand?.step).toBe(before);
});

test('a pending move of a bot is dropped when the table is left or a new hand has started', () => {
  const { practice, runDue } = open();
  practice.deal();
  practice.close();
  runDue();
  expect(practice.view()).toBeUndefined();
  practice.open();
  expect(practice.view()).toMatchObject({ hand: null, last: null, state: 'waiting' });
});
