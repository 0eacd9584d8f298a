import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { LOGIN_SMS_COUNTDOWN_SECONDS, PHONE_SERVICE_COUNTDOWN_SECONDS } from '../../../../shared/constants.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { hashOfToken, type Secrets } from '../../base/secrets.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { type AccessRules, readMerchant } from '../../merchant/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import { browserOf } from '../../protection/links/index.ts';
import type { CodePurpose, CodeRequest, Codes } from './contracts.ts';
import { warnOfFewVerified } from './conversion.ts';
import { createDelayEqualizer } from './delay-equalizer.ts';
import { countryOfNumber, readMobileNumber } from './mobile-number.ts';
import { networkOf } from './network.ts';
import { createPhoneService } from './phone-service.ts';
import { checkLimits, countWrongCodes, DAY_MS, HOUR_MS, lockKey, SECOND_MS, WRONG_CODES_PER_RECIPIENT } from './send-limits.ts';

export interface CodesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly messages: Messages;
  readonly services: ServiceSettings;
}

const DIGITS = 6;
const TRIES_PER_CODE = 5;
const SESSION_SEAL = 'verification_code.session';
/** Purposes of the sign-in flow, with a waiting time of one minute. */
const LOGIN_FLOW: readonly CodePurpose[] = ['login', 'step', 'account'];
/**
 * The phone service verifies numbers of visitors who are not signed in. Each sending needs a token of its widget, which second steps and
 * contact changes do not have; those use the merchant's own provider.
 */
const PHONE_SERVICE_PURPOSES: readonly CodePurpose[] = ['login', 'register', 'reset'];
/** The limits use the last day. */
const RETENTION_MS = 2 * DAY_MS;

interface CodeKey {
  readonly purpose: CodePurpose;
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly binding: string;
}

/** Result of checking a code: an answer, or the data for the phone service. */
type CodeCheck = { readonly right: boolean } | { readonly id: string; readonly session: string };

