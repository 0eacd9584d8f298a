import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor, Tables } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { readMerchant } from '../../merchant/index.ts';
import { openContact } from '../contacts/index.ts';
import { type ComposedMessage, compose, MESSAGE_SEAL } from './compose.ts';
import { type Messages, type MessageTemplate, NO_SERVICE, type OutboxMessage, type OutgoingMessage } from './contracts.ts';
import { createDelivery } from './delivery.ts';
import { createSending } from './sending.ts';

export interface MessagesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly translate: Translate;
  readonly services: ServiceSettings;
}

const RETENTION_MS = 30 * DAY_MS;

/** The outbox: messages are stored in the transaction that causes them and sent after the commit. */
export function createMessages(deps: MessagesDeps): Messages {
  const { db, clock, log, merchant, secrets, translate } = deps;
  const delivery = createDelivery(deps.services);

  async function post(executor: Executor, message: OutgoingMessage, deliver = true): Promise<void> {
    const { settings } = await readMerchant(executor, merchant);
    const sealed = secrets.seal(MESSAGE_SEAL, JSON.stringify(compose(translate, settings.brandName, message)));
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

  async function isDemo(executor: Executor): Promise<boolean> {
    const row = await executor.selectFrom('merchant').select('demo').where('code', '=', merchant).executeTakeFirst();
    return row?.demo === true;
  }

  return {
    post,
    notify,
    reaches: async (executor, channel) => delivery[channel] !== undefined || (await isDemo(executor)),
    flush: createSending({ db, clock, log, merchant, secrets, delivery }),
    async recent(limit) {
      const rows = await db
        .selectFrom('outbound_message')
        .selectAll()
        .where('merchant', '=', merchant)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      const show = (await isDemo(db)) ? (message: OutboxMessage) => message : withoutSecrets;
      return rows.map((row) => show(readOutboxMessage(row, secrets)));
    },
    async sweep() {
      await db
        .deleteFrom('outbound_message')
        .where('created_at', '<', new Date(clock.now().getTime() - RETENTION_MS))
        .execute();
    },
  };
}

function readOutboxMessage(row: Selectable<Tables['outbound_message']>, secrets: Secrets): OutboxMessage {
  const { to, subject, text } = JSON.parse(secrets.open(MESSAGE_SEAL, row.sealed)) as ComposedMessage;
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
    attempts: row.attempts,
  };
}

/** Codes and links of others must not be legible to operators. A message that was stored without a try to send it has not been sent. */
function withoutSecrets(message: OutboxMessage): OutboxMessage {
  const { template, subject, text, sentAt, attempts } = message;
  const isSecret = template === 'reset_link' || template.startsWith('code_');
  const hide = (part: string) => (isSecret ? part.replace(/https?:\/\/\S+/g, '…').replace(/\d{4,}/g, '••••••') : part);
  const hasLeft = attempts > 0 || sentAt === null;
  return { ...message, subject: hide(subject), text: hide(text), ...(hasLeft ? {} : { sentAt: null, failure: NO_SERVICE }) };
}
