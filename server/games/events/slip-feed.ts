import type { Logger } from 'pino';
import { type MarketName, oddsText, readSelection } from '../../../shared/games/events/markets.ts';
import type { MatchTerms } from '../../../shared/games/events/match.ts';
import { type SeamlessSlip, SLIPS_PER_CALL, type SlipLeg } from '../../../shared/seamless/slips.ts';
import type { StudioDatabase } from '../tables.ts';
import type { WalletClient } from '../wallet-client.ts';
import { createDelivery, type Feed } from './delivery.ts';
import { findEvents, fixtureOf, type StudioEvent, scoreOf } from './event-store.ts';
import { findLegs, type Leg } from './leg-store.ts';
import { listUnreported, markReported, type TicketRecord } from './ticket-store.ts';

/** Reports the legs of bets on matches to the platform, with their results. */
export function createSlipFeed(deps: {
  readonly db: StudioDatabase;
  readonly wallet: WalletClient;
  readonly log: Logger;
  readonly retryMs: number;
}): Feed {
  const { db, wallet, log, retryMs } = deps;
  return createDelivery({
    what: 'slips',
    log,
    retryMs,
    perCall: SLIPS_PER_CALL,
    list: (limit) => listUnreported(db, limit),
    send: async (tickets) => wallet.call('slips', { slips: await slipsOf(db, tickets) }),
    mark: (tickets) => markReported(db, tickets),
  });
}

async function slipsOf(db: StudioDatabase, tickets: readonly TicketRecord[]): Promise<SeamlessSlip[]> {
  const byTicket = await findLegs(
    db,
    tickets.map(({ id }) => id),
  );
  const events = await findEvents(
    db,
    [...byTicket.values()].flat().map(({ event_id }) => event_id),
  );
  return tickets.map(({ id, game_id: gameId }) => {
    const legs = byTicket.get(id) ?? [];
    return { roundId: id, gameId, legs: legs.flatMap((leg) => wireLegs(leg, events.get(leg.event_id))) };
  });
}

/** A match with bets is never pruned. */
function wireLegs({ event_id: eventId, selection, odds, state }: Leg, event: StudioEvent | undefined): SlipLeg[] {
  if (!event) return [];
  const { league, home, away, terms } = fixtureOf(event);
  const { market, line, pick } = readSelection(selection);
  const common = { eventId, league, home, away, market: marketOf(market, terms), line, pick };
  return [{ ...common, odds: oddsText(odds) ?? '', state, score: event.state === 'drawn' ? scoreOf(event) : null }];
}

function marketOf(market: MarketName, { mode }: MatchTerms): SlipLeg['market'] {
  if (market === 'total') return mode === 'goals' ? 'total_goals' : 'total_maps';
  return market === 'next' ? 'next_goal' : market;
}
