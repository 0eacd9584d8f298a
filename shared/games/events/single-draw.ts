import { type FairStream, fairStream } from '../fairness.ts';
import type { Score } from './match.ts';

/** How matches without a course were decided: by one draw from their seed (docs/features/matches-and-draws.md). Still needed to verify. */
export interface SingleDrawTerms {
  readonly mode: 'goals' | 'maps';
  readonly chances: number;
  /** Per mille. */
  readonly homeRate: number;
  readonly awayRate: number;
  readonly odds: { readonly home: string; readonly draw: string | null; readonly away: string };
}

const PER_MILLE = 1000;

export function playSingleDraw(terms: SingleDrawTerms, serverSeed: string, eventId: string): Score {
  const stream = fairStream(serverSeed, eventId, 0);
  return terms.mode === 'maps' ? playMaps(terms, stream) : playGoals(terms, stream);
}

function playGoals({ chances, homeRate, awayRate }: SingleDrawTerms, stream: FairStream): Score {
  const goals = (rate: number) => Array.from({ length: chances }, () => stream.below(PER_MILLE)).filter((drawn) => drawn < rate).length;
  const home = goals(homeRate);
  return { home, away: goals(awayRate) };
}

function playMaps({ chances, homeRate }: SingleDrawTerms, stream: FairStream): Score {
  const needed = (chances + 1) / 2;
  let [home, away] = [0, 0];
  while (home < needed && away < needed) {
    if (stream.below(PER_MILLE) < homeRate) home += 1;
    else away += 1;
  }
  return { home, away };
}
