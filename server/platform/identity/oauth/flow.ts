import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import * as v from 'valibot';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { SocialChecks, SocialName } from './contracts.ts';

const PURPOSE = 'oauth.flow';
const FLOW_MINUTES = 10;

const flowShape = v.object({
  provider: v.string(),
  redirectUri: v.string(),
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  startedAt: v.number(),
});

/** New values for one redirect to the provider. The portal stores the sealed text in a cookie. */
export function startFlow(secrets: Secrets, provider: SocialName, redirectUri: string, now: Date): { checks: SocialChecks; flow: string } {
  const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  return { checks, flow: secrets.seal(PURPOSE, JSON.stringify({ provider, redirectUri, ...checks, startedAt: now.getTime() })) };
}

/** Undefined if the text is not ours, of another provider or address, or expired. */
export function openFlow(secrets: Secrets, flow: string, provider: SocialName, redirectUri: string, now: Date): SocialChecks | undefined {
  try {
    const stored = v.parse(flowShape, JSON.parse(secrets.open(PURPOSE, flow)));
    const isFresh = now.getTime() - stored.startedAt < FLOW_MINUTES * MINUTE_MS;
    return isFresh && stored.provider === provider && stored.redirectUri === redirectUri ? stored : undefined;
  } catch {
    return undefined;
  }
}
