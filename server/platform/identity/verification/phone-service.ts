import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Clock } from '../../base/clock.ts';
import { Refusal } from '../../base/refusal.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { phoneErrorName, phoneRefusal } from './phone-errors.ts';

export interface PhoneServiceDeps {
  readonly clock: Clock;
  readonly log: Logger;
}

/** Firebase phone authentication: it creates, sends and checks the codes. */
export interface PhoneService {
  /** Sends a code and returns the service's id of the sending. Refuses with the codes of `phone-errors.ts`. */
  send(number: string, recaptchaToken: string | undefined): Promise<string>;
  /** Site key of the widget for sendings; null if the service does not return one. Requested once an hour. */
  siteKey(): Promise<string | null>;
  /** True for the code of this sending; refuses for errors other than a wrong code. */
  isCode(session: string, number: string, code: string): Promise<boolean>;
  /** The number of an ID token that was issued within the last minutes. */
  verifiedNumber(idToken: string): Promise<string>;
}

const IDENTITY_URL = 'https://identitytoolkit.googleapis.com';
const KEYS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const DEADLINE_MS = 5_000;
/** An ID token is valid for an hour; as proof of a number it counts as long as a code. */
const TOKEN_AGE_SECONDS = 300;
const CLOCK_TOLERANCE_SECONDS = 10;

const SITE_KEY_LIFE_MS = 3_600_000;

const parameters = v.object({ recaptchaSiteKey: v.string() });
const sent = v.object({ sessionInfo: v.string() });
const signedIn = v.object({ phoneNumber: v.string() });
const failure = v.object({ error: v.object({ message: v.string() }) });
const claims = v.object({
  phone_number: v.pipe(v.string(), v.regex(/^\+\d{6,15}$/)),
  auth_time: v.number(),
  firebase: v.object({ sign_in_provider: v.literal('phone') }),
});

export function createPhoneService(settings: NonNullable<ServiceSettings['phone']>, { clock, log }: PhoneServiceDeps): PhoneService {
  const { projectId, apiKey, identityUrl = IDENTITY_URL, keysUrl = KEYS_URL } = settings;
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: DEADLINE_MS });

  let cachedKey: { readonly siteKey: string; readonly until: number } | undefined;

  /** The key is sent in a header, because addresses are logged. Without a body it is a GET request. */
  async function request<S extends v.GenericSchema>(operation: string, body: object | null, schema: S): Promise<v.InferOutput<S>> {
    const reply = await fetch(`${identityUrl}/v1/${operation}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json', 'X-Goog-Api-Key': apiKey },
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
      .then((response) => response.json() as Promise<unknown>)
      .catch((error: unknown) => ({ fault: error instanceof Error ? error.name : 'fault' }));
    const answer = v.safeParse(schema, reply);
    if (answer.success) return answer.output;
    const refused = v.safeParse(failure, reply);
    const message = refused.success ? refused.output.error.message : undefined;
    log.warn({ operation, failure: phoneErrorName(message) || 'no answer' }, 'phone service refused the request');
    throw phoneRefusal(message);
  }

  return {
    async send(number, recaptchaToken) {
      const body = { phoneNumber: number, ...(recaptchaToken && { recaptchaToken }) };
      return (await request('accounts:sendVerificationCode', body, sent)).sessionInfo;
    },
    async siteKey() {
      const now = clock.now().getTime();
      if (cachedKey && now < cachedKey.until) return cachedKey.siteKey;
      try {
        cachedKey = { siteKey: (await request('recaptchaParams', null, parameters)).recaptchaSiteKey, until: now + SITE_KEY_LIFE_MS };
        return cachedKey.siteKey;
      } catch (error) {
        // The error is logged already. Without a widget the service refuses the sending with its own reason.
        if (error instanceof Refusal) return null;
        throw error;
      }
    },
    async isCode(session, number, code) {
      try {
        return (await request('accounts:signInWithPhoneNumber', { sessionInfo: session, code }, signedIn)).phoneNumber === number;
      } catch (error) {
        if (error instanceof Refusal && error.code === 'code_wrong') return false;
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
