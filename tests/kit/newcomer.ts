import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { totpConfirm, totpStart } from '../../shared/api/security/calls.ts';
import { solvedChallenge } from './challenge.ts';
import { lastCode } from './messages.ts';
import type { Service } from './service.ts';

/** A new member for one test, created over plain HTTP as browsers without scripts do, with its own client address. */
export interface Newcomer {
  readonly account: string;
  readonly password: string;
  readonly address: string;
  /** Verifies an e-mail address or a Thai mobile number as a contact. */
  verify(contact: { readonly email: string } | { readonly mobileNum: string }): Promise<void>;
  /** Sets up an authenticator app. */
  enrol(): Promise<{ readonly totp: TOTP; readonly recoveryCodes: readonly string[] }>;
}

const THAILAND = '66';
const TOTP_PERIOD_MS = 30_000;

/** Registers by user name. The service must trust this machine as a proxy (`TRUST_PROXY`) for the client address to apply. */
export async function join(service: Service, account: string, password: string, address: string): Promise<Newcomer> {
  const browser = plainBrowser(service, address);
  await browser.post('member.register', { username: account, password, agreed: 'on', ...(await solvedChallenge(service.url, 'register')) });
  return {
    account,
    password,
    address,
    async verify(contact) {
      const [to, values] =
        'email' in contact
          ? [contact.email, { channel: 'email', ...contact }]
          : [`+${THAILAND}${contact.mobileNum}`, { channel: 'sms', countryDialingCode: THAILAND, ...contact }];
      await browser.post('member.contactSend', values);
      await browser.post('member.contactConfirm', { ...values, verificationCode: await lastCode(service, to) });
    },
    async enrol() {
      const { secret } = await browser.json<{ secret: string }>(totpStart);
      const totp = new TOTP({ secret });
      const { recoveryCodes } = await browser.json<{ recoveryCodes: string[] }>(totpConfirm, { code: totp.generate() });
      return { totp, recoveryCodes };
    },
  };
}

/** The code after the current one: each code is valid once, and the current one may already be used. */
export function nextTotpCode(totp: TOTP): string {
  return totp.generate({ timestamp: Date.now() + TOTP_PERIOD_MS });
}

function plainBrowser({ url }: Service, address: string) {
  const cookies = new Map<string, string>();
  const headers = () => ({
    cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
    origin: url,
    'x-forwarded-for': address,
  });
  const storeCookies = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
  };
  return {
    async post(call: string, values: Readonly<Record<string, string>>): Promise<void> {
      const body = new URLSearchParams({ back: '/index', ...values }).toString();
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(`${url}/form/${call}`, {
        method: 'POST',
        headers: { ...headers(), ...type },
        body,
        redirect: 'manual',
      });
      storeCookies(answer);
      expect([200, 303], `${call} from ${address}`).toContain(answer.status);
    },
    async json<Value>(call: { readonly path: string }, body: object = {}): Promise<Value> {
      const type = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}${call.path}`, { method: 'POST', headers: { ...headers(), ...type }, body: JSON.stringify(body) });
      const envelope = (await answer.json()) as { success: boolean; code?: string; value: Value };
      expect(envelope.success, `${call.path}: ${envelope.code}`).toBe(true);
      return envelope.value;
    },
  };
}
