import type { StudioGame, Variant } from '../../shared/games/catalogue.ts';
import { printedRules, rulesHash } from '../../shared/games/rules.ts';
import { CENT, coinOf } from '../../shared/money/currency-steps.ts';
import type { Units } from '../../shared/money/money.ts';
import type { StudioDatabase, StudioExecutor } from './tables.ts';

export interface PrintedRules {
  readonly variant: Variant;
  readonly printed: string;
}

/** Stores today's pay tables: rounds played under them must stay verifiable. */
export async function storeRules(db: StudioDatabase, games: readonly StudioGame[], coin: Units = CENT): Promise<void> {
  const rows = new Map(
    games.map(({ engine, variant }) => {
      const hash = rulesHash(engine, variant, coin);
      return [hash, { hash, variant, printed: printedRules(engine, variant, coin) }] as const;
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

/** Stores the rules of a game in a currency before its first round; those in cents are stored by the start. */
export function createCurrencyRules(db: StudioDatabase): (game: StudioGame, currency: string) => Promise<void> {
  const stored = new Set<string>();
  return async (game, currency) => {
    const coin = coinOf(currency);
    const key = `${game.variant}/${coin}`;
    if (coin === CENT || stored.has(key)) return;
    await storeRules(db, [game], coin);
    stored.add(key);
  };
}
