import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import type { Logger } from 'pino';
import { inTransaction } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { checkSide, type SignInResult } from '../sign-in/index.ts';
import type { OauthDeps, SocialIdentity, SocialName, SocialProvider } from './contracts.ts';
import { openFlow, startFlow } from './flow.ts';
import { findByIdentity } from './identities.ts';
import { storeRegistration } from './pending-registration.ts';

export interface SocialReturn {
  readonly provider: SocialName;
  readonly flow: string;
  readonly returnUrl: string;
  readonly redirectUri: string;
  /** Only agents sign in on the agent side, and no account is registered there. */
  readonly side: 'member' | 'agent';
}

/** Returns the provider's address and the sealed flow. */
export async function startSocial(deps: OauthDeps, provider: SocialName, redirectUri: string, caller: Caller, log: Logger) {
  const service = serviceOf(deps, provider);
  requireOwnSite(redirectUri, caller);
  const { checks, flow } = startFlow(deps.secrets, provider, redirectUri, deps.clock.now());
  try {
    return { url: (await service.start(redirectUri, checks)).href, flow };
  } catch (error) {
    log.warn({ err: error, provider }, 'sign-in provider unreachable');
    throw new Refusal('social_login_failed');
  }
}

/** Result: a session, a second step, or the registration form. */
export async function finishSocial(deps: OauthDeps, back: SocialReturn, caller: Caller, log: Logger): Promise<SignInResult> {
  const service = serviceOf(deps, back.provider);
  const identity = await identify(deps, service, back, log);
  const { db, secrets, merchant, clock, signIn } = deps;
  const member = await findByIdentity(db, secrets, { merchant, provider: back.provider, subject: identity.subject });
  if (member) {
    checkSide(member, back.side);
    return inTransaction(db, (tx, afterCommit) => signIn.complete(tx, afterCommit, { member, path: 'oauth', caller, remember: false }));
  }
  if (back.side === 'agent') throw new Refusal('not_agent');
  const pendingRegistration = await storeRegistration(db, secrets, back.provider, identity, clock.now());
  return { kind: 'pending', ...pendingRegistration, reason: 'registration', methods: [], mobile: null, email: null };
}

async function identify(
  { secrets, clock }: OauthDeps,
  service: SocialProvider,
  { provider, flow, returnUrl, redirectUri }: SocialReturn,
  log: Logger,
): Promise<SocialIdentity> {
  const checks = openFlow(secrets, flow, provider, redirectUri, clock.now());
  if (!checks || !URL.canParse(returnUrl) || !isReturnTo(new URL(returnUrl), redirectUri)) throw new Refusal('social_login_failed');
  try {
    return await service.finish(new URL(returnUrl), checks);
  } catch (error) {
    // The person cancelled at the provider.
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied') throw new Refusal('popup_closed');
    const reason = error instanceof ResponseBodyError ? error.error : error instanceof Error ? error.name : 'unknown';
    log.warn({ provider, reason }, 'sign-in with a provider failed');
    throw new Refusal('social_login_failed');
  }
}

function serviceOf({ providers }: OauthDeps, provider: SocialName): SocialProvider {
  const service = providers.get(provider);
  if (!service) throw new Refusal('sign_in_method_off');
  return service;
}

/** The provider sends codes to this address, so it must be on the visitor's site. */
function requireOwnSite(redirectUri: string, { siteOrigin }: Caller): void {
  if (new URL(redirectUri).origin !== siteOrigin) throw new Refusal('bad_request');
}

function isReturnTo(url: URL, redirectUri: string): boolean {
  return `${url.origin}${url.pathname}` === redirectUri;
}
