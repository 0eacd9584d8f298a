import { readVendorGames } from '../../../../shared/seamless/games.ts';
import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import { inTransaction } from '../../base/db/index.ts';
import type { VendorDeps } from './contracts.ts';
import { saveFeedResult, takenText } from './providers/store.ts';

/** Stores games that a provider reports. Malformed ones, and those of other providers, are rejected and listed in the reply. */
export async function storeGames(deps: VendorDeps, provider: string, { games: items }: SeamlessBody<'games'>): Promise<SeamlessAnswer> {
  const { games, rejected } = readVendorGames(items);
  const { gameIntake } = deps;
  if (!gameIntake) throw new Error('no games feature takes reported games');
  const refused = await inTransaction(deps.db, (tx) => gameIntake.take(tx, provider, games, false));
  const all = [...rejected, ...refused];
  await saveFeedResult(deps.db, provider, takenText(games.length, all), deps.clock.now());
  return all.length === 0 ? { status: 'OK' } : { status: 'OK', message: `left out: ${all.join(', ')}` };
}
