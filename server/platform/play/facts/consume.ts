import { setTimeout as pause } from 'node:timers/promises';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import type { FactRange, FactStream } from './fact-stream.ts';

/** Work with the facts of a stream. */
export interface FactWork<Turn> {
  /** Of the consumer. */
  readonly name: string;
  /** Facts of one transaction. */
  readonly batch: number;
  /** Locks what `count` needs, before the position of the consumer. */
  lock(tx: Tx): Promise<Turn>;
  count(tx: Tx, range: FactRange, turn: Turn, afterCommit: AfterCommit): Promise<void>;
}

/** Transactions of bets end within milliseconds. */
const WAIT_MS = 50;
const MAX_WAITS = 100;

/**
 * Counts facts until everything that was committed before the call is counted; false if a running transaction holds some back for longer
 * than the caller should wait.
 */
export async function consumeFacts<Turn>(db: Database, stream: FactStream, work: FactWork<Turn>): Promise<boolean> {
  const highest = await stream.readHorizon(db, work.name);
  for (let waits = 0; waits < MAX_WAITS; ) {
    const step = await inTransaction(db, (tx, afterCommit) => countBatch(stream, tx, afterCommit, { work, highest }));
    if (step === 'reached') return true;
    if (step === 'counted') waits = 0;
    else {
      waits += 1;
      await pause(WAIT_MS);
      // The stored horizon may be older than `highest`.
      await stream.readHorizon(db, work.name);
    }
  }
  return false;
}

async function countBatch<Turn>(
  stream: FactStream,
  tx: Tx,
  afterCommit: AfterCommit,
  { work, highest }: { readonly work: FactWork<Turn>; readonly highest: bigint },
): Promise<'counted' | 'reached' | 'held-back'> {
  const turn = await work.lock(tx);
  if ((await stream.lockPosition(tx, work.name)) >= highest) return 'reached';
  const range = await stream.take(tx, work.name, work.batch);
  if (!range) return 'held-back';
  await work.count(tx, range, turn, afterCommit);
  return 'counted';
}
