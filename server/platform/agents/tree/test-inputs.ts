import { testProof } from '../../identity/verification/test-human.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';

/** Input that the platform accepts, for each call of the feature. */
export function agentTreeInputs(test: () => TestPlatform): Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> {
  return {
    'agent.desk': () => ({}),
    'agent.downlineRegister': () => ({ body: { account: 'harbourmate', password: 'Calm-tide-93', kind: 'member', rebate: '0' } }),
    'agent.linkCreate': () => ({ body: { name: 'Harbour fair', kind: 'agent', rebate: '0' } }),
    'agent.linkSwitch': () => ({ body: { code: 'LAGOON01', active: true } }),
    'agent.linkVisit': () => ({ body: { code: 'LAGOON01' } }),
    'agent.apply': async () => ({
      body: { account: 'tidewatcher', email: 'tide@example.com', content: 'I run a club.', ...(await testProof(test(), 'feedback')) },
    }),
  };
}
