import { hash } from 'node:crypto';
import { newServerSeed } from '../rounds.ts';
import type { Seeds } from '../seeds.ts';
import type { StudioDatabase } from '../tables.ts';

/** Interval of cached links of a chain: 90 of the 5,760 links of the longest day. */
const MARK_EVERY = 64;

/** The seed chains of tables, flights and lottery draws. Only their last links are stored, sealed. */
export interface Chains {
  /**
   * The seed of a place. Each seed is the SHA-256 of the next one: the commitment of a round is the seed of the round before, so
   * no round of a day can be left out or exchanged unnoticed.
   */
  seedAt(gameId: string, place: number, length: number): Promise<string>;
}

export function createChains(db: StudioDatabase, seeds: Seeds): Chains {
  /** The current chain of each game, by its last link. */
  const known = new Map<string, { readonly firstPlace: number; readonly lastSeed: string; readonly marks: Map<number, Buffer> }>();

  async function chainOf(gameId: string, firstPlace: number) {
    const cached = known.get(gameId);
    if (cached?.firstPlace === firstPlace) return cached;
    // The first process draws it; the others read it.
    await db
      .insertInto('studio_chain')
      .values({ game_id: gameId, first_place: firstPlace, sealed_seed: seeds.seal('chain', newServerSeed()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { sealed_seed: sealed } = await db
      .selectFrom('studio_chain')
      .select('sealed_seed')
      .where('game_id', '=', gameId)
      .where('first_place', '=', firstPlace)
      .executeTakeFirstOrThrow();
    const chain = { firstPlace, lastSeed: seeds.open('chain', sealed), marks: new Map<number, Buffer>() };
    known.set(gameId, chain);
    return chain;
  }

  return {
    async seedAt(gameId, place, length) {
      const firstPlace = Math.floor(place / length) * length;
      const { lastSeed, marks } = await chainOf(gameId, firstPlace);
      // Starts at the next cached link: only the first place of a day hashes the whole chain.
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
