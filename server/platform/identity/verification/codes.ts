import type { Logger } from 'pino';
import { LOGIN_SMS_COUNTDOWN_SECONDS, PHONE_SERVICE_COUNTDOWN_SECONDS } from '../../../../shared/constants.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { type AccessRules, readMerchant } from '../../merchant/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import { type CodeKey, createCodeStore } from './code-store.ts';
import type { CodePurpose, CodeRequest, Codes } from './contracts.ts';
import { warnOfFewVerified } from './conversion.ts';
import { createDelayEqualizer } from './delay-equalizer.ts';
import { countryOfNumber, readMobileNumber } from './mobile-number.ts';
import { createPhoneService } from './phone-service.ts';

export interface CodesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly messages: Messages;
  readonly services: ServiceSettings;
}

/** Purposes of the sign-in flow, with a waiting time of one minute. */
const LOGIN_FLOW: readonly CodePurpose[] = ['login', 'step', 'account'];
/**
 * The phone service verifies numbers of visitors who are not signed in. Each sending needs a token of its widget, which second steps and
 * contact changes do not have; those use the merchant's own provider.
 */
const PHONE_SERVICE_PURPOSES: readonly CodePurpose[] = ['login', 'register', 'reset'];

export function createCodes(deps: CodesDeps): Codes {
  const { db, clock, log, merchant, secrets, messages, services } = deps;
  const phone = services.phone && createPhoneService(services.phone, deps);
  const store = createCodeStore({ db, clock, merchant, secrets });
  const [sendDelay, checkDelay] = [createDelayEqualizer(), createDelayEqualizer()];

  const isPhoneService = ({ channel, purpose }: Pick<CodeKey, 'channel' | 'purpose'>) =>
    phone !== undefined && channel === 'sms' && PHONE_SERVICE_PURPOSES.includes(purpose);

  function post(tx: Tx, { memberId, channel, to, purpose, deliver, caller }: CodeRequest, params: { code: string; minutes: number }) {
    const message = { memberId, channel, to, template: `code_${purpose}`, params, language: caller.language } as const;
    return messages.post(tx, message, deliver);
  }

  /** The phone service creates the code. For a number without a member it is not called; only its duration is simulated. */
  async function sendByPhoneService(id: string, { to, deliver, phoneToken }: CodeRequest): Promise<void> {
    if (!phone) return;
    if (!deliver) return sendDelay.simulate();
    const session = await sendDelay.measure(() => phone.send(to, phoneToken));
    await store.setSession(id, session);
  }

  /** An ID token of the phone service for the correct code, once; undefined for a wrong one. */
  async function exchange({ id, session }: { id: string; session: string }, to: string, enteredCode: string) {
    if (!phone) return undefined;
    const idToken = await checkDelay.measure(() => phone.exchange(session, to, enteredCode));
    return idToken !== undefined && (await store.markVerified(id)) ? idToken : undefined;
  }

  return {
    readMobile: readMobileNumber,
    async send(request) {
      const { access } = (await readMerchant(db, merchant)).settings;
      const country = request.channel === 'sms' ? openCountry(request.to, access) : null;
      const byPhoneService = isPhoneService(request);
      if (!byPhoneService && !(await messages.reaches(db, request.channel))) throw new Refusal('messages_not_enabled');
      const id = await inTransaction(db, async (tx) => {
        const added = await store.add(tx, { request, access, country, byPhoneService });
        if (!byPhoneService) await post(tx, request, { code: added.code, minutes: access.codeMinutes });
        return added.id;
      });
      if (byPhoneService) await sendByPhoneService(id, request);
      return {
        expiredMinutes: access.codeMinutes,
        waitSeconds: countdownOf(request.purpose, byPhoneService, access),
        channel: byPhoneService ? 'firebase' : 'sms',
      };
    },
    async spend({ code, ...key }) {
      const found = await inTransaction(db, (tx) => store.check(tx, key, enteredDigits(code)));
      if (!('right' in found)) return (await exchange(found, key.to, enteredDigits(code))) !== undefined;
      if (isPhoneService(key)) await checkDelay.simulate();
      return found.right;
    },
    async tokenFor({ code, ...rest }) {
      const key = { ...rest, channel: 'sms', binding: '' } as const;
      if (!isPhoneService(key)) throw new Refusal('phone_not_enabled');
      const found = await inTransaction(db, (tx) => store.check(tx, key, enteredDigits(code)));
      if (!('right' in found)) return exchange(found, key.to, enteredDigits(code));
      await checkDelay.simulate();
      return undefined;
    },
    phoneSiteKey: async () => (await phone?.siteKey()) ?? null,
    async verifiedNumber(idToken) {
      if (!phone) throw new Refusal('phone_not_enabled');
      const number = await phone.verifiedNumber(idToken);
      await spendToken(db, idToken, clock.now());
      return number;
    },
    async sweep() {
      await warnOfFewVerified(db, { merchant, log, now: clock.now() });
      await store.sweep();
    },
  };
}

const enteredDigits = (code: string) => code.normalize('NFKC').replace(/\s/g, '');

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

/** A token is accepted once, so a stolen copy is useless. */
async function spendToken(db: Database, idToken: string, now: Date): Promise<void> {
  const spent = await db
    .insertInto('challenge_spent')
    .values({ nonce: hashOfToken(idToken), expires_at: new Date(now.getTime() + HOUR_MS) })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst();
  if (!spent) throw new Refusal('code_expired');
}
