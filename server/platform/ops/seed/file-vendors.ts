import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import type { Tx } from '../../base/db/index.ts';
import { raiseContentVersion } from '../../merchant/index.ts';
import { writeLog } from '../../operators/index.ts';
import { seedGames, takeBrands, takeGames } from '../../play/games/index.ts';
import { saveFileProviders } from '../../play/vendors/index.ts';
import type { FileVendors } from './contracts.ts';

interface FileVendorDeps {
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly merchant: string;
  /** Provider of the built-in games. */
  readonly studio: string;
}

/** Applies the vendors of the file. A change of providers is written to the operators' log. */
export async function applyVendors(deps: FileVendorDeps, tx: Tx, { builtIn, providers }: FileVendors): Promise<void> {
  const { clock, log, merchant, studio } = deps;
  if (await seedGames(tx, studio, builtIn, await currencyOf(tx, merchant))) await raiseContentVersion(tx, merchant);
  if (!providers) return;
  const { changed, removed } = await saveFileProviders(
    tx,
    providers.map(({ definition }) => definition),
    clock.now(),
  );
  const rejected: string[] = [];
  for (const { definition, games } of providers) {
    rejected.push(...(await takeBrands(tx, merchant, definition)).rejected);
    if (games) rejected.push(...(await takeGames(tx, merchant, definition, { games, complete: true })).rejected);
  }
  for (const definition of removed) await takeGames(tx, merchant, definition, { games: [], complete: true });
  if (rejected.length > 0) log.warn({ rejected }, 'games of the merchant file were left out');
  if (changed.length === 0) return;
  const entry = { operator: 'merchant file', action: 'providers.file' as const, object: 'games', reason: '', address: '' };
  await writeLog(tx, { clock, merchant }, { ...entry, detail: { changed } });
}

async function currencyOf(tx: Tx, merchant: string): Promise<string> {
  const row = await tx
    .selectFrom('merchant')
    .where('code', '=', merchant)
    .select(sql<string | null>`settings ->> 'currency'`.as('currency'))
    .executeTakeFirst();
  return row?.currency ?? '';
}
