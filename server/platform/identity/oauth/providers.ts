import * as oidc from 'openid-client';
import * as v from 'valibot';
import type { ServiceSettings } from '../../base/service-settings.ts';
import type { SocialChecks, SocialIdentity, SocialName, SocialProvider } from './contracts.ts';

type SocialSettings = NonNullable<ServiceSettings['google']>;

const GOOGLE_ISSUER = 'https://accounts.google.com';
/** Facebook has no discovery document for the web; the version is part of its addresses. */
const FACEBOOK_DIALOG = 'https://www.facebook.com/v21.0/dialog/oauth';
const FACEBOOK_GRAPH = 'https://graph.facebook.com/v21.0';
const TIMEOUT_SECONDS = 5;

/** Providers with settings; others are disabled. */
export function socialProviders({ google, facebook }: ServiceSettings): ReadonlyMap<SocialName, SocialProvider> {
  const providers = new Map<SocialName, SocialProvider>();
  if (google) providers.set('google', openIdProvider(google));
  if (facebook) providers.set('facebook', facebookProvider(facebook));
  return providers;
}

/** OpenID Connect: the identity is in a signed token. */
function openIdProvider({ clientId, clientSecret, issuer = GOOGLE_ISSUER }: SocialSettings): SocialProvider {
  const config = once(() =>
    oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretPost(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      // Without it the library trusts the connection and does not verify the token's signature.
      execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
    }),
  );
  return {
    start: async (redirectUri, checks) =>
      authorizationUrl(await config(), redirectUri, checks, { scope: 'openid email', nonce: checks.nonce, prompt: 'select_account' }),
    async finish(returnUrl, { state, nonce, verifier }) {
      const tokens = await oidc.authorizationCodeGrant(await config(), returnUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The sign-in provider sent no identity.');
      const email = typeof claims.email === 'string' ? claims.email : null;
      return { subject: claims.sub, email, emailVerified: claims.email_verified === true };
    },
  };
}

const graphUser = v.object({ id: v.pipe(v.string(), v.nonEmpty()), email: v.optional(v.string()) });

/** OAuth 2: the identity is requested with the access token. Facebook does not state whether an address is verified. */
function facebookProvider({ clientId, clientSecret, issuer }: SocialSettings): SocialProvider {
  const graph = issuer ?? FACEBOOK_GRAPH;
  const config = new oidc.Configuration(
    {
      issuer: issuer ?? 'https://www.facebook.com',
      authorization_endpoint: issuer ? `${issuer}/dialog/oauth` : FACEBOOK_DIALOG,
      token_endpoint: `${graph}/oauth/access_token`,
    },
    clientId,
    undefined,
    oidc.ClientSecretPost(clientSecret),
  );
  config.timeout = TIMEOUT_SECONDS;
  if (issuer?.startsWith('http:')) oidc.allowInsecureRequests(config);
  return {
    start: async (redirectUri, checks) => authorizationUrl(config, redirectUri, checks, { scope: 'public_profile email' }),
    async finish(returnUrl, { state, verifier }): Promise<SocialIdentity> {
      const tokens = await oidc.authorizationCodeGrant(config, returnUrl, { expectedState: state, pkceCodeVerifier: verifier });
      const answer = await oidc.fetchProtectedResource(config, tokens.access_token, new URL(`${graph}/me?fields=id,email`), 'GET');
      const user = v.parse(graphUser, await answer.json());
      return { subject: user.id, email: user.email ?? null, emailVerified: false };
    },
  };
}

async function authorizationUrl(
  config: oidc.Configuration,
  redirectUri: string,
  { state, verifier }: SocialChecks,
  more: Readonly<Record<string, string>>,
): Promise<URL> {
  return oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
}

/** Caches the result; after a failure the next call tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
