import { systemClock } from '../../server/platform/base/clock.ts';
import { openDatabase } from '../../server/platform/base/db/open.ts';
import { createEventHub } from '../../server/platform/base/events/hub.ts';
import { createWallet } from '../../server/platform/ledger/index.ts';
import { NODES, orderOf } from './orders.ts';

export interface NodeReport {
  /** Count of each outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Index of the order that was answered with a transfer, and the transfer. */
  readonly transfers: readonly (readonly [reference: string, transferId: string])[];
  readonly milliseconds: number;
}

const AT_ONCE = 16;

/** Starts with the first message; the answer is the report. */
export function runNode(url: string, node: string, count: string): void {
  process.once('message', async () => {
    const report = await workOff(url, Number(node), Number(count));
    process.send?.(report, () => process.exit(0));
  });
}

/** One node's share of the orders, sixteen at a time, through the platform's own wallet. */
async function workOff(url: string, node: number, count: number): Promise<NodeReport> {
  const { db, close } = await openDatabase({ url, poolSize: AT_ONCE });
  const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
  const outcomes: Record<string, number> = {};
  const transfers: [string, string][] = [];
  const begin = performance.now();
  let next = node;
  const client = async () => {
    for (let index = next; index < count; index = next) {
      next += NODES;
      const order = orderOf(index);
      const result = await wallet.transfer(db, order);
      outcomes[result.outcome] = (outcomes[result.outcome] ?? 0) + 1;
      if ('transferId' in result) transfers.push([order.reference, result.transferId]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  await close();
  return { outcomes, transfers, milliseconds: Math.round(performance.now() - begin) };
}
