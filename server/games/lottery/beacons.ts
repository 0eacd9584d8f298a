import type { Logger } from 'pino';
import type { DrawBeacon } from '../../../shared/games/lottery/beacon.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { StudioClock } from '../contract.ts';
import type { StudioDatabase } from '../tables.ts';
import { fetchRound } from './beacon-client.ts';
import type { DrawPlans } from './draw-plans.ts';

/** Fetches the public random numbers that due draws wait for. */
export interface Beacons {
  fetchDue(): Promise<void>;
}

const BATCH = 50;

export function createBeacons(deps: {
  readonly db: StudioDatabase;
  readonly plans: DrawPlans;
  readonly clock: StudioClock;
  readonly log: Logger;
}): Beacons {
  const { db, plans, clock, log } = deps;
  let warnedAt = Number.NEGATIVE_INFINITY;
  /** One line a minute: it is tried every second. */
  function warn(error: unknown, round: number): void {
    const now = clock.now().getTime();
    if (now - warnedAt < MINUTE_MS) return;
    warnedAt = now;
    log.warn({ err: error, round }, 'draws wait for a public random number');
  }

  async function fetchOne(urls: readonly string[], beacon: DrawBeacon, drawIds: readonly string[]): Promise<void> {
    try {
      const signature = await fetchRound(urls, beacon);
      await db
        .updateTable('studio_event')
        .set({ beacon_value: signature })
        .where('id', 'in', [...drawIds])
        .where('state', '=', 'open')
        .where('beacon_value', 'is', null)
        .execute();
    } catch (error) {
      warn(error, beacon.round);
    }
  }

  return {
    async fetchDue() {
      const waiting = await db
        .selectFrom('studio_event')
        .select(['id', 'beacon'])
        .where('state', '=', 'open')
        .where('beacon', 'is not', null)
        .where('beacon_value', 'is', null)
        .where('next_at', '<=', clock.now())
        .orderBy('next_at', 'desc')
        .limit(BATCH)
        .execute();
      const rounds = new Map<string, string[]>();
      for (const { id, beacon } of waiting) if (beacon !== null) rounds.set(beacon, [...(rounds.get(beacon) ?? []), id]);
      const { beacon: source } = await plans.current();
      await Promise.all(
        [...rounds].map(([text, drawIds]) => {
          const beacon = JSON.parse(text) as DrawBeacon;
          // The addresses may have changed since the announcement, the chain of a draw cannot.
          return fetchOne(source?.chain === beacon.chain ? source.urls : [], beacon, drawIds);
        }),
      );
    },
  };
}
