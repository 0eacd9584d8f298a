import { randomBytes } from 'node:crypto';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { toUnitText } from '../../../shared/money/money.ts';
import { StudioRefusal } from '../refusal.ts';
import { LEASE_MS } from '../rounds.ts';
import type { SessionIdentity } from '../sessions.ts';
import { isAboveMaximum } from '../store.ts';
import type { StudioDatabase } from '../tables.ts';
import type { BetRequest } from './bet-request.ts';
import { createDueTickets } from './due-tickets.ts';
import { lockEvents } from './event-store.ts';
import { findLegs, insertLegs } from './leg-store.ts';
import { findSlipMarket } from './slip-market.ts';
import { claimTicket, findTicketByKey, insertTicket, type TicketRecord, UNSETTLED_STATES } from './ticket-store.ts';
import { createTicketWallet, type TicketWalletDeps } from './ticket-wallet.ts';

export interface TicketDeps extends TicketWalletDeps {
  /** Called with every changed ticket; must not throw. */
  readonly onTicketChanged?: (ticket: TicketRecord) => void;
}

export interface Tickets {
  /** Places the bet of a key, or returns the bet that the key made before; the wallet may not have answered yet. */
  place(session: SessionIdentity, game: StudioGame, request: BetRequest): Promise<TicketRecord>;
  /** Processes a ticket that has just become due; callers need not await it. */
  resumeNow(ticket: TicketRecord): Promise<void>;
  /** Processes the due tickets: confirms stakes, pays, refunds. */
  resumeDue(): Promise<void>;
  /** Resolves when no ticket is in progress. */
  idle(): Promise<void>;
}

export function createTickets(deps: TicketDeps): Tickets {
  const { db, settlement, clock, log, policy, onTicketChanged } = deps;
  const wallet = createTicketWallet(deps);
  const working = new Map<string, Promise<TicketRecord>>();
  const placing = new Set<Promise<unknown>>();

  async function place(session: SessionIdentity, game: StudioGame, request: BetRequest): Promise<TicketRecord> {
    const ticket = await store(session, game, request);
    if (ticket) return work(ticket, () => wallet.stake(ticket, session.wallet_token, request));
    const faster = await findTicketByKey(db, session.player, request.key);
    if (!faster) throw new StudioRefusal('round_pending');
    return repeat(faster, session, request);
  }

  async function store(session: SessionIdentity, game: StudioGame, request: BetRequest): Promise<TicketRecord | undefined> {
    if (isAboveMaximum(session, request.stake)) return refuseNew(db, session, request);
    if (request.placeAtOnce) {
      const ticket = newTicket(session, game, request, clock.now());
      return (await request.placeAtOnce(db, ticket)) ? ticket : undefined;
    }
    const before = await findTicketByKey(db, session.player, request.key);
    if (before) return undefined;
    await request.refuseLate?.(db, clock.now());
    return open(deps, session, game, request);
  }

  /** One key is one ticket; the same key with another bet is an error of the page. */
  async function repeat(ticket: TicketRecord, session: SessionIdentity, request: BetRequest): Promise<TicketRecord> {
    if (ticket.game_id !== session.game_id || !(await isSameBet(db, ticket, request))) throw new StudioRefusal('bad_request');
    return resume(ticket);
  }

  async function resume(ticket: TicketRecord): Promise<TicketRecord> {
    if (!isUnsettled(ticket)) return ticket;
    const running = working.get(ticket.id);
    if (running) return running;
    const now = clock.now();
    const claimed = await claimTicket(db, ticket, now, new Date(now.getTime() + LEASE_MS));
    return claimed ? work(claimed, () => wallet.advance(claimed)) : ticket;
  }

  /** For a claimed ticket. */
  function seeTo(ticket: TicketRecord): Promise<TicketRecord> {
    return working.get(ticket.id) ?? work(ticket, () => wallet.advance(ticket));
  }

  function work(ticket: TicketRecord, task: () => Promise<TicketRecord>): Promise<TicketRecord> {
    const finished = task().finally(() => working.delete(ticket.id));
    if (onTicketChanged) void finished.then(onTicketChanged, () => undefined);
    working.set(ticket.id, finished);
    return finished;
  }

  return {
    place(...input) {
      const finished = place(...input);
      const tracked = finished.catch(() => undefined).finally(() => placing.delete(tracked));
      placing.add(tracked);
      return finished;
    },
    async resumeNow(ticket) {
      await resume(ticket);
    },
    resumeDue: createDueTickets({
      db,
      settlement,
      clock,
      log,
      policy,
      work,
      seeTo,
      paid: wallet.paid,
      isWorkedOn: ({ id }) => working.has(id),
      isBusy: () => placing.size > 0,
    }),
    async idle() {
      while (placing.size + working.size > 0) await Promise.allSettled([...placing, ...working.values()]);
    },
  };
}

/** A bet of the key may have been placed under a higher maximum stake. */
async function refuseNew(db: StudioDatabase, { player }: SessionIdentity, { key }: BetRequest): Promise<undefined> {
  if (!(await findTicketByKey(db, player, key))) throw new StudioRefusal('stake_above_maximum');
}

async function isSameBet(db: StudioDatabase, ticket: TicketRecord, request: BetRequest): Promise<boolean> {
  if (ticket.chips !== request.chips || ticket.target !== (request.target ?? null) || BigInt(ticket.stake) !== request.stake) return false;
  return request.isSame(ticket, (await findLegs(db, [ticket.id])).get(ticket.id) ?? []);
}

function isUnsettled({ state }: TicketRecord): boolean {
  return (UNSETTLED_STATES as readonly string[]).includes(state);
}

/** Stores the ticket before the wallet is called, while its events are locked against the draw. Undefined if the key is used. */
async function open(
  { db, clock }: TicketDeps,
  session: SessionIdentity,
  game: StudioGame,
  request: BetRequest,
): Promise<TicketRecord | undefined> {
  return db.transaction().execute(async (tx) => {
    const events = await lockEvents(tx, request.eventIds);
    const isOurs = (id: string) => events.get(id)?.game_id === game.gameId && events.get(id)?.kind === request.kind;
    if (!request.eventIds.every(isOurs)) throw new StudioRefusal('bet_invalid');
    const now = clock.now();
    const legs = await request.admit(tx, events, now);
    const market = legs.length > 0 ? await findSlipMarket(tx, session.player, legs) : null;
    const ticket = await insertTicket(tx, { ...newTicket(session, game, request, now), market });
    if (ticket)
      await insertLegs(
        tx,
        legs.map((leg) => ({ ...leg, ticket_id: ticket.id })),
      );
    return ticket;
  });
}

export function newTicket(
  session: Pick<SessionIdentity, 'player' | 'currency' | 'trial'>,
  game: StudioGame,
  request: BetRequest,
  now: Date,
): TicketRecord {
  const { player, currency, trial } = session;
  const { key, kind, eventIds, chips, target = null, stake, chase } = request;
  return {
    id: `t${randomBytes(16).toString('hex')}`,
    event_id: kind === 'match' ? null : (eventIds[0] ?? null),
    play_key: key,
    player,
    game_id: game.gameId,
    currency,
    trial,
    chips,
    target,
    market: null,
    cashed: null,
    stake: toUnitText(stake),
    payout: null,
    state: 'placing',
    refusal: null,
    balance_after: null,
    attempts: 0,
    next_try_at: new Date(now.getTime() + LEASE_MS),
    placed_at: now,
    ended_at: null,
    changes: 0,
    reported_changes: 0,
    exposure: null,
    chase_id: chase?.id ?? null,
    chase_nr: chase?.nr ?? null,
  };
}
