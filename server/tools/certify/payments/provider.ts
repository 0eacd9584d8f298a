import { type Outcome, runAll } from '../report.ts';
import { PROVIDER_SCENARIOS } from './provider-scenarios.ts';
import { createProviderWorld, type ProviderUnderTest } from './provider-world.ts';

/** Certifies a payment provider by acting as the merchant, with valid and invalid requests, and with failing receivers of events. */
export async function certifyProvider(under: ProviderUnderTest, only?: readonly string[]): Promise<readonly Outcome[]> {
  const { events } = under;
  const resetFaults = async () => {
    events.fault = () => undefined;
  };
  return runAll(PROVIDER_SCENARIOS, createProviderWorld(under), { only, before: resetFaults });
}
