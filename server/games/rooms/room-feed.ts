import type { Logger } from 'pino';
import { ROOM_LEVELS, roomIdOf } from '../../../shared/games/rooms/levels.ts';
import { coinOf, inCoins } from '../../../shared/money/currency-steps.ts';
import type { SeamlessRoom } from '../../../shared/seamless/rooms.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { countPeople } from './room-store.ts';

/** An unchanged report is repeated at this interval, so that the platform knows it is current. */
const AGAIN_MS = 45_000;
/** Minimum time between two reports. */
const PAUSE_MS = 2_000;

/** Reports the players in the rooms of each game to the platform, on changes and at intervals. */
export function createRoomFeed(deps: {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly gameIds: readonly string[];
  readonly log: Logger;
}): () => Promise<void> {
  const { db, wallet, gameIds, log } = deps;
  let lastSent = '';
  let at = Number.NEGATIVE_INFINITY;

  return async () => {
    const now = performance.now();
    if (gameIds.length === 0 || now - at < PAUSE_MS) return;
    const people = await countPeople(db);
    const coin = coinOf(await latestCurrency(db));
    const rooms: SeamlessRoom[] = gameIds.flatMap((gameId) =>
      Object.entries(ROOM_LEVELS).map(([level, stake]) => ({
        roomId: roomIdOf(gameId, level),
        gameId,
        stake: String(inCoins(stake, coin)),
        present: people
          .filter((one) => one.game_id === gameId && one.level === level)
          .map(({ currency, players, waiting }) => ({ currency, players, waiting })),
      })),
    );
    const body = JSON.stringify(rooms);
    if (body === lastSent && now - at < AGAIN_MS) return;
    at = now;
    const reply = await wallet.call('rooms', { rooms });
    if (reply?.status === 'OK') lastSent = body;
    else log.warn({ status: reply?.status }, 'the platform did not accept rooms');
    if (reply?.message) log.warn({ message: reply.message }, 'the platform left out rooms');
  };
}

/** The currency of the newest session of real money: a merchant has one currency. */
async function latestCurrency(db: StudioDatabase): Promise<string> {
  const row = await db
    .selectFrom('studio_session')
    .select('currency')
    .where('trial', '=', false)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.currency ?? '';
}
