import type { Logger } from 'pino';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Database } from '../../base/db/index.ts';

/** Minimum number of sent messages for a meaningful rate. */
const MIN_SAMPLE = 50;
const LOWEST_SHARE = 0.3;

/** A low rate of verified codes indicates SMS pumping. Only sent messages count. */
export async function warnOfFewVerified(db: Database, { merchant, log, now }: { merchant: string; log: Logger; now: Date }): Promise<void> {
  const row = await db
    .selectFrom('verification_code')
    .select(({ fn }) => [fn.countAll<string>().as('sent'), fn.count<string>('verified_at').as('verified')])
    .where('merchant', '=', merchant)
    .where('channel', '=', 'sms')
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .where(({ eb, or }) => or([eb('code_hash', 'is not', null), eb('sealed_session', 'is not', null)]))
    .executeTakeFirstOrThrow();
  const [sent, verified] = [Number(row.sent), Number(row.verified)];
  if (sent >= MIN_SAMPLE && verified / sent < LOWEST_SHARE) log.warn({ sent, verified }, 'low SMS verification rate');
}
