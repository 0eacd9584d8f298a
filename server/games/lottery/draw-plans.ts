import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Series } from '../../../shared/games/events/series.ts';
import type { BeaconSource } from '../../../shared/games/lottery/beacon.ts';
import type { ClosedSpan } from '../../../shared/games/lottery/closed-days.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { StudioClock, StudioDeps } from '../contract.ts';
import type { StudioDatabase } from '../tables.ts';
import { listClosedDays, spanOf, storeClosedDays } from './closed-days.ts';

/** What draws are announced with. */
export interface DrawPlan {
  /** Coming times without draws by game. */
  readonly spans: ReadonlyMap<string, readonly ClosedSpan[]>;
  readonly beacon: BeaconSource | undefined;
}

export interface DrawPlans {
  /** Reads settings and closed days again after a minute. */
  current(): Promise<DrawPlan>;
}

const READ_EVERY_MS = MINUTE_MS;

export function createDrawPlans(deps: {
  readonly db: StudioDatabase;
  readonly series: readonly Series[];
  readonly drawSettings: StudioDeps<unknown>['drawSettings'];
  readonly databaseTime: () => RawBuilder<Date>;
  readonly clock: StudioClock;
  readonly log: Logger;
}): DrawPlans {
  const { db, drawSettings, databaseTime, clock, log } = deps;
  const series = deps.series.filter(({ kind }) => kind.name === 'draw');
  const gameIds = series.map(({ gameId }) => gameId);
  let plan: DrawPlan = { spans: new Map(), beacon: undefined };
  let readAt = Number.NEGATIVE_INFINITY;
  const warned = new Set<string>();

  async function read(now: Date): Promise<DrawPlan> {
    const settings = await drawSettings?.();
    if (settings) {
      const late = await storeClosedDays(db, settings.closedDays, series, databaseTime(), now);
      const news = late.filter(({ gameId, day }) => !warned.has(`${gameId} ${day}`));
      for (const { gameId, day } of news) warned.add(`${gameId} ${day}`);
      if (news.length > 0) log.warn({ days: news.slice(0, 20) }, 'days stay open: set less than two days ahead, or draws are announced');
    }
    const spans = new Map<string, ClosedSpan[]>();
    for (const row of await listClosedDays(db, gameIds, now)) spans.set(row.game_id, [...(spans.get(row.game_id) ?? []), spanOf(row)]);
    return { spans, beacon: settings?.beacon };
  }

  return {
    async current() {
      const now = clock.now();
      if (gameIds.length === 0 || now.getTime() - readAt < READ_EVERY_MS) return plan;
      plan = await read(now);
      readAt = now.getTime();
      return plan;
    },
  };
}
