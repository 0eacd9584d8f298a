import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { addTestStatement } from '../cashback/test-inputs.ts';

/** Valid input for each call of this feature, for the test of the call table. */
export function rewardInputs(current: () => TestPlatform): Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> {
  return {
    'rewards.count': () => ({}),
    'rewards.list': () => ({}),
    'rewards.history': () => ({ query: { page: '1' } }),
    'rewards.claim': async () => {
      await addTestStatement(current());
      return { body: { rewardId: 'all' } };
    },
  };
}
