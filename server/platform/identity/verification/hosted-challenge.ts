import type { Logger } from 'pino';
import * as v from 'valibot';
import type { ServiceSettings } from '../../base/service-settings.ts';
import type { ChallengeProvider } from './challenge-provider.ts';

const VERIFY_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const;
const DEADLINE_MS = 3_000;

/** Turnstile returns the `action`. hCaptcha has none; its solutions count once, for any action. */
const answer = v.object({ success: v.boolean(), action: v.optional(v.nullable(v.string())) });

/** Turnstile or hCaptcha, called with the same form. If the provider does not respond, the check fails. */
export function createHostedChallenge(settings: NonNullable<ServiceSettings['challenge']>, log: Logger): ChallengeProvider {
  const { provider, siteKey, secret, verifyUrl = VERIFY_URLS[provider] } = settings;
  return {
    offer: async () => ({ provider, siteKey }),
    async examine(action, solution, { clientAddress }) {
      const form = { secret, response: solution, remoteip: clientAddress, ...(provider === 'hcaptcha' && { sitekey: siteKey }) };
      try {
        const reply = await fetch(verifyUrl, {
          method: 'POST',
          body: new URLSearchParams(form),
          redirect: 'error',
          signal: AbortSignal.timeout(DEADLINE_MS),
        });
        const { success, action: solvedFor } = v.parse(answer, await reply.json());
        const bound = provider === 'hcaptcha' || solvedFor === action;
        return { token: solution, accepted: reply.ok && success && bound };
      } catch (error) {
        log.warn({ provider, failure: error instanceof Error ? error.name : 'fault' }, 'challenge provider response invalid');
        return { token: solution, accepted: false };
      }
    },
  };
}
