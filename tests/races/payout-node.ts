import { openDatabase } from '../../server/platform/base/db/open.ts';
import { createTestPayouts } from '../../server/platform/money/payout/test-payouts.ts';

/** A process that runs the job of payouts on each message, which says how many seconds have passed. */
export function runNode(url: string, providers: string): void {
  const opened = openDatabase({ url, poolSize: 4 });
  const payouts = opened.then(({ db }) => createTestPayouts(db, JSON.parse(providers)));
  process.on('message', async (seconds: number) => {
    const at = await payouts;
    at.under.clock.advance(seconds * 1_000);
    await at.run();
    process.send?.('ran');
  });
}
