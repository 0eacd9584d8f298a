import type { Logger } from 'pino';
import { MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { type ComposedMessage, MESSAGE_SEAL } from './compose.ts';
import type { OutgoingMessage } from './contracts.ts';
import { type Delivery, DeliveryFault } from './delivery.ts';

export interface SendingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly delivery: Delivery;
}

const TRIES = 5;
/** Pauses after each failed try. Codes are useless later, notices are not. */
const CODE_PAUSES = [5 * SECOND_MS, 15 * SECOND_MS, 45 * SECOND_MS, 2 * MINUTE_MS];
const NOTICE_PAUSES = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS];
/** Messages that one process sends concurrently; the slowest delays the next batch. */
const BATCH = 20;

interface Claimed {
  readonly id: string;
  readonly channel: OutgoingMessage['channel'];
  readonly template: string;
  readonly sealed: string;
  readonly attempts: number;
}

/** Sends the due messages of the outbox. */
export function createSending({ db, clock, log, merchant, secrets, delivery }: SendingDeps): () => Promise<void> {
  /** Claims due messages for this process. The next try is scheduled before sending, in case the process ends. */
  function claim(dueBy: Date): Promise<readonly Claimed[]> {
    return inTransaction(db, async (tx) => {
      const now = clock.now();
      const due = await tx
        .selectFrom('outbound_message')
        .select(['id', 'channel', 'template', 'sealed', 'attempts'])
        .where('merchant', '=', merchant)
        .where('next_at', '<=', dueBy)
        .orderBy('next_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const { id, template, attempts } of due) {
        await tx
          .updateTable('outbound_message')
          .set({ attempts: attempts + 1, next_at: nextTry(template, attempts, now), failure: 'no answer' })
          .where('id', '=', id)
          .execute();
      }
      return due.map((row) => ({ ...row, attempts: row.attempts + 1 }));
    });
  }

  async function send({ id, channel, sealed, attempts, template }: Claimed): Promise<void> {
    try {
      await delivery[channel]?.(id, JSON.parse(secrets.open(MESSAGE_SEAL, sealed)) as ComposedMessage);
      await db.updateTable('outbound_message').set({ sent_at: clock.now(), next_at: null, failure: null }).where('id', '=', id).execute();
    } catch (error) {
      const fault = error instanceof DeliveryFault ? error : new DeliveryFault('fault');
      const isFinalFailure = fault.permanent || attempts >= TRIES;
      await db
        .updateTable('outbound_message')
        .set({ failure: fault.message, ...(isFinalFailure && { next_at: null }) })
        .where('id', '=', id)
        .execute();
      log.warn(
        { message: id, channel, template, attempts, failure: fault.message },
        isFinalFailure ? 'message delivery given up' : 'message delivery failed, will be retried',
      );
    }
  }

  return async () => {
    // Messages that fail now and become due meanwhile are left to the next run: a slow provider must not keep this one running.
    const dueBy = clock.now();
    for (let claimed = await claim(dueBy); claimed.length > 0; claimed = await claim(dueBy)) await Promise.all(claimed.map(send));
  };
}

/** Null after the last try. */
function nextTry(template: string, attempts: number, now: Date): Date | null {
  const pause = (template.startsWith('code_') ? CODE_PAUSES : NOTICE_PAUSES)[attempts];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}