export function createCodes(deps: CodesDeps): Codes {
  const { db, clock, log, merchant, secrets, messages, services } = deps;
  const phone = services.phone && createPhoneService(services.phone, deps);
  const [sendDelay, checkDelay] = [createDelayEqualizer(), createDelayEqualizer()];

  const isPhoneService = ({ channel, purpose }: Pick<CodeKey, 'channel' | 'purpose'>) =>
    phone !== undefined && channel === 'sms' && PHONE_SERVICE_PURPOSES.includes(purpose);
  const keysOf = ({ purpose, channel, to, binding }: CodeKey) => ({
    merchant,
    purpose,
    channel,
    recipient_key: secrets.keyOf(`code.recipient.${channel}`, `${merchant}\0${to}`),
    binding_key: secrets.keyOf('code.binding', `${purpose}\0${binding}`),
  });
  const digestOf = (id: string, code: string) => secrets.keyOf('code', `${id}\0${code}`);

  /** Applies the limits, counts the sending and ends the previous code. The new code is valid from the commit on. */
  async function storeCode(tx: Tx, request: CodeRequest, access: AccessRules, country: string | null): Promise<string> {
    const now = clock.now();
    const keys = keysOf(request);
    const browser = await browserOf(tx, request.caller.deviceToken);
    const source = browser === undefined ? networkOf(request.caller.clientAddress) : `browser ${browser}`;
    const addressKey = secrets.keyOf('code.address', `${merchant}\0${source}`);
    const isDevice = browser !== undefined;
    const counted = { merchant, recipientKey: keys.recipient_key, addressKey, isDevice, channel: request.channel, country };
    await checkLimits(tx, counted, access, now);
    await tx
      .updateTable('verification_code')
      .set({ ended_at: now })
      .where('merchant', '=', merchant)
      .where('recipient_key', '=', keys.recipient_key)
      .where('purpose', '=', keys.purpose)
      .where('ended_at', 'is', null)
      .execute();
    const id = randomUUID();
    const code = randomInt(10 ** DIGITS)
      .toString()
      .padStart(DIGITS, '0');
    const isPlatformCode = !isPhoneService(request);
    await tx
      .insertInto('verification_code')
      .values({
        id,
        ...keys,
        address_key: addressKey,
        country,
        code_hash: isPlatformCode && request.deliver ? digestOf(id, code) : null,
        sealed_session: null,
        created_at: now,
        expires_at: new Date(now.getTime() + access.codeMinutes * 60 * SECOND_MS),
        ended_at: null,
        verified_at: null,
      })
      .execute();
    if (isPlatformCode) await post(tx, request, { code, minutes: access.codeMinutes });
    return id;
  }

  function post(tx: Tx, { memberId, channel, to, purpose, deliver, caller }: CodeRequest, params: { code: string; minutes: number }) {
    const message = { memberId, channel, to, template: `code_${purpose}`, params, language: caller.language } as const;
    return messages.post(tx, message, deliver);
  }

  /** The phone service creates the code. For a number without a member it is not called; only its duration is simulated. */
  async function sendByPhoneService(id: string, { to, deliver, phoneToken }: CodeRequest): Promise<void> {
    if (!phone) return;
    if (!deliver) return sendDelay.simulate();
    const session = await sendDelay.measure(() => phone.send(to, phoneToken));
    await db
      .updateTable('verification_code')
      .set({ sealed_session: secrets.seal(SESSION_SEAL, session) })
      .where('id', '=', id)
      .execute();
  }

  /** Counts the try before the comparison. */
  async function checkCode(tx: Tx, key: CodeKey, enteredCode: string): Promise<CodeCheck> {
    const { purpose, recipient_key, binding_key } = keysOf(key);
    const now = clock.now();
    await lockKey(tx, recipient_key);
    const row = await tx
      .selectFrom('verification_code')
      .select(['id', 'code_hash', 'sealed_session', 'tries'])
      .where('merchant', '=', merchant)
      .where('recipient_key', '=', recipient_key)
      .where('purpose', '=', purpose)
      .where('binding_key', '=', binding_key)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    if (!row || row.tries >= TRIES_PER_CODE) return { right: false };
    if ((await countWrongCodes(tx, { merchant, recipientKey: recipient_key }, now)) >= WRONG_CODES_PER_RECIPIENT) return { right: false };
    const right = row.code_hash !== null && isSame(digestOf(row.id, enteredCode), row.code_hash);
    await tx
      .updateTable('verification_code')
      .set({ tries: row.tries + 1, ...(right && { ended_at: now, verified_at: now }) })
      .where('id', '=', row.id)
      .execute();
    return row.sealed_session === null ? { right } : { id: row.id, session: secrets.open(SESSION_SEAL, row.sealed_session) };
  }

  async function checkByPhoneService({ id, session }: { id: string; session: string }, to: string, enteredCode: string): Promise<boolean> {
    if (!phone) return false;
    const right = await checkDelay.measure(() => phone.isCode(session, to, enteredCode));
    return right && markVerified(id);
  }

  /** True for exactly one of several concurrent calls with the correct code. */
  async function markVerified(id: string): Promise<boolean> {
    const now = clock.now();
    const ended = await db
      .updateTable('verification_code')
      .set({ ended_at: now, verified_at: now })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return ended !== undefined;
  }

  return {
    readMobile: readMobileNumber,
    async send(request) {
      const { access } = (await readMerchant(db, merchant)).settings;
      const country = request.channel === 'sms' ? openCountry(request.to, access) : null;
      const id = await inTransaction(db, (tx) => storeCode(tx, request, access, country));
      const byPhoneService = isPhoneService(request);
      if (byPhoneService) await sendByPhoneService(id, request);
      return {
        expiredMinutes: access.codeMinutes,
        waitSeconds: countdownOf(request.purpose, byPhoneService, access),
        channel: byPhoneService ? 'firebase' : 'sms',
      };
    },
    async spend({ code, ...key }) {
      const enteredCode = code.normalize('NFKC').replace(/\s/g, '');
      const found = await inTransaction(db, (tx) => checkCode(tx, key, enteredCode));
      if (!('right' in found)) return checkByPhoneService(found, key.to, enteredCode);
      if (isPhoneService(key)) await checkDelay.simulate();
      return found.right;
    },
    phoneSiteKey: async () => (await phone?.siteKey()) ?? null,
    async verifiedNumber(idToken) {
      if (!phone) throw new Refusal('phone_not_enabled');
      const number = await phone.verifiedNumber(idToken);
      // A token is accepted once, so a stolen copy is useless.
      const spent = await db
        .insertInto('challenge_spent')
        .values({ nonce: hashOfToken(idToken), expires_at: new Date(clock.now().getTime() + HOUR_MS) })
        .onConflict((conflict) => conflict.column('nonce').doNothing())
        .returning('nonce')
        .executeTakeFirst();
      if (!spent) throw new Refusal('code_expired');
      return number;
    },
    async sweep() {
      const now = clock.now();
      await warnOfFewVerified(db, { merchant, log, now });
      await db
        .deleteFrom('verification_code')
        .where('created_at', '<=', new Date(now.getTime() - RETENTION_MS))
        .execute();
    },
  };
}

/** Country of the number, if the merchant sends messages to it. */
function openCountry(number: string, { smsCountries }: AccessRules): string {
  const country = countryOfNumber(number);
  const open = country !== undefined && (smsCountries.length === 0 || smsCountries.includes(country));
  if (!open) throw new Refusal('mobile_country_closed');
  return country;
}

/** Seconds until another code can be requested. */
function countdownOf(purpose: CodePurpose, byPhoneService: boolean, { codeMinutes }: AccessRules): number {
  if (byPhoneService) return PHONE_SERVICE_COUNTDOWN_SECONDS;
  return LOGIN_FLOW.includes(purpose) ? LOGIN_SMS_COUNTDOWN_SECONDS : codeMinutes * 60;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
