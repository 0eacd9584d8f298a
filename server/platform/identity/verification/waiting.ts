import { DAY_MS } from '../../../../shared/time.ts';
import type { WaitingItems } from '../../base/waiting.ts';

/** Codes that are asked for but never entered show that someone else pays for messages to the numbers of others. */
export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'sms_codes_day', help: 'SMS codes of the last 24 hours: sent and verified.' },
    label: { name: 'state', values: ['sent', 'verified'] },
    async read(db, { merchant, time }) {
      const { sent, verified } = await db
        .selectFrom('verification_code')
        .select(({ fn }) => [fn.countAll<string>().as('sent'), fn.count<string>('verified_at').as('verified')])
        .where('merchant', '=', merchant)
        .where('channel', '=', 'sms')
        .where('created_at', '>', new Date(time.getTime() - DAY_MS))
        .where(({ eb, or }) => or([eb('code_hash', 'is not', null), eb('sealed_session', 'is not', null)]))
        .executeTakeFirstOrThrow();
      return [
        { status: 'sent', count: sent },
        { status: 'verified', count: verified },
      ];
    },
  },
];
