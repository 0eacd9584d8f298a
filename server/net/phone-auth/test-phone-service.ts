import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { listenLocally } from '../test-server.ts';
import type { PhoneAuthSettings } from './phone-auth.ts';

/** Replaces Firebase phone authentication: sends no code, checks it, signs ID tokens and publishes their key. */
export interface TestPhoneService {
  readonly settings: PhoneAuthSettings & { readonly keysUrl: string };
  readonly requests: { readonly url: string; readonly key: unknown; readonly body: Readonly<Record<string, unknown>> }[];
  /** The code of every number. */
  readonly code: string;
  /** Error message of the next responses; null for none, `''` for a response without JSON. */
  error: string | null;
  /** Another number than the one to which the code was sent. */
  otherNumber: string | null;
  /** The time of the tokens that it gives for a code. */
  now: () => Date;
  idToken(now: Date, more?: TokenChange): Promise<string>;
  close(): void;
}

export interface TokenChange {
  readonly claims?: JWTPayload;
  readonly issuer?: string;
  readonly audience?: string;
  readonly expiresIn?: number;
  /** Signed by an unpublished key. */
  readonly forged?: boolean;
}

const PROJECT = 'test-project';

export async function startTestPhoneService(): Promise<TestPhoneService> {
  const pair = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] };
  const numbers = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const url = request.url ?? '';
    if (url === '/keys') return void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(jwks));
    if (url === '/v1/recaptchaParams' && service.error === null)
      return void response.setHeader('Content-Type', 'application/json').end('{"recaptchaSiteKey":"a-site-key"}');
    if (request.method !== 'POST') return void response.writeHead(404).end();
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as Record<string, string>;
    service.requests.push({ url, key: request.headers['x-goog-api-key'], body });
    const { status, reply } = service.error === null ? await answer(url, body) : refuse(service.error);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(reply);
  });

  async function answer(url: string, body: Readonly<Record<string, string>>) {
    if (url.endsWith(':sendVerificationCode')) {
      const sessionInfo = `session-${numbers.size}`;
      numbers.set(sessionInfo, body.phoneNumber ?? '');
      return { status: 200, reply: JSON.stringify({ sessionInfo }) };
    }
    const number = numbers.get(body.sessionInfo ?? '');
    if (number === undefined) return refuse('INVALID_SESSION_INFO');
    if (body.code !== service.code) return refuse('INVALID_CODE');
    return {
      status: 200,
      reply: JSON.stringify({
        phoneNumber: service.otherNumber ?? number,
        idToken: await service.idToken(service.now(), { claims: { phone_number: number } }),
        localId: 'u1',
      }),
    };
  }

  const origin = await listenLocally(server);
  const service: TestPhoneService = {
    settings: { projectId: PROJECT, apiKey: 'the-api-key', identityUrl: origin, keysUrl: `${origin}/keys` },
    requests: [],
    code: '246810',
    error: null,
    otherNumber: null,
    now: () => new Date(),
    idToken(now, { claims, issuer = `https://securetoken.google.com/${PROJECT}`, audience = PROJECT, expiresIn = 3_600, forged } = {}) {
      const seconds = Math.floor(now.getTime() / 1_000);
      const usual = { phone_number: '+66812345678', auth_time: seconds, firebase: { sign_in_provider: 'phone' } };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setSubject('u1')
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + expiresIn)
        .setJti(`token-${Math.random()}`)
        .sign(forged ? stranger.privateKey : pair.privateKey);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

function refuse(message: string) {
  return { status: 400, reply: message === '' ? '<html>' : JSON.stringify({ error: { code: 400, message } }) };
}
