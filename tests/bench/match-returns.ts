import type { MatchSport } from '../../shared/games/events/match.ts';
import { awayOf, type Sums, simulateMultiples, simulateSingles, situationsOf } from '../../shared/games/events/test-simulation.ts';
import { simulationStream } from '../../shared/games/simulation-stream.ts';

const KINDS: readonly (readonly [name: string, sports: readonly MatchSport[]])[] = [
  ['sports', ['football', 'hockey']],
  ['e-sports', ['arena', 'siege']],
];
/** Before the start, only the strengths define a situation. */
const SITUATIONS = { before: 40, inPlay: 60 };
const NAMES = { winner: 'winner', handicap: 'handicap', total: 'over or under', next: 'next goal', map: 'map in play' };

/** Rows of the page: bets on matches of both kinds, before the start and in play, and multiples of them. */
export function matchRows(rounds: number, seed: number): readonly string[] {
  return KINDS.flatMap(([kind, sports]) =>
    [false, true].flatMap((inPlay) => {
      const when = inPlay ? 'in play' : 'before the start';
      const stream = simulationStream(seed);
      const situations = situationsOf(sports, inPlay, inPlay ? SITUATIONS.inPlay : SITUATIONS.before, stream);
      const singles = [...simulateSingles(situations, rounds, stream)].map(([market, sums]) =>
        row(kind, `${NAMES[market]}, ${when}`, sums),
      );
      return [...singles, row(kind, `multiples, ${when}`, simulateMultiples(situations, rounds, stream))];
    }),
  );
}

function row(kind: string, bet: string, sums: Sums): string {
  const percent = (sum: number) => `${((sum / sums.bets) * 100).toFixed(3)} %`;
  return `| ${kind} | ${bet} | ${percent(sums.computed)} | ${percent(sums.paid)} | ${awayOf(sums).toFixed(2)} |`;
}
