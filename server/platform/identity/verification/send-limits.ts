import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/time.ts';
import type { Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { AccessRules } from '../../merchant/index.ts';

/** Keys by which sendings are counted: keyed digests, and the country of a number. */
export interface SendKeys {
  readonly merchant: string;
  readonly recipientKey: string;
  /** The browser if it is known, otherwise the network: many players share one behind carrier NAT. */
  readonly addressKey: string;
  readonly isDevice: boolean;
  readonly channel: 'sms' | 'email';
  readonly country: string | null;
}

/** Limits for messages that cost money: per number, per known browser, and per network for unknown browsers. */
const PAUSE_MS = MINUTE_MS;
const PER_RECIPIENT = [
  { windowMs: 10 * MINUTE_MS, limit: 3 },
  { windowMs: HOUR_MS, limit: 5 },
] as const;
const PER_DEVICE = { windowMs: HOUR_MS, limit: 10 };
const PER_ADDRESS = { windowMs: HOUR_MS, limit: 30 };
/** Wrong codes per recipient and hour, across codes: requesting new codes gives no more guesses. */
export const WRONG_CODES_PER_RECIPIENT = 10;

/** Serialises until the transaction ends, across processes. Transactions lock recipient, address and budget in this order. */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/**
 * Refuses with `sms_wait` (`seconds`), `sms_too_many` (`seconds` and `minutes` until the next one) or `sms_unavailable`. The locks make the
 * counts valid until the transaction ends, so that the caller can add its sending.
 */
export async function checkLimits(tx: Tx, keys: SendKeys, access: AccessRules, now: Date): Promise<void> {
  await lockKey(tx, keys.recipientKey);
  await checkRecipient(tx, keys, now);
  await lockKey(tx, keys.addressKey);
  await checkAddress(tx, keys, now);
  if (keys.channel !== 'sms') return;
  await lockKey(tx, `${keys.merchant} sms budget`);
  await checkBudget(tx, keys, access, now);
}

/** Wrong codes of the last hour. */
export async function countWrongCodes(tx: Tx, { merchant, recipientKey }: Pick<SendKeys, 'merchant' | 'recipientKey'>, now: Date) {
  const { wrong } = await tx
    .selectFrom('verification_code')
    .select(sql<string>`coalesce(sum(tries - (case when verified_at is null then 0 else 1 end)), 0)`.as('wrong'))
    .where('merchant', '=', merchant)
    .where('recipient_key', '=', recipientKey)
    .where('created_at', '>', before(now, HOUR_MS))
    .executeTakeFirstOrThrow();
  return Number(wrong);
}

async function checkRecipient(tx: Tx, keys: SendKeys, now: Date): Promise<void> {
  const sent = await tx
    .selectFrom('verification_code')
    .select('created_at')
    .where('merchant', '=', keys.merchant)
    .where('recipient_key', '=', keys.recipientKey)
    .where('created_at', '>', before(now, HOUR_MS))
    .orderBy('created_at', 'desc')
    .execute();
  const ages = sent.map((row) => now.getTime() - row.created_at.getTime());
  const [newest] = ages;
  const waits = PER_RECIPIENT.map((rule) => waitOf(ages, rule));
  if (waits.some((wait) => wait > 0)) throw tooMany(Math.max(...waits));
  if (newest !== undefined && newest < PAUSE_MS) throw new Refusal('sms_wait', { seconds: Math.ceil((PAUSE_MS - newest) / SECOND_MS) });
  // Only codes of the last hour count, so the oldest one expires first.
  if ((await countWrongCodes(tx, keys, now)) >= WRONG_CODES_PER_RECIPIENT) throw tooMany(HOUR_MS - (ages.at(-1) ?? 0));
}

async function checkAddress(tx: Tx, { merchant, addressKey, isDevice }: SendKeys, now: Date): Promise<void> {
  const rule = isDevice ? PER_DEVICE : PER_ADDRESS;
  const sent = await tx
    .selectFrom('verification_code')
    .select('created_at')
    .where('merchant', '=', merchant)
    .where('address_key', '=', addressKey)
    .where('created_at', '>', before(now, rule.windowMs))
    .orderBy('created_at', 'desc')
    .limit(rule.limit)
    .execute();
  const wait = waitOf(
    sent.map((row) => now.getTime() - row.created_at.getTime()),
    rule,
  );
  if (wait > 0) throw tooMany(wait);
}

/** Milliseconds until the window allows another one; `ages`: newest first. */
function waitOf(ages: readonly number[], { windowMs, limit }: { readonly windowMs: number; readonly limit: number }): number {
  const oldest = ages[limit - 1];
  return oldest === undefined ? 0 : Math.max(0, windowMs - oldest);
}

function tooMany(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS));
  return new Refusal('sms_too_many', { seconds, minutes: Math.ceil(seconds / 60) });
}

async function checkBudget(tx: Tx, { merchant, country }: SendKeys, access: AccessRules, now: Date): Promise<void> {
  const { all, same } = await tx
    .selectFrom('verification_code')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      sql<string>`count(*) filter (where country is not distinct from ${country})`.as('same'),
    ])
    .where('merchant', '=', merchant)
    .where('channel', '=', 'sms')
    .where('created_at', '>', before(now, DAY_MS))
    .executeTakeFirstOrThrow();
  if (Number(all) >= access.smsPerDay || Number(same) >= access.smsPerCountryAndDay) throw new Refusal('sms_unavailable');
}

function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds);
}
