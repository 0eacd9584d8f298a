import { sql } from 'kysely';
import type { SeedSealer } from './contract.ts';
import type { StudioDatabase } from './tables.ts';

/** Authenticated with each value; the list of the columns that a change of the data key re-seals has the same texts. */
const PURPOSES = { chain: 'studio_chain.seed', event: 'studio_event.seed' } as const;
type Kind = keyof typeof PURPOSES;

/** Seeds of events that are still to come, as they are stored: sealed with the data key of the service. */
export interface Seeds {
  seal(kind: Kind, seed: string): string;
  /** A seed that is stored open, by a node of an earlier release or because its event has been drawn, is returned unchanged. */
  open(kind: Kind, stored: string): string;
}

const OPEN_SEED = /^[0-9a-f]{64}$/;
const BATCH = 200;

export function createSeeds(sealer: SeedSealer): Seeds {
  return {
    seal: (kind, seed) => sealer.seal(PURPOSES[kind], seed),
    open: (kind, stored) => (OPEN_SEED.test(stored) ? stored : sealer.open(PURPOSES[kind], stored)),
  };
}

/**
 * Seals the seeds that earlier releases have stored open. Each value is replaced on its own, if it has not changed: an interrupted pass
 * continues at the next call, and several nodes may run it at a time.
 */
export async function sealStoredSeeds(db: StudioDatabase, seeds: Seeds): Promise<void> {
  while ((await sealEvents(db, seeds)) === BATCH);
  while ((await sealChains(db, seeds)) === BATCH);
}

async function sealEvents(db: StudioDatabase, seeds: Seeds): Promise<number> {
  const rows = await db
    .selectFrom('studio_event')
    .select(['id', 'server_seed'])
    .where('state', '=', 'open')
    .where(sql<boolean>`server_seed ~ ${OPEN_SEED.source}`)
    .limit(BATCH)
    .execute();
  for (const { id, server_seed: seed } of rows)
    await db
      .updateTable('studio_event')
      .set({ server_seed: seeds.seal('event', seed) })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('server_seed', '=', seed)
      .execute();
  return rows.length;
}

async function sealChains(db: StudioDatabase, seeds: Seeds): Promise<number> {
  const rows = await db
    .selectFrom('studio_chain')
    .selectAll()
    .where(sql<boolean>`sealed_seed ~ ${OPEN_SEED.source}`)
    .limit(BATCH)
    .execute();
  for (const { game_id, first_place, sealed_seed: seed } of rows)
    await db
      .updateTable('studio_chain')
      .set({ sealed_seed: seeds.seal('chain', seed) })
      .where('game_id', '=', game_id)
      .where('first_place', '=', first_place)
      .where('sealed_seed', '=', seed)
      .execute();
  return rows.length;
}
