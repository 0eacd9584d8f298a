import { play } from './play.ts';
import type { PlayType, PrizeRule, Rule } from './rules.ts';

/** A draw with these prizes; any digits will do. */
export function sampleSet(digits: readonly number[]): readonly string[] {
  return digits.map((count, place) =>
    String(12_345 * (place + 3) + 70_111)
      .slice(-count)
      .padStart(count, '0'),
  );
}

/** The play types of a set of prizes, special prize first. */
export function setTypes(digits: readonly number[]): readonly PlayType[] {
  const sample = sampleSet(digits);
  const end = (place: number, length: number) => (sample[place] ?? '').slice(-length);
  const withAtLeast = (length: number) => digits.flatMap((count, place) => (count >= length ? [place] : []));
  const lastPlace = digits.length - 1;
  return [
    ...[2, 3, 4].map((length) =>
      play(`lo${length}`, 'type_lo', 'how_lo', prizes(withAtLeast(length), length), `${end(3, length)} ${end(0, length)}`, {
        count: length,
      }),
    ),
    play('de', 'type_de', 'how_de', prizes([0], 2), `${end(0, 2)} ${end(1, 2)}`, { count: 2 }),
    play('cang3', 'type_cang', 'how_de', prizes([0], 3), end(0, 3), { count: 3 }),
    play('cang4', 'type_cang', 'how_de', prizes([0], 4), end(0, 4), { count: 4 }),
    play('head', 'type_head', 'how_head', { kind: 'prizes', places: [0], take: 'tens', length: 1 }, end(0, 2).slice(0, 1)),
    play('tail', 'type_tail', 'how_tail', { kind: 'prizes', places: [0], take: 'units', length: 1 }, end(0, 1)),
    ...[2, 3].map((length) =>
      play(`first${length}`, 'type_firstPrize', 'how_firstPrize', prizes([1], length), end(1, length), { count: length }),
    ),
    play('last2', 'type_lastPrize', 'how_lastPrize', prizes([lastPlace], 2), end(lastPlace, 2), { count: 2 }),
    ...[2, 3, 4].map((picks) =>
      play(`xien${picks}`, 'type_xien', 'how_xien', xien(digits.length, picks), xienExample(sample, picks), { count: picks }),
    ),
  ];
}

function prizes(places: readonly number[], length: number): PrizeRule {
  return { kind: 'prizes', places, take: 'last', length };
}

function xien(count: number, picks: number): Rule {
  return { kind: 'parlay', prizes: count, picks };
}

function xienExample(sample: readonly string[], picks: number): string {
  return [...new Set(sample.map((number) => number.slice(-2)))].slice(0, picks).sort().join('-');
}
