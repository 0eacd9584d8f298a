import { createHash } from 'node:crypto';
import { newServerSeed } from '../rounds.ts';
import type { StudioDatabase } from '../tables.ts';

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
  const known = new Map<string, { readonly firstPlace: number; readonly lastSeed: string }>();

  async function lastSeedOf(gameId: string, firstPlace: number): Promise<string> {
    const kept = known.get(gameId);
    if (kept?.firstPlace === firstPlace) return kept.lastSeed;
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
    known.set(gameId, { firstPlace, lastSeed });
    return lastSeed;
  }

  return {
    async seedAt(gameId, place, length) {
      const firstPlace = Math.floor(place / length) * length;
      let link = Buffer.from(await lastSeedOf(gameId, firstPlace), 'hex');
      for (let left = firstPlace + length - 1 - place; left > 0; left--) link = createHash('sha256').update(link).digest();
      return link.toString('hex');
    },
  };
}
