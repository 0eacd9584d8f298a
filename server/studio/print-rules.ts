import type { StudioGame, Variant } from '../../shared/studio/catalogue.ts';
import { printedRules, rulesHash } from '../../shared/studio/rules.ts';
import type { StudioDatabase, StudioExecutor } from './tables.ts';

export interface PrintedRules {
  readonly variant: Variant;
  readonly printed: string;
}

/** Keeps the pay tables of today for as long as rounds are kept that were played under them. */
export async function keepRules(db: StudioDatabase, games: readonly StudioGame[]): Promise<void> {
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

/** The pay table of a round by the hash that it carries; undefined for rounds older than the list. */
export async function findRules(executor: StudioExecutor, hash: string): Promise<PrintedRules | undefined> {
  const row = await executor.selectFrom('studio_rules').select(['variant', 'printed']).where('hash', '=', hash).executeTakeFirst();
  return row && { variant: row.variant as Variant, printed: row.printed };
}
