import { hash } from 'node:crypto';
import { newServerSeed } from '../rounds.ts';
import type { StudioDatabase } from '../tables.ts';

/** Links that are kept of a chain once they have been passed: 90 of the longest day's 5,760. */
const MARK_EVERY = 64;

/** The seeds of tables, one after the other. */
export interface Chains {
  /**
   * The seed of a place. Each seed is the SHA-256 of the next one, so that what is promised for a round is the seed of the
   * round before, and no round of a day can be left out or exchanged without everybody seeing it.
   */
  seedAt(gameId: string, place: number, length: number): Promise<string>;
}

export function createChains(db: StudioDatabase): Chains {
  /** The last link of the chain that a game is in. */
  const known = new Map<string, { readonly firstPlace: number; readonly lastSeed: string; readonly marks: Map<number, Buffer> }>();

  async function chainOf(gameId: string, firstPlace: number) {
    const kept = known.get(gameId);
    if (kept?.firstPlace === firstPlace) return kept;
    // The first process to come draws it; the others read what it drew.
    await db
      .insertInto('studio_chain')
      .values({ game_id: gameId, first_place: firstPlace, last_seed: newServerSeed() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { last_seed: lastSeed } = await db
      .selectFrom('studio_chain')
      .select('last_seed')
      .where('game_id', '=', gameId)
      .where('first_place', '=', firstPlace)
      .executeTakeFirstOrThrow();
    const chain = { firstPlace, lastSeed, marks: new Map<number, Buffer>() };
    known.set(gameId, chain);
    return chain;
  }

  return {
    async seedAt(gameId, place, length) {
      const firstPlace = Math.floor(place / length) * length;
      const { lastSeed, marks } = await chainOf(gameId, firstPlace);
      // From the mark that comes next: only the first place of a day goes back through all of it.
      const mark = Math.ceil(place / MARK_EVERY) * MARK_EVERY;
      const marked = marks.get(mark);
      let link = marked ?? Buffer.from(lastSeed, 'hex');
      for (let at = marked ? mark : firstPlace + length - 1; at > place; at -= 1) {
        if (at % MARK_EVERY === 0) marks.set(at, link);
        link = hash('sha256', link, 'buffer');
      }
      return link.toString('hex');
    },
  };
}
