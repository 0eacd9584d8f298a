import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { DAY_MS } from './send-limits.ts';

/** From so many sent messages on the share of those whose code came back says something. */
const ENOUGH = 50;
const LOWEST_SHARE = 0.3;

/**
 * Few codes that come back mean that somebody sends messages for the sake of sending them. Only messages that went out
 * count; numbers that nobody has got none.
 */
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
  if (sent >= ENOUGH && verified / sent < LOWEST_SHARE) log.warn({ sent, verified }, 'few SMS codes come back');
}
