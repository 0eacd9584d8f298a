import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { systemClock } from '../../server/platform/base/clock.ts';
import { migrate, openDatabase } from '../../server/platform/base/db/open.ts';
import { createEventHub } from '../../server/platform/base/events/hub.ts';
import { audit, createWallet, memberLegs } from '../../server/platform/ledger/index.ts';
import { MIGRATIONS } from '../../server/platform/migrations.ts';
import { median } from './load.ts';
import { withPgbench } from './pgbench.ts';

const CLIENTS = 8;
const MEMBERS = 1_000;

export interface LedgerBench {
  readonly clients: number;
  readonly transfersPerSecond: number;
  /** TPC-B-like, with the same server and clients; undefined where pgbench is not installed. */
  readonly pgbenchPerSecond: number | undefined;
  /** Ratio of ledger transfers to pgbench transactions; undefined without pgbench. */
  readonly ratio: number | undefined;
}

/**
 * Ledger transfers per second on PostgreSQL by the platform's own code, compared with pgbench on the same server in the same
 * run. Three interleaved runs of each; the medians count. Creates two databases and drops them.
 */
export function benchLedger({ databaseUrl, seconds = 5 }: { databaseUrl: string; seconds?: number }): Promise<LedgerBench> {
  return withPgbench(databaseUrl, async (url, pgbench) => {
    const ledger = await openLedger(url);
    const [transfers, transactions]: [number[], (number | undefined)[]] = [[], []];
    try {
      for (let turn = 0; turn < 3; turn += 1) {
        transfers.push(await ledger.measure(seconds));
        transactions.push(await pgbench.measure(CLIENTS, seconds));
      }
      await ledger.prove();
    } finally {
      await ledger.close();
    }
    const transfersPerSecond = median(transfers);
    const pgbenchPerSecond = transactions.includes(undefined) ? undefined : median(transactions.map(Number));
    return { clients: CLIENTS, transfersPerSecond, pgbenchPerSecond, ratio: pgbenchPerSecond && transfersPerSecond / pgbenchPerSecond };
  });
}

async function openLedger(url: string) {
  const opened = await openDatabase({ url, poolSize: CLIENTS });
  const { db } = opened;
  await migrate(db, MIGRATIONS);
  const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
  const order = (memberId: string, reference: string, units: bigint) =>
    wallet.transfer(db, {
      reference,
      kind: 'bet',
      currency: 'CNY',
      realm: 'real',
      memberId,
      legs: memberLegs(memberId, 'vendor:bench', units),
    });
  for (let n = 0; n < MEMBERS; n += 1) {
    await wallet.openMember(db, { memberId: `m${n}`, currency: 'CNY', realm: 'real' });
    await order(`m${n}`, `open:${n}`, 1_000_000_000n);
  }
  // As pgbench does after filling its tables: discards query plans from when they were empty.
  await sql`vacuum analyze`.execute(db);
  return {
    async measure(seconds: number): Promise<number> {
      const start = performance.now();
      const end = start + seconds * 1_000;
      let completed = 0;
      const client = async () => {
        while (performance.now() < end) {
          const result = await order(`m${Math.floor(Math.random() * MEMBERS)}`, randomUUID(), -1n);
          if (result.outcome !== 'posted') throw new Error(result.outcome);
          completed += 1;
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      return completed / ((performance.now() - start) / 1_000);
    },
    async prove(): Promise<void> {
      const { differences } = await audit(db);
      if (differences.length > 0) throw new Error(differences.join('\n'));
    },
    close: () => opened.close(),
  };
}
