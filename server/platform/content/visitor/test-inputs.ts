import { exportJWK, generateKeyPair } from 'jose';
import { testProof } from '../../identity/verification/test-human.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';

/** Valid input for each call of this feature, for the test of the call table. */
export function visitorInputs(current: () => TestPlatform) {
  return {
    'system.countries': () => ({}),
    'system.domainRoute': () => ({}),
    'system.language': () => ({ body: { language: 'TH' } }),
    'system.router': async () => {
      const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
      return { query: { key: Buffer.from(JSON.stringify(await exportJWK(publicKey))).toString('base64url') } };
    },
    'ticket.open': async () => ({ body: { content: 'Thank you.', ...(await testProof(current(), 'feedback')) } }),
    'feedback.send': async () => ({ body: { content: 'Thank you.', ...(await testProof(current(), 'feedback')) } }),
  } satisfies Record<string, () => CallOptions | Promise<CallOptions>>;
}
