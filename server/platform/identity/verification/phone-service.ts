import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { HOUR_MS } from '../../../../shared/time.ts';
import { createPhoneAuth, PHONE_AUTH_DEADLINE_MS, PhoneAuthError } from '../../../net/phone-auth/phone-auth.ts';
import { phoneRefusalOf } from '../../../net/phone-auth/phone-errors.ts';
import type { Clock } from '../../base/clock.ts';
import { Refusal } from '../../base/refusal.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';

export interface PhoneServiceDeps {
  readonly clock: Clock;
  readonly log: Logger;
}

/** Firebase phone authentication: it creates, sends and checks the codes. */
export interface PhoneService {
  /** Sends a code and returns the service's id of the sending. Refuses with the codes of the phone service. */
  send(number: string, recaptchaToken: string | undefined): Promise<string>;
  /** Site key of the widget for sendings; null if the service does not return one. Requested once an hour. */
  siteKey(): Promise<string | null>;
  /** An ID token for the code of this sending; undefined for a wrong code. Refuses for other errors. */
  exchange(session: string, number: string, code: string): Promise<string | undefined>;
  /** The number of an ID token that was issued within the last minutes. */
  verifiedNumber(idToken: string): Promise<string>;
}

const KEYS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
/** An ID token is valid for an hour; as proof of a number it counts as long as a code. */
const TOKEN_AGE_SECONDS = 300;
const CLOCK_TOLERANCE_SECONDS = 10;

const SITE_KEY_LIFE_MS = HOUR_MS;

const claims = v.object({
  phone_number: v.pipe(v.string(), v.regex(/^\+\d{6,15}$/)),
  auth_time: v.number(),
  firebase: v.object({ sign_in_provider: v.literal('phone') }),
});

export function createPhoneService(settings: NonNullable<ServiceSettings['phone']>, { clock, log }: PhoneServiceDeps): PhoneService {
  const { projectId, keysUrl = KEYS_URL } = settings;
  const auth = createPhoneAuth(settings, log);
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: PHONE_AUTH_DEADLINE_MS });

  let cachedKey: { readonly siteKey: string; readonly until: number } | undefined;

  return {
    send: (number, recaptchaToken) => auth.send(number, recaptchaToken).catch(refuse),
    async siteKey() {
      const now = clock.now().getTime();
      if (cachedKey && now < cachedKey.until) return cachedKey.siteKey;
      try {
        cachedKey = { siteKey: await auth.siteKey(), until: now + SITE_KEY_LIFE_MS };
        return cachedKey.siteKey;
      } catch (error) {
        // The error is logged already. Without a widget the service refuses the sending with its own reason.
        if (error instanceof PhoneAuthError) return null;
        throw error;
      }
    },
    async exchange(session, number, code) {
      try {
        const proven = await auth.exchange(session, code).catch(refuse);
        return proven.number === number ? proven.idToken : undefined;
      } catch (error) {
        if (error instanceof Refusal && error.code === 'code_wrong') return undefined;
        throw error;
      }
    },
    async verifiedNumber(idToken) {
      const now = clock.now();
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        currentDate: now,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['sub', 'iat', 'exp'],
      }).catch((error: unknown): never => {
        throw tokenRefusal(error);
      });
      return numberOf(payload, now);
    },
  };
}

/** The service's own error as a refusal. */
function refuse(error: unknown): never {
  throw error instanceof PhoneAuthError ? phoneRefusal(error.reason) : error;
}

/** The refusal for an error of the phone service. */
export function phoneRefusal(message: unknown): Refusal {
  const { code, params } = phoneRefusalOf(message);
  return new Refusal(code, params);
}

function numberOf(payload: JWTPayload, now: Date): string {
  const read = v.safeParse(claims, payload);
  if (!read.success || payload.sub === '') throw new Refusal('code_wrong');
  const age = now.getTime() / 1_000 - read.output.auth_time;
  if (age < -CLOCK_TOLERANCE_SECONDS) throw new Refusal('code_wrong');
  if (age > TOKEN_AGE_SECONDS) throw new Refusal('code_expired');
  return read.output.phone_number;
}

function tokenRefusal(error: unknown): Refusal {
  if (error instanceof errors.JWTExpired) return new Refusal('code_expired');
  const foreign = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC';
  return new Refusal(foreign ? 'code_wrong' : 'phone_unknown_error');
}
