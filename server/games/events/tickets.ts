import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { StudioClock, StudioPolicy } from '../contract.ts';
import { StudioRefusal } from '../refusal.ts';
import { LEASE_MS, LONGEST_RETRY_MS, retryFor } from '../rounds.ts';
import type { SessionIdentity } from '../sessions.ts';
import type { MayUndo, Settlement, StakeVerdict, TurnoverTerms, Verdict } from '../settlement.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import { createDueTickets } from './due-tickets.ts';
import { lockEvents, type StudioEvent } from './event-store.ts';
import { findLegs, insertLegs, isOnMatches, type Leg } from './leg-store.ts';
import { openOnMatches } from './open-on-matches.ts';
import { findSlipMarket } from './slip-market.ts';
import {
  claimTicket,
  findTicketByKey,
  insertTicket,
  openTicket,
  type TicketChange,
  type TicketRecord,
  UNSETTLED_STATES,
  updateTicket,
} from './ticket-store.ts';

export interface TicketDeps {
  readonly db: StudioDatabase;
  readonly settlement: Settlement;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly policy: StudioPolicy;
  /** Called with every changed ticket; must not throw. */
  readonly onTicketChanged?: (ticket: TicketRecord) => void;
}

/** A validated request for a bet, on any kind of event. */
export interface BetRequest {
  readonly key: string;
  readonly kind: StudioEvent['kind'];
  /** The round or flight, or the matches of the legs. */
  readonly eventIds: readonly string[];
  readonly chips: string | null;
  /** Auto cash-out of a bet on a flight, in hundredths. */
  readonly target?: number;
  readonly stake: Units;
  readonly turnoverTerms?: TurnoverTerms;
  /**
   * Stores the ticket in one statement that includes the checks of `admit`. False if the key is used. Throws the refusal of an
   * inadmissible bet.
   */
  readonly placeAtOnce?: (db: StudioDatabase, ticket: TicketRecord) => Promise<boolean>;
  /** Refuses late bets before any row is locked: under load, bets without a chance must not delay the end of an event. */
  readonly refuseLate?: (db: StudioDatabase, now: Date) => Promise<void>;
  /** Checks the bet while its events are locked, and returns the legs of a bet on matches. Throws the refusal of an inadmissible bet. */
  admit(tx: StudioTx, events: ReadonlyMap<string, StudioEvent>, now: Date): Promise<readonly Omit<Leg, 'ticket_id'>[]>;
  /** Whether an earlier bet of the key is this one. */
  isSame(before: TicketRecord, legs: readonly Leg[]): boolean;
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
  const working = new Map<string, Promise<TicketRecord>>();
  const placing = new Set<Promise<unknown>>();

  async function place(session: SessionIdentity, game: StudioGame, request: BetRequest): Promise<TicketRecord> {
    const ticket = await store(session, game, request);
    if (ticket) return work(ticket, () => stake(ticket, session.wallet_token, request));
    const faster = await findTicketByKey(db, session.player, request.key);
    if (!faster) throw new StudioRefusal('round_pending');
    return repeat(faster, session, request);
  }

  async function store(session: SessionIdentity, game: StudioGame, request: BetRequest): Promise<TicketRecord | undefined> {
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
    const legs = (await findLegs(db, [ticket.id])).get(ticket.id) ?? [];
    const isSame =
      ticket.chips === request.chips &&
      ticket.target === (request.target ?? null) &&
      BigInt(ticket.stake) === request.stake &&
      request.isSame(ticket, legs);
    if (ticket.game_id !== session.game_id || !isSame) throw new StudioRefusal('bad_request');
    return resume(ticket);
  }

  async function resume(ticket: TicketRecord): Promise<TicketRecord> {
    if (!isUnsettled(ticket)) return ticket;
    const running = working.get(ticket.id);
    if (running) return running;
    const now = clock.now();
    const claimed = await claimTicket(db, ticket, now, new Date(now.getTime() + LEASE_MS));
    return claimed ? work(claimed, () => advance(claimed)) : ticket;
  }

  /** For a claimed ticket. */
  function seeTo(ticket: TicketRecord): Promise<TicketRecord> {
    return working.get(ticket.id) ?? work(ticket, () => advance(ticket));
  }

  function work(ticket: TicketRecord, task: () => Promise<TicketRecord>): Promise<TicketRecord> {
    const finished = task().finally(() => working.delete(ticket.id));
    if (onTicketChanged) void finished.then(onTicketChanged, () => undefined);
    working.set(ticket.id, finished);
    return finished;
  }

  async function advance(ticket: TicketRecord): Promise<TicketRecord> {
    const retryPolicy = retryFor(policy.retryWindowMs);
    if (ticket.state === 'placing') return settleStake(ticket, (mayUndo) => settlement.confirm(ticket, retryPolicy, mayUndo));
    if (ticket.state === 'owed') return paid(ticket, await settlement.pay({ ...ticket, payout: ticket.payout ?? '0' }, retryPolicy));
    return undone(ticket, await settlement.undo(ticket, retryPolicy));
  }

  function stake(ticket: TicketRecord, walletToken: string, request: BetRequest): Promise<TicketRecord> {
    return settleStake(
      ticket,
      (mayUndo) =>
        settlement.stake({ ...ticket, turnoverTerms: countingOf(ticket, request) }, walletToken, retryFor(policy.retryWindowMs), mayUndo),
      request,
    );
  }

  /**
   * Settles a stake with the wallet. A rollback is stored before it is sent: if this process was suspended for longer than its
   * lease, another process works on the same ticket and must not count a stake that is refunded.
   */
  async function settleStake(
    ticket: TicketRecord,
    callWallet: (mayUndo: MayUndo) => Promise<StakeVerdict>,
    request?: BetRequest,
  ): Promise<TicketRecord> {
    let current = ticket;
    const verdict = await callWallet(async () => {
      const voided = await updateTicket(db, ticket, { state: 'voided', payout: '0' });
      if (voided) current = voided;
      return voided !== undefined;
    });
    return current.state === 'voided' ? undone(current, verdict) : staked(current, verdict, request);
  }

