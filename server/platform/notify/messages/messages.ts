import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { readMerchant } from '../../merchant/index.ts';
import { openContact } from '../contacts/index.ts';
import { type ComposedMessage, compose } from './compose.ts';
import type { Messages, MessageTemplate, OutboxMessage, OutgoingMessage } from './contracts.ts';
import { createDelivery, DeliveryFault } from './delivery.ts';

export interface MessagesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly translate: Translate;
  readonly services: ServiceSettings;
}

/** Purpose for sealing messages. */
const SEAL = 'message';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const TRIES = 5;
/** Pauses after each failed try. Codes are useless later, notices are not. */
const CODE_PAUSES = [5 * SECOND, 15 * SECOND, 45 * SECOND, 2 * MINUTE];
const NOTICE_PAUSES = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, 60 * MINUTE];
/** Messages that one process sends concurrently; the slowest delays the next batch. */
const BATCH = 20;
const RETENTION_MS = 30 * 86_400_000;

interface Claimed {
  readonly id: string;
  readonly channel: OutgoingMessage['channel'];
  readonly template: string;
  readonly sealed: string;
  readonly attempts: number;
}

/** The outbox: messages are stored in the transaction that causes them and sent after the commit. */
export function createMessages(deps: MessagesDeps): Messages {
  const { db, clock, log, merchant, secrets, translate } = deps;
  const delivery = createDelivery(deps.services);

  async function post(executor: Executor, message: OutgoingMessage, deliver = true): Promise<void> {
    const { settings } = await readMerchant(executor, merchant);
    const sealed = secrets.seal(SEAL, JSON.stringify(compose(translate, settings.brandName, message)));
    const now = clock.now();
    const waits = delivery[message.channel] !== undefined;
    // One statement whether or not a message is sent, so that the duration reveals nothing.
    await sql`
      insert into outbound_message (merchant, member_id, channel, template, language, sealed, created_at, next_at, sent_at)
      select ${merchant}, ${message.memberId}::text, ${message.channel}, ${message.template}, ${message.language}, ${sealed},
        ${now}::timestamptz, ${waits ? now : null}::timestamptz, ${waits ? null : now}::timestamptz
      where ${deliver}::boolean`.execute(executor);
  }

  async function notify(executor: Executor, memberId: string, template: MessageTemplate, params: OutgoingMessage['params'] = {}) {
    const member = await executor
      .selectFrom('member')
      .select(['language', 'email', 'email_verified_at', 'mobile', 'mobile_verified_at'])
      .where('id', '=', memberId)
      .executeTakeFirst();
    const language = member?.language ?? (await readMerchant(executor, merchant)).settings.defaultLanguage;
    const message = { memberId, template, params, language };
    if (member?.email && member.email_verified_at)
      return post(executor, { ...message, channel: 'email', to: openContact(secrets, 'email', member.email) });
    if (member?.mobile && member.mobile_verified_at)
      return post(executor, { ...message, channel: 'sms', to: openContact(secrets, 'sms', member.mobile) });
  }

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
      await delivery[channel]?.(id, JSON.parse(secrets.open(SEAL, sealed)) as ComposedMessage);
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

  return {
    post,
    notify,
    async flush() {
      // Messages that fail now and become due meanwhile are left to the next run: a slow provider must not keep this one running.
      const dueBy = clock.now();
      for (let claimed = await claim(dueBy); claimed.length > 0; claimed = await claim(dueBy)) await Promise.all(claimed.map(send));
    },
    async recent(limit) {
      const rows = await db
        .selectFrom('outbound_message')
        .selectAll()
        .where('merchant', '=', merchant)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row): OutboxMessage => {
        const { to, subject, text } = JSON.parse(secrets.open(SEAL, row.sealed)) as ComposedMessage;
        return {
          id: row.id,
          memberId: row.member_id,
          channel: row.channel,
          to,
          template: row.template as MessageTemplate,
          language: row.language,
          subject,
          text,
          createdAt: row.created_at.toISOString(),
          sentAt: row.sent_at?.toISOString() ?? null,
          failure: row.failure,
        };
      });
    },
    async sweep() {
      await db
        .deleteFrom('outbound_message')
        .where('created_at', '<', new Date(clock.now().getTime() - RETENTION_MS))
        .execute();
    },
  };
}

/** Null after the last try. */
function nextTry(template: string, attempts: number, now: Date): Date | null {
  const pause = (template.startsWith('code_') ? CODE_PAUSES : NOTICE_PAUSES)[attempts];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}
