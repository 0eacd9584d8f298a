import { play } from './play.ts';
import type { PlayType, SmallBets, SmallRule } from './rules.ts';

export const SAMPLE_ELEVEN = '03 11 06 01 08'.split(' ');
export const SAMPLE_RACE = '07 02 10 05 01 09 03 08 04 06'.split(' ');
export const SAMPLE_DICE = ['2', '5', '5'];

const ELEVEN = 11;
const CARS = 10;

/** Five of eleven numbers. */
export function elevenTypes(): readonly PlayType[] {
  const rule = (bets: SmallBets, places: number, picks: number) => balls(ELEVEN, range(0, places), bets, picks);
  return [
    ...range(1, 8).map((picks) =>
      play(`any${picks}`, 'type_anyOf', picks > 5 ? 'how_anyOfMore' : 'how_anyOf', rule('anyOf', 5, picks), elevenMarks(picks), {
        count: picks,
      }),
    ),
    ...range(0, 5).map((place) => positionType(ELEVEN, place, `${SAMPLE_ELEVEN[place]} 09`)),
    ...[2, 3].map((count) => exactType(ELEVEN, count, SAMPLE_ELEVEN.slice(0, count).join('-'))),
    ...[2, 3].map((count) =>
      play(
        `group${count}`,
        'type_groupFirst',
        'how_groupFirst',
        rule('group', count, count),
        SAMPLE_ELEVEN.slice(0, count).sort().join('-'),
        {
          count,
        },
      ),
    ),
    play('sumSides', 'type_ballSumSides', 'how_ballSumSides', rule('sides', 5, 1), 'small odd'),
  ];
}

/** A race of ten cars: every place is drawn. */
export function raceTypes(): readonly PlayType[] {
  return [
    ...range(0, CARS).map((place) => positionType(CARS, place, `${SAMPLE_RACE[place]} 09`)),
    ...range(0, CARS).map((place) =>
      play(`sides${place + 1}`, 'type_positionSides', 'how_positionSides', balls(CARS, [place], 'sides', 1), 'big even', {
        place: place + 1,
      }),
    ),
    ...[2, 3].map((count) => exactType(CARS, count, SAMPLE_RACE.slice(0, count).join('-'))),
    play('group2', 'type_groupFirst', 'how_groupFirst', balls(CARS, [0, 1], 'group', 2), '02-07', { count: 2 }),
    ...range(0, CARS / 2).map((place) =>
      play(`versus${place + 1}`, 'type_raceVersus', 'how_raceVersus', balls(CARS, [place, CARS - 1 - place], 'versus', 1), 'first', {
        place: place + 1,
        other: CARS - place,
      }),
    ),
    play('topTotal', 'type_topTotal', 'how_topTotal', balls(CARS, [0, 1], 'total', 1), '9 11'),
    play('topSides', 'type_topSides', 'how_topSides', balls(CARS, [0, 1], 'sides', 1), 'small odd'),
  ];
}

/** Three dice. */
export function diceTypes(): readonly PlayType[] {
  const rule = (bets: SmallBets): SmallRule => ({ kind: 'small', of: 6, isDice: true, places: [0, 1, 2], bets, picks: 1 });
  return [
    play('diceTotal', 'type_diceTotal', 'how_diceTotal', rule('total'), '12 13'),
    play('diceSides', 'type_diceSides', 'how_diceSides', rule('sides'), 'big even'),
    play('faces', 'type_faces', 'how_faces', rule('faces'), '5'),
    play('doubles', 'type_doubles', 'how_doubles', rule('doubles'), '5 2'),
    play('triples', 'type_triples', 'how_triples', rule('triples'), '5'),
    play('shape', 'type_shape', 'how_shape', rule('shape'), 'pair'),
  ];
}

function positionType(of: number, place: number, example: string): PlayType {
  return play(`place${place + 1}`, 'type_position', 'how_position', balls(of, [place], 'exact', 1), example, { place: place + 1 });
}

function exactType(of: number, count: number, example: string): PlayType {
  return play(`exact${count}`, 'type_exactFirst', 'how_exactFirst', balls(of, range(0, count), 'exact', count), example, { count });
}

function balls(of: number, places: readonly number[], bets: SmallBets, picks: number): SmallRule {
  return { kind: 'small', of, isDice: false, places, bets, picks };
}

function elevenMarks(picks: number): string {
  return [...SAMPLE_ELEVEN, '02', '04', '05'].slice(0, picks).sort().join('-');
}

/** `count` numbers from `from` on. */
function range(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
