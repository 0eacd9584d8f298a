import { seedOfLink } from '../../../shared/games/events/draw.ts';
import type { EventState } from '../../../shared/games/events/event-state.ts';
import type { EventEvidence } from '../../../shared/games/events/protocol.ts';
import { lotteryDrawsOf } from '../../../shared/games/lottery/game-draws.ts';
import { createChains } from '../live/chains.ts';
import type { Seeds } from '../seeds.ts';
import type { StudioDatabase } from '../tables.ts';
import { findDrawnBefore, findEvent, findEvents, findSeedBefore, type StudioEvent } from './event-store.ts';
import { findLegs, isOnMatches } from './leg-store.ts';
import { type DrawLinks, presentBetEvidence, presentEvidence } from './presenter.ts';
import { findTicket, type TicketRecord } from './ticket-store.ts';

export interface Revealed {
  readonly gameId: string;
  /** Currency of the bet, if the address is a bet's. */
  readonly currency: string | undefined;
  readonly state: EventState;
  readonly evidence: EventEvidence | undefined;
}

const DAY_SECONDS = 86_400;
const TICKET = /^t[0-9a-f]{32}$/;
const EVENT = /^[A-Z0-9_]{1,80}-\d{12}$/;

/** Public data of an event by its own address or the address of a bet on it; undefined if the address is unknown. */
export async function findRevealed(db: StudioDatabase, seeds: Seeds, id: string): Promise<Revealed | undefined> {
  if (!TICKET.test(id) && !EVENT.test(id)) return undefined;
  const ticket = TICKET.test(id) ? await findTicket(db, id) : undefined;
  if (ticket && isOnMatches(ticket)) return findRevealedBet(db, ticket);
  const event = await findEvent(db, ticket?.event_id ?? id);
  if (!event) return undefined;
  const previousSeed =
    (event.kind === 'round' || event.kind === 'flight') && !(await startsChain(db, event)) ? await findSeedBefore(db, event) : undefined;
  const links = event.kind === 'draw' && event.state === 'drawn' ? await findLinks(db, seeds, event) : undefined;
  const evidence = presentEvidence(event, ticket, previousSeed, links);
  return { gameId: event.game_id, currency: ticket?.currency, state: event.state, evidence };
}

/** Whether the event has the first seed of a chain: the event before it belongs to another one, and its seed proves nothing about this one. */
async function startsChain(db: StudioDatabase, { game_id, place }: StudioEvent): Promise<boolean> {
  const chain = await db
    .selectFrom('studio_chain')
    .select('first_place')
    .where('game_id', '=', game_id)
    .where('first_place', '=', place)
    .executeTakeFirst();
  return chain !== undefined;
}

/**
 * The links of a drawn draw; undefined for one that is in no chain. The first draw of a day has no link before. Days without draws and void
 * draws leave links out: the chain continues over them in several steps.
 */
async function findLinks(db: StudioDatabase, seeds: Seeds, { game_id, place, server_seed }: StudioEvent): Promise<DrawLinks | undefined> {
  const chain = await db
    .selectFrom('studio_chain')
    .select('first_place')
    .where('game_id', '=', game_id)
    .where('first_place', '<=', place)
    .orderBy('first_place', 'desc')
    .executeTakeFirst();
  const series = lotteryDrawsOf(game_id);
  if (!chain || !series) return undefined;
  const length = DAY_SECONDS / series.everySeconds;
  if (place >= chain.first_place + length) return undefined;
  const chains = createChains(db, seeds);
  const link = await chains.seedAt(game_id, place, length);
  if (seedOfLink(link) !== server_seed) return undefined;
  const before = await findDrawnBefore(db, game_id, place, chain.first_place);
  if (before === undefined) return { link, previous: null, steps: 1 };
  return { link, previous: await chains.seedAt(game_id, before, length), steps: place - before };
}

async function findRevealedBet(db: StudioDatabase, ticket: TicketRecord): Promise<Revealed> {
  const legs = (await findLegs(db, [ticket.id])).get(ticket.id) ?? [];
  const events = await findEvents(
    db,
    legs.map(({ event_id }) => event_id),
  );
  const evidence = presentBetEvidence(ticket, legs, events);
  const state = ticket.state === 'settled' ? 'drawn' : ticket.state === 'refunded' || ticket.state === 'voided' ? 'void' : 'open';
  return { gameId: ticket.game_id, currency: ticket.currency, state, evidence };
}
