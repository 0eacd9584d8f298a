import { openDatabase } from '../../server/platform/base/db/open.ts';
import { testActor } from '../../server/platform/identity/accounts/test-actor.ts';
import { createSender } from '../../server/platform/play/vendors/transfer-wallet/client.ts';
import { createTestTransferWallet, REEF } from '../../server/platform/play/vendors/transfer-wallet/test-transfer-wallet.ts';

interface NodeSettings {
  readonly code: string;
  readonly url: string;
  readonly memberId: string;
  /** Milliseconds that the clock of the test is ahead. */
  readonly advanced: number;
  readonly reference: string;
}

/** A process that moves 30 to the provider with the first message. */
export function runNode(url: string, settings: string): void {
  const { code, url: wallet, memberId, advanced, reference } = JSON.parse(settings) as NodeSettings;
  process.once('message', async () => {
    const { db } = await openDatabase({ url, poolSize: 2 });
    const node = createTestTransferWallet(db, { code, settings: { url: wallet }, sender: createSender });
    node.clock.advance(advanced);
    await node.wallets.move(testActor(memberId, { currency: 'CNY' }), { vassalage: REEF, direction: 'in', units: 300_000n, reference });
  });
}
