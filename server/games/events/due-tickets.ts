import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { StudioClock, StudioPolicy } from '../contract.ts';
import { LEASE_MS, retryFor } from '../rounds.ts';
import type { Settlement, Verdict } from '../settlement.ts';
import type { StudioDatabase } from '../tables.ts';
import { batchWrites } from './batch-writes.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { claimDueTickets, endSettled, type TicketRecord } from './ticket-store.ts';

const BATCH = 64;
/** Payments yield to bets: each waits this long before it starts, until the pass has used its budget. */
const YIELD_MS = { step: 2, each: 50, pass: 3_000 } as const;

export interface DueDeps {
  readonly db: StudioDatabase;
  readonly settlement: Settlement;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly policy: StudioPolicy;
  /** Marks the ticket as in progress until the task ends. */
  readonly work: (ticket: TicketRecord, task: () => Promise<TicketRecord>) => Promise<TicketRecord>;
  readonly isWorkedOn: (ticket: TicketRecord) => boolean;
  readonly seeTo: (ticket: TicketRecord) => Promise<TicketRecord>;
  /** Stores the wallet's verdict on the win of one ticket. */
  readonly paid: (ticket: TicketRecord, verdict: Verdict) => Promise<TicketRecord>;
  /** A bet is being placed. */
  readonly isBusy: () => boolean;
}

/** Processes all due tickets. A slow wallet of one player delays neither other tickets nor the next pass. */
export function createDueTickets({
  db,
  settlement,
  clock,
  log,
  policy,
  work,
  isWorkedOn,
  seeTo,
  paid,
  isBusy,
}: DueDeps): () => Promise<void> {
  const limiter = createConcurrencyLimiter((error) => log.error({ err: error }, 'processing a due ticket failed'));
  const writeEnded = batchWrites((ended: Parameters<typeof endSettled>[1]) => endSettled(db, ended, clock.now()));

  /** Each win is a wallet call of its own and frees its slot when the call ends; paid tickets are stored in batches. */
  async function pay(ticket: TicketRecord): Promise<void> {
    const paying = settlement.pay({ ...ticket, payout: ticket.payout ?? '0' }, retryFor(policy.retryWindowMs));
    const ended = work(ticket, async () => {
      const verdict = await paying;
      const balance = verdict.end === 'settled' && verdict.balance !== null ? String(verdict.balance) : null;
      const written = verdict.end === 'settled' ? await writeEnded({ id: ticket.id, balance }) : undefined;
      return written ?? paid(ticket, verdict);
    });
    ended.catch((error: unknown) => log.error({ err: error, ticketId: ticket.id }, 'storing a paid ticket failed'));
    await paying;
  }

  /** For one pass: resolves when no bet is being placed, or after a limit. */
  function yieldToBets(): () => Promise<void> {
    const end = performance.now() + YIELD_MS.pass;
    return async () => {
      const until = Math.min(end, performance.now() + YIELD_MS.each);
      while (isBusy() && performance.now() < until) await pause(YIELD_MS.step);
    };
  }

  async function* claim() {
    // A processed ticket is due again only after a pause, so this loop ends.
    for (let isFull = true; isFull; ) {
      const now = clock.now();
      const claimed = await claimDueTickets(db, now, new Date(now.getTime() + LEASE_MS), BATCH);
      isFull = claimed.length === BATCH;
      // A ticket whose lease ended while it is in progress is skipped: it already has a slot.
      const free = claimed.filter((ticket) => !isWorkedOn(ticket));
      yield* free.filter(({ state }) => state !== 'owed');
      yield* free.filter(({ state }) => state === 'owed');
    }
  }

  return () => limiter.run(claim(), (ticket) => (ticket.state === 'owed' ? pay(ticket) : seeTo(ticket)), yieldToBets());
}
