import { type Outcome, runAll } from '../report.ts';
import { MERCHANT_SCENARIOS } from './merchant-scenarios.ts';
import { createMerchantWorld, type MerchantUnderTest } from './merchant-world.ts';

/** Certifies the callback side of a merchant by acting as a payment provider, with valid and invalid events. */
export async function certifyMerchant(under: MerchantUnderTest, only?: readonly string[]): Promise<readonly Outcome[]> {
  return runAll(MERCHANT_SCENARIOS, createMerchantWorld(under), { only, before: async () => undefined });
}
