import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listenLocally } from '../../../net/test-server.ts';

/** A person at the provider, and the provider's behaviour. */
export interface Persona {
  sub: string;
  email?: string;
  emailVerified?: boolean;
  /** Manipulates the response. */
  fault?: 'wrong-nonce' | 'wrong-audience' | 'foreign-key' | 'expired' | 'no-identity';
}

/** A local identity provider: OpenID Connect with discovery, and Facebook's OAuth 2 endpoints. */
export interface TestIdentityProvider {
  readonly url: string;
  persona: Persona;
  /** Acts as the browser at the provider: consents and is redirected back. */
  agree(authorizationUrl: string): string;
  close(): Promise<void>;
}

export const TEST_CLIENT = { clientId: 'lagoon-test', clientSecret: 'a-client-secret' };

interface Grant {
  readonly challenge: string;
  readonly nonce: string | null;
  readonly redirectUri: string;
}

export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const foreign = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const grants = new Map<string, Grant>();
  const provider = { persona: { sub: 'person-1' } as Persona };
  let url = '';

  const json = (response: ServerResponse, status: number, value: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

  async function token(form: URLSearchParams, response: ServerResponse, withIdentity: boolean): Promise<void> {
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = form.get('client_id') === TEST_CLIENT.clientId && form.get('client_secret') === TEST_CLIENT.clientSecret;
    if (!grant || !isClient || verifier !== grant.challenge || form.get('redirect_uri') !== grant.redirectUri)
      return json(response, 400, { error: 'invalid_grant' });
    const { persona } = provider;
    const answer = { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60 };
    if (!withIdentity || persona.fault === 'no-identity') return json(response, 200, answer);
    const claims = {
      nonce: persona.fault === 'wrong-nonce' ? 'another' : grant.nonce,
      email: persona.email,
      email_verified: persona.emailVerified,
    };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(url)
      .setSubject(persona.sub)
      .setAudience(persona.fault === 'wrong-audience' ? 'somebody-else' : TEST_CLIENT.clientId)
      .setIssuedAt()
      .setExpirationTime(persona.fault === 'expired' ? '-5m' : '5m')
      .sign(persona.fault === 'foreign-key' ? foreign.privateKey : privateKey);
    json(response, 200, { ...answer, id_token: idToken });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', url);
    if (pathname === '/.well-known/openid-configuration')
      return json(response, 200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    if (pathname === '/keys') return json(response, 200, { keys: [jwk] });
    if (pathname === '/token' || pathname === '/oauth/access_token')
      return token(new URLSearchParams(await readBody(request)), response, pathname === '/token');
    if (pathname === '/me') return json(response, 200, { id: provider.persona.sub, email: provider.persona.email });
    json(response, 404, {});
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  url = await listenLocally(server);
  return Object.assign(provider, {
    url,
    agree(authorizationUrl: string) {
      const { searchParams: parameters } = new URL(authorizationUrl);
      const code = randomUUID();
      const redirectUri = parameters.get('redirect_uri') ?? '';
      grants.set(code, { challenge: parameters.get('code_challenge') ?? '', nonce: parameters.get('nonce'), redirectUri });
      return `${redirectUri}?${new URLSearchParams({ code, state: parameters.get('state') ?? '' })}`;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
