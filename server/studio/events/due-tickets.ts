import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { StudioClock, StudioPolicy } from '../contract.ts';
import { LEASE_MS, patience } from '../rounds.ts';
import type { Settlement, Verdict } from '../settlement.ts';
import type { StudioDatabase } from '../tables.ts';
import { createTurns } from './in-turns.ts';
import { claimDueTickets, endSettled, type TicketRecord } from './ticket-store.ts';
import { writeTogether } from './write-together.ts';

const BATCH = 64;
/** What nobody waits for lets bets go first, so long before each payment, and no longer once a pass has taken its time. */
const WAY_MS = { step: 2, each: 50, pass: 3_000 } as const;

export interface DueDeps {
  readonly db: StudioDatabase;
  readonly settlement: Settlement;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly policy: StudioPolicy;
  /** Names the ticket as one that is worked on until the task ends. */
  readonly work: (ticket: TicketRecord, task: () => Promise<TicketRecord>) => Promise<TicketRecord>;
  readonly isWorkedOn: (ticket: TicketRecord) => boolean;
  readonly seeTo: (ticket: TicketRecord) => Promise<TicketRecord>;
  /** Writes down what the wallet said to the win of one ticket. */
  readonly paid: (ticket: TicketRecord, verdict: Verdict) => Promise<TicketRecord>;
  /** A bet is being placed. */
  readonly isBusy: () => boolean;
}

/** Sees to all tickets that are due; one that its player's wallet keeps waiting holds up no other, nor the next call. */
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
  const turns = createTurns((error) => log.error({ err: error }, 'a due ticket was not seen to'));
  const writeDown = writeTogether((ended: Parameters<typeof endSettled>[1]) => endSettled(db, ended, clock.now()));

  /** Each has its own win at the wallet, and its turn ends with that; those that were paid are written down together. */
  async function pay(ticket: TicketRecord): Promise<void> {
    const asked = settlement.pay({ ...ticket, payout: ticket.payout ?? '0' }, patience(policy.patienceMs));
    const ended = work(ticket, async () => {
      const verdict = await asked;
      const balance = verdict.end === 'settled' && verdict.balance !== null ? String(verdict.balance) : null;
      const written = verdict.end === 'settled' ? await writeDown({ id: ticket.id, balance }) : undefined;
      return written ?? paid(ticket, verdict);
    });
    ended.catch((error: unknown) => log.error({ err: error, ticketId: ticket.id }, 'what was paid was not written down'));
    await asked;
  }

  /** For one pass: resolves when no bet is being placed, or after a while. */
  function letBetsGoFirst(): () => Promise<void> {
    const end = performance.now() + WAY_MS.pass;
    return async () => {
      const until = Math.min(end, performance.now() + WAY_MS.each);
      while (isBusy() && performance.now() < until) await pause(WAY_MS.step);
    };
  }

  async function* claim() {
    // What was worked on is due again only after a pause, so this comes to an end.
    for (let isFull = true; isFull; ) {
      const now = clock.now();
      const claimed = await claimDueTickets(db, now, new Date(now.getTime() + LEASE_MS), BATCH);
      isFull = claimed.length === BATCH;
      // One that has been asked about for longer than its lease has its turn already.
      const free = claimed.filter((ticket) => !isWorkedOn(ticket));
      yield* free.filter(({ state }) => state !== 'owed');
      yield* free.filter(({ state }) => state === 'owed');
    }
  }

  return () => turns.take(claim(), (ticket) => (ticket.state === 'owed' ? pay(ticket) : seeTo(ticket)), letBetsGoFirst());
}