  async function staked(ticket: TicketRecord, verdict: StakeVerdict, request?: BetRequest): Promise<TicketRecord> {
    if (verdict.end === 'unknown') return postpone(ticket);
    if (verdict.end === 'accepted') return accepted(ticket, { balance_after: textOf(verdict.balance) }, request);
    if (verdict.end === 'refused') return end(ticket, { state: 'refused', refusal: verdict.refusal });
    return end(ticket, { state: 'refunded', balance_after: textOf(verdict.balance) });
  }

  /**
   * The stake counts if it is stored before anyone can know more than at the time of the bet: before take-off, the draw, or the
   * next step of a match. A later stake is refunded for any outcome; otherwise a player who can slow the wallet down could see the
   * beginning and then choose. While the page that requested a bet on matches still waits, the bet may count as placed now, at the
   * current odds.
   */
  async function accepted(ticket: TicketRecord, change: TicketChange, request?: BetRequest): Promise<TicketRecord> {
    const now = clock.now();
    const opening = { ...change, attempts: 0, next_try_at: now };
    const open = isOnMatches(ticket)
      ? await db
          .transaction()
          .execute((tx) => openOnMatches(tx, ticket, opening, request && ((events) => request.admit(tx, events, clock.now()))))
      : await openTicket(db, ticket, opening, now);
    if (open) return open;
    const lease = new Date(now.getTime() + LEASE_MS);
    const late = await updateTicket(db, ticket, { state: 'voided', payout: '0', attempts: 0, next_try_at: lease });
    if (!late) return reloadTicket(db, ticket);
    return undone(late, await settlement.undo(late, retryFor(policy.retryWindowMs)));
  }

  async function paid(ticket: TicketRecord, verdict: Verdict): Promise<TicketRecord> {
    if (verdict.end === 'unknown') return postpone(ticket);
    if (verdict.end === 'settled') return end(ticket, { state: 'settled', balance_after: textOf(verdict.balance) });
    log.error({ ticketId: ticket.id }, 'wallet had rolled back a bet that was to be paid');
    return end(ticket, { state: 'refunded', balance_after: verdict.end === 'refunded' ? textOf(verdict.balance) : null });
  }

  async function undone(ticket: TicketRecord, verdict: StakeVerdict): Promise<TicketRecord> {
    if (verdict.end === 'refunded') return end(ticket, { state: 'refunded', balance_after: textOf(verdict.balance) });
    if (verdict.end === 'accepted') log.error({ ticketId: ticket.id }, 'wallet had settled a bet that was to be rolled back');
    return postpone(ticket);
  }

  async function postpone(ticket: TicketRecord): Promise<TicketRecord> {
    const wait = Math.min(policy.retryMs * 2 ** ticket.attempts, LONGEST_RETRY_MS);
    log.warn({ ticketId: ticket.id, state: ticket.state, attempts: ticket.attempts + 1 }, 'ticket postponed: wallet outcome unknown');
    return updateOrReload(db, ticket, { attempts: ticket.attempts + 1, next_try_at: new Date(clock.now().getTime() + wait) });
  }

  function end(ticket: TicketRecord, change: TicketChange): Promise<TicketRecord> {
    return updateOrReload(db, ticket, { ...change, ended_at: clock.now() });
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
      ...{ db, settlement, clock, log, policy, work, seeTo, paid },
      isWorkedOn: ({ id }) => working.has(id),
      isBusy: () => placing.size > 0,
    }),
    async idle() {
      while (placing.size + working.size > 0) await Promise.allSettled([...placing, ...working.values()]);
    },
  };
}

/**
 * Returns the turnover market of a bet on matches, which is set once its legs have been compared with those of the player's
 * other bets.
 */
function countingOf({ market }: TicketRecord, { turnoverTerms }: BetRequest): TurnoverTerms | undefined {
  return market === null ? turnoverTerms : { ...turnoverTerms, market };
}

function isUnsettled({ state }: TicketRecord): boolean {
  return (UNSETTLED_STATES as readonly string[]).includes(state);
}

/** Updates the ticket, or returns its current row if another process has updated it. */
async function updateOrReload(db: StudioDatabase, ticket: TicketRecord, change: TicketChange): Promise<TicketRecord> {
  return (await updateTicket(db, ticket, change)) ?? reloadTicket(db, ticket);
}

async function reloadTicket(db: StudioDatabase, ticket: TicketRecord): Promise<TicketRecord> {
  return (await findTicketByKey(db, ticket.player, ticket.play_key)) ?? ticket;
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

function newTicket(session: SessionIdentity, game: StudioGame, request: BetRequest, now: Date): TicketRecord {
  const { player, currency, trial } = session;
  const { key, kind, eventIds, chips, target = null, stake } = request;
  return {
    ...{
      id: `t${randomBytes(16).toString('hex')}`,
      event_id: kind === 'match' ? null : (eventIds[0] ?? null),
      play_key: key,
      player,
      game_id: game.gameId,
      currency,
      trial,
    },
    ...{
      chips,
      target,
      market: null,
      cashed: null,
      stake: String(stake),
      payout: null,
      state: 'placing' as const,
      refusal: null,
      balance_after: null,
    },
    ...{ attempts: 0, next_try_at: new Date(now.getTime() + LEASE_MS), placed_at: now, ended_at: null, news: 0, told: 0 },
  };
}

function textOf(balance: bigint | null): string | null {
  return balance === null ? null : String(balance);
}
