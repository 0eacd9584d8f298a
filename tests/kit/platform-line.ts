import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { PLATFORM_KEY_HEADER } from '../../shared/api/platform-key.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import { sessionKeys } from '../../shared/api/session/calls.ts';
import { sessionLogin } from '../../shared/api/sign-in/calls.ts';

export interface PlatformAnswer {
  readonly status: number;
  readonly body: string;
  readonly connection: string | undefined;
}

/** A client of the platform's API that sends requests as portals do, each on its own connection. */
export interface PlatformLine {
  readonly headers: Readonly<Record<string, string>>;
  /** Sends nothing before its end. */
  begin(method: string, path: string, headers?: Readonly<Record<string, string | number>>): ClientRequest;
  /** Sends only the head; the caller sends the body in parts. */
  beginPost(path: string, body: string, headers?: Readonly<Record<string, string>>): ClientRequest;
  /** The authorization header of a demo member. */
  signIn(username: string): Promise<{ authorization: string }>;
}

const DEMO_PASSWORD = 'Lagoon-demo-1';

export function createPlatformLine({ port, key, merchant }: { port: number; key: string; merchant: string }): PlatformLine {
  const own = { [PLATFORM_KEY_HEADER]: key, merchant };
  const begin: PlatformLine['begin'] = (method, path, headers = {}) =>
    request({ host: '127.0.0.1', port, method, path, agent: false, headers: { ...own, ...headers } });
  const beginPost: PlatformLine['beginPost'] = (path, body, headers = {}) =>
    begin('POST', path, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers });
  return {
    headers: own,
    begin,
    beginPost,
    async signIn(username) {
      const offered = await answerTo(begin('GET', sessionKeys.path).end());
      const { keys } = JSON.parse(offered.body).value as { readonly keys: readonly [PayloadKey] };
      const payload = await sealPayload(keys[0], sessionLogin.id, { username, password: DEMO_PASSWORD }, Date.now());
      const body = JSON.stringify({ payload });
      const answer = await answerTo(beginPost(sessionLogin.path, body).end(body));
      return { authorization: `Bearer ${JSON.parse(answer.body).value.token}` };
    },
  };
}

export function answerTo(outgoing: ClientRequest): Promise<PlatformAnswer> {
  return new Promise((resolve, reject) => {
    outgoing.once('error', reject).once('response', (answer: IncomingMessage) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).once('error', reject);
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString(), connection: answer.headers.connection }),
      );
    });
  });
}
