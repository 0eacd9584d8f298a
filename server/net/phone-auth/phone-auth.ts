import type { Logger } from 'pino';
import * as v from 'valibot';
import { phoneErrorName } from './phone-errors.ts';

export interface PhoneAuthSettings {
  readonly projectId: string;
  readonly apiKey: string;
  /** Replaced in tests only. */
  readonly identityUrl?: string;
}

/** An error of the phone service, in its own words; undefined: no answer. */
export class PhoneAuthError extends Error {
  override readonly name = 'PhoneAuthError';
  readonly reason: string | undefined;
  constructor(reason: string | undefined) {
    super(reason ?? 'no answer');
    this.reason = reason;
  }
}

/** The REST interface of Firebase phone authentication: it creates, sends and checks the codes. Every method throws `PhoneAuthError`. */
export interface PhoneAuth {
  /** Sends a code to an E.164 number and returns the service's id of the sending. */
  send(number: string, recaptchaToken: string | undefined): Promise<string>;
  /** Site key of the widget for sendings. */
  siteKey(): Promise<string>;
  /** Exchanges the code of a sending for the number that it proves and an ID token about it. */
  exchange(session: string, code: string): Promise<{ readonly number: string; readonly idToken: string }>;
}

const IDENTITY_URL = 'https://identitytoolkit.googleapis.com';
export const PHONE_AUTH_DEADLINE_MS = 5_000;

const parameters = v.object({ recaptchaSiteKey: v.string() });
const sent = v.object({ sessionInfo: v.string() });
const signedIn = v.object({ phoneNumber: v.string(), idToken: v.string() });
const failure = v.object({ error: v.object({ message: v.string() }) });

export function createPhoneAuth({ apiKey, identityUrl = IDENTITY_URL }: PhoneAuthSettings, log: Logger): PhoneAuth {
  /** The key is sent in a header, because addresses are logged. Without a body it is a GET request. */
  async function request<S extends v.GenericSchema>(operation: string, body: object | null, schema: S): Promise<v.InferOutput<S>> {
    const reply = await fetch(`${identityUrl}/v1/${operation}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json', 'X-Goog-Api-Key': apiKey },
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(PHONE_AUTH_DEADLINE_MS),
    })
      .then((response) => response.json() as Promise<unknown>)
      .catch((error: unknown) => ({ fault: error instanceof Error ? error.name : 'fault' }));
    const answer = v.safeParse(schema, reply);
    if (answer.success) return answer.output;
    const refused = v.safeParse(failure, reply);
    const message = refused.success ? refused.output.error.message : undefined;
    log.warn({ operation, failure: phoneErrorName(message) || 'no answer' }, 'phone service refused the request');
    throw new PhoneAuthError(message);
  }

  return {
    async send(number, recaptchaToken) {
      const body = { phoneNumber: number, ...(recaptchaToken && { recaptchaToken }) };
      return (await request('accounts:sendVerificationCode', body, sent)).sessionInfo;
    },
    siteKey: async () => (await request('recaptchaParams', null, parameters)).recaptchaSiteKey,
    async exchange(session, code) {
      const { phoneNumber: number, idToken } = await request('accounts:signInWithPhoneNumber', { sessionInfo: session, code }, signedIn);
      return { number, idToken };
    },
  };
}
