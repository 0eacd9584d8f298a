import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { createStudio } from '../../server/games/index.ts';
import { TEST_SEALER } from '../../server/games/test-seeds.ts';
import { QUICK } from '../../server/games/test-studio.ts';
import { TEST_SECRET } from '../../server/games/test-wallet.ts';
import { openDatabase } from '../../server/platform/base/db/open.ts';
import { seriesOf } from '../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';

/** A process that draws and pays the draws of one game once it gets a message. `name`: of its connections to the database. */
export function runNode(url: string, walletUrl: string, gameId: string, name: string): void {
  process.once('message', async () => {
    const address = new URL(url);
    address.searchParams.set('application_name', name);
    const { db } = await openDatabase({ url: address.href, poolSize: 4 });
    const studio = createStudio({
      db: db as unknown as Kysely<unknown>,
      platformUrl: () => walletUrl,
      providerCode: 'studio',
      secret: TEST_SECRET,
      sealer: TEST_SEALER,
      clock: { now: () => new Date() },
      series: seriesOf(STUDIO_GAMES).filter((one) => one.gameId === gameId),
      flights: [],
      log: pino({ level: 'silent' }),
      clientDir: '/nonexistent',
      policy: QUICK,
    });
    await studio.start();
    process.send?.('started');
  });
}
