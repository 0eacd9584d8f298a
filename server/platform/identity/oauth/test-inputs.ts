import { randomUUID } from 'node:crypto';
import { oauthFinish, oauthStart } from '../../../../shared/api/oauth/calls.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import type { TestIdentityProvider } from './test-identity-provider.ts';

const SITE = 'http://localhost';
const provider = 'google';
const redirectUri = `${SITE}/auth/${provider}/callback`;

/** Valid input for each call of this feature, for the test of the call table; every sign-in is by a new person. */
export function oauthInputs(current: () => TestPlatform, service: () => TestIdentityProvider) {
  const start = async () =>
    (await current().call(oauthStart, { body: { provider, redirectUri } })).body.value as {
      url: string;
      flow: string;
    };
  const returnFromProvider = async () => {
    const { url, flow } = await start();
    service().persona = { sub: randomUUID(), email: 'somebody@example.com', emailVerified: true };
    return { provider, flow, returnUrl: service().agree(url), redirectUri };
  };
  return {
    'session.oauthStart': () => ({ body: { provider, redirectUri } }),
    'session.oauthFinish': async () => ({ body: await returnFromProvider() }),
    'session.oauthRegister': async () => {
      const answer = await current().call(oauthFinish, { body: await returnFromProvider() });
      const username = `social${randomUUID().slice(0, 8)}`;
      return { token: answer.body.value.verification.ticket, body: { username, agreed: true } };
    },
  } satisfies Record<string, () => CallOptions | Promise<CallOptions>>;
}
