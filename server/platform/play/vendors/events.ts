import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import type { SeamlessEvent } from '../../../../shared/seamless/events.ts';
import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/index.ts';
import type { VendorDeps } from './contracts.ts';
import { storeEvent } from './event-store.ts';

/** Events further ahead are implausible. */
const FURTHEST_MS = 31 * DAY_MS;

/**
 * Stores the events of a vendor. Implausible events are rejected and listed in the reply; the others are stored, so that one mistake does
 * not block a feed.
 */
export async function storeEvents(deps: VendorDeps, provider: string, { events }: SeamlessBody<'events'>): Promise<SeamlessAnswer> {
  const now = deps.clock.now();
  // If a batch has an event twice, the last one counts.
  const last = [...new Map(events.map((event) => [event.id, event])).values()];
  const rejected = await inTransaction(deps.db, async (tx) => {
    const ids = [...new Set(last.map((event) => event.gameId))];
    const games = await deps.games.findMany(tx, ids, DEFAULT_LANGUAGE);
    const refused: string[] = [];
    for (const event of last) {
      const isFromProvider = games.get(event.gameId)?.provider === provider && isPlausible(event, now);
      if (!isFromProvider || !(await storeEvent(tx, provider, event, now))) refused.push(event.id);
    }
    return refused;
  });
  return rejected.length === 0 ? { status: 'OK' } : { status: 'OK', message: `left out: ${rejected.join(', ')}` };
}

function isPlausible({ opensAt, closesAt, drawsAt }: SeamlessEvent, now: Date): boolean {
  const [opens, closes, draws] = [Date.parse(opensAt), Date.parse(closesAt), Date.parse(drawsAt)];
  return opens <= closes && closes <= draws && draws - now.getTime() <= FURTHEST_MS;
}
