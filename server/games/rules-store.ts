import type { StudioGame, Variant } from '../../shared/games/catalogue.ts';
import { printedRules, rulesHash } from '../../shared/games/rules.ts';
import type { StudioDatabase, StudioExecutor } from './tables.ts';

export interface PrintedRules {
  readonly variant: Variant;
  readonly printed: string;
}

/** Stores today's pay tables: rounds played under them must stay verifiable. */
export async function storeRules(db: StudioDatabase, games: readonly StudioGame[]): Promise<void> {
  const rows = new Map(
    games.map(({ engine, variant }) => {
      const hash = rulesHash(engine, variant);
      return [hash, { hash, variant, printed: printedRules(engine, variant) }] as const;
    }),
  );
  if (rows.size === 0) return;
  await db
    .insertInto('studio_rules')
    .values([...rows.values()])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The pay table of a round by its hash; undefined for rounds older than the table. */
export async function findRules(executor: StudioExecutor, hash: string): Promise<PrintedRules | undefined> {
  const row = await executor.selectFrom('studio_rules').select(['variant', 'printed']).where('hash', '=', hash).executeTakeFirst();
  return row && { variant: row.variant as Variant, printed: row.printed };
}
