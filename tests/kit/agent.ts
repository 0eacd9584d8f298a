import supertest from 'supertest';
import type { Portal } from '../../server/portal/contracts.ts';
import type { BodyInput, ClientCall, QueryInput, ValueOf } from '../../shared/api/client-call.ts';
import type { Envelope } from '../../shared/api/envelope.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import { sessionKeys } from '../../shared/api/session/calls.ts';
import { challengeCall } from '../../shared/api/verification/calls.ts';
import type { ChallengeAction } from '../../shared/api/verification/constants.ts';
import { solved } from './challenge.ts';
import { accepted } from './player.ts';

/** An HTTP test browser: keeps cookies, has its own client address, and sends same-origin headers. */
export interface QaAgent {
  /** The signed-in user; undefined for a visitor. */
  readonly account: string | undefined;
  /** The client address that the portal sees. */
  readonly address: string;
  readonly cookies: ReadonlyMap<string, string>;
  get(path: string): supertest.Test;
  post(path: string): supertest.Test;
  put(path: string): supertest.Test;
  delete(path: string): supertest.Test;
  /** Posts a form as a browser without scripts does. */
  form(callId: string, values: Readonly<Record<string, string>>): supertest.Test;
  /** Makes one call of the call table, with a sealed body where the call requires it, and returns the envelope of the answer. */
  call<C extends ClientCall>(call: C, input?: CallInput<C>): Promise<Envelope<ValueOf<C>>>;
  /** Solves the proof of work that the platform requires of unknown clients; spread the result into the body. */
  solve(action: ChallengeAction): Promise<{ readonly challenge: string }>;
}

export interface CallInput<C> {
  readonly query?: QueryInput<C>;
  readonly body?: BodyInput<C>;
}

export interface AgentOptions {
  readonly app: Portal['app'];
  readonly address: string;
  readonly account?: string;
  /** The public origin of the site, if the portal has one. */
  readonly publicUrl?: string;
  /** The platform's time, which sealed payloads carry. */
  readonly now: () => Date;
  /** Cookies of the browser so far. */
  readonly has?: Iterable<readonly [string, string]>;
}

const METHODS = ['get', 'post', 'put', 'delete'] as const;
type Method = (typeof METHODS)[number];

export function createAgent({ app, address, account, publicUrl, now, has = [] }: AgentOptions): QaAgent {
  const cookies = new Map<string, string>(has);

  function send(method: Method, path: string): supertest.Test {
    const test = supertest(app)[method](path).set({ 'X-Forwarded-For': address, 'Sec-Fetch-Site': 'same-origin' });
    if (publicUrl !== undefined) test.set('Host', new URL(publicUrl).host);
    if (cookies.size > 0) test.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    test.on('response', ({ headers }: { headers: Record<string, unknown> }) => storeCookies(cookies, headers['set-cookie']));
    return test;
  }

  async function sealed(call: ClientCall, body: unknown): Promise<object> {
    const keys = (await send('get', sessionKeys.path)).body as Envelope<ValueOf<typeof sessionKeys>>;
    if (!keys.success) throw new Error(`no key to seal ${call.id} to: ${keys.code}`);
    return { payload: await sealPayload(keys.value.keys[0] as PayloadKey, call.id, body, now().getTime()) };
  }

  const agent: QaAgent = {
    account,
    address,
    cookies,
    get: (path) => send('get', path),
    post: (path) => send('post', path),
    put: (path) => send('put', path),
    delete: (path) => send('delete', path),
    form: (callId, values) => send('post', `/form/${callId}`).type('form').send(values),
    async call(call, { query, body } = {}) {
      const test = send(call.method.toLowerCase() as Method, call.path).query((query ?? {}) as Record<string, unknown>);
      if (body !== undefined) test.send((call.encrypted ? await sealed(call, body) : body) as object);
      return (await test).body as Envelope<ValueOf<typeof call>>;
    },
    solve: async (action) => solved(accepted(await agent.call(challengeCall, { query: { action } }))),
  };
  return agent;
}

/** A separate cookie jar: supertest's own rejects `Secure` cookies from a portal in the same process. */
function storeCookies(cookies: Map<string, string>, lines: unknown): void {
  for (const line of Array.isArray(lines) ? (lines as string[]) : []) {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}
