import type { Logger } from 'pino';
import type { StudioClock, StudioPolicy } from '../contract.ts';
import { LEASE_MS, LONGEST_RETRY_MS, retryFor } from '../rounds.ts';
import type { MayUndo, Settlement, StakeVerdict, TurnoverTerms, Verdict } from '../settlement.ts';
import type { StudioDatabase } from '../tables.ts';
import type { BetRequest } from './bet-request.ts';
import { isOnMatches } from './leg-store.ts';
import { openOnMatches } from './open-on-matches.ts';
import { findTicketByKey, openTicket, type TicketChange, type TicketRecord, updateTicket } from './ticket-store.ts';

export interface TicketWalletDeps {
  readonly db: StudioDatabase;
  readonly settlement: Settlement;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly policy: StudioPolicy;
}

/** The wallet calls of a ticket. Each stores the verdict of the wallet and returns the ticket in its new state. */
export interface TicketWallet {
  /** Sends the stake of a ticket that has just been stored. */
  stake(ticket: TicketRecord, walletToken: string, request: BetRequest): Promise<TicketRecord>;
  /** Takes the next call of an unsettled ticket: confirms its stake, pays it, or refunds it. */
  advance(ticket: TicketRecord): Promise<TicketRecord>;
  /** Stores the verdict on the win of a ticket. */
  paid(ticket: TicketRecord, verdict: Verdict): Promise<TicketRecord>;
}

export function createTicketWallet(deps: TicketWalletDeps): TicketWallet {
  const { db, settlement, clock, policy } = deps;
  const { paid, undone, reversed, postpone, end } = createVerdictStore(deps);

  async function advance(ticket: TicketRecord): Promise<TicketRecord> {
    const retryPolicy = retryFor(policy.retryWindowMs);
    if (ticket.state === 'placing') return settleStake(ticket, (mayUndo) => settlement.confirm(ticket, retryPolicy, mayUndo));
    if (ticket.state === 'owed') return paid(ticket, await settlement.pay({ ...ticket, payout: ticket.payout ?? '0' }, retryPolicy));
    if (ticket.state === 'reversing') return reversed(ticket, await settlement.reverse(ticket, retryPolicy));
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

  /** A stake that came too late to count is refunded. */
  async function accepted(ticket: TicketRecord, change: TicketChange, request?: BetRequest): Promise<TicketRecord> {
    const now = clock.now();
    const opening = { ...change, attempts: 0, next_try_at: now };
    const open = await openInTime(db, clock, ticket, opening, request);
    if (open) return open;
    const lease = new Date(now.getTime() + LEASE_MS);
    const late = await updateTicket(db, ticket, { state: 'voided', payout: '0', attempts: 0, next_try_at: lease });
    if (!late) return reloadTicket(db, ticket);
    return undone(late, await settlement.undo(late, retryFor(policy.retryWindowMs)));
  }

  return { stake, advance, paid };
}

/** Stores the verdicts that end a ticket, and the time of the next call when there is no verdict. */
function createVerdictStore({ db, clock, log, policy }: Omit<TicketWalletDeps, 'settlement'>) {
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

  function reversed(ticket: TicketRecord, verdict: Awaited<ReturnType<Settlement['reverse']>>): Promise<TicketRecord> {
    if (verdict.end === 'unknown') return postpone(ticket);
    return end(ticket, { state: 'reversed', balance_after: textOf(verdict.balance) });
  }

  return { paid, undone, reversed, postpone, end };
}

/**
 * The stake counts if it is stored before anyone can know more than at the time of the bet: before take-off, the draw, or the
 * next step of a match. A later stake is refunded for any outcome; otherwise a player who can slow the wallet down could see the
 * beginning and then choose. While the page that requested a bet on matches still waits, the bet may count as placed now, at the
 * current odds. Undefined if the stake came too late, or another process has updated the ticket.
 */
async function openInTime(
  db: StudioDatabase,
  clock: StudioClock,
  ticket: TicketRecord,
  opening: TicketChange & { readonly next_try_at: Date },
  request: BetRequest | undefined,
): Promise<TicketRecord | undefined> {
  if (!isOnMatches(ticket)) return openTicket(db, ticket, opening, opening.next_try_at);
  return db
    .transaction()
    .execute((tx) => openOnMatches(tx, ticket, opening, request && ((events) => request.admit(tx, events, clock.now()))));
}

/**
 * Returns the turnover market of a bet on matches, which is set once its legs have been compared with those of the player's
 * other bets.
 */
function countingOf({ market }: TicketRecord, { turnoverTerms = {} }: BetRequest): TurnoverTerms {
  return market === null ? turnoverTerms : { ...turnoverTerms, market };
}

/** Updates the ticket, or returns its current row if another process has updated it. */
async function updateOrReload(db: StudioDatabase, ticket: TicketRecord, change: TicketChange): Promise<TicketRecord> {
  return (await updateTicket(db, ticket, change)) ?? reloadTicket(db, ticket);
}

async function reloadTicket(db: StudioDatabase, ticket: TicketRecord): Promise<TicketRecord> {
  return (await findTicketByKey(db, ticket.player, ticket.play_key)) ?? ticket;
}

function textOf(balance: bigint | null): string | null {
  return balance === null ? null : String(balance);
}
