import { type Outcome, runAll } from '../report.ts';
import { TRANSFER_WALLET_SCENARIOS } from './scenarios.ts';
import { createTransferWalletWorld, type TransferWalletUnderTest } from './world.ts';

/** Certifies a provider that keeps balances by acting as the platform, with valid and invalid requests. */
export function certifyTransferWallet(under: TransferWalletUnderTest, only?: readonly string[]): Promise<readonly Outcome[]> {
  return runAll(TRANSFER_WALLET_SCENARIOS, createTransferWalletWorld(under), { only, before: async () => undefined });
}
