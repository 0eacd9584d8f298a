import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../db/database.ts';
import type { OperatorLogTable } from '../db/schema/console.ts';

export interface LogEntry {
  /** Name of the operator; what nobody is signed in for names whoever was tried. */
  readonly operator: string;
  readonly action: string;
  /** What it was done to ("member:…", "withdrawal:…"). */
  readonly object: string;
  readonly reason: string;
  /** What was before and is after, or whatever else matters; secrets never. */
  readonly detail?: unknown;
  readonly address: string;
}
export type LogRow = Omit<OperatorLogTable, 'id'> & { readonly id: string };

export interface LogDeps {
  readonly clock: Clock;
  readonly merchant: string;
}

const FIRST = '';

/**
 * Writes down what an operator does, in the transaction that does it. Each line holds the hash of the one before: whoever
 * changes, removes or inserts a line breaks the chain there. Writers take turns, so the chain has no fork.
 */
export async function writeLog(executor: Executor, { clock, merchant }: LogDeps, entry: LogEntry): Promise<void> {
  if (!executor.isTransaction) throw new Error('A line of the log belongs to the transaction that it tells of.');
  await sql`select pg_advisory_xact_lock(hashtext(${`operator-log:${merchant}`}))`.execute(executor);
  const last = await executor
    .selectFrom('operator_log')
    .select('hash')
    .where('merchant', '=', merchant)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { operator, action, object, reason, detail = {}, address } = entry;
  const line = {
    merchant,
    at: clock.now(),
    operator,
    action,
    object,
    reason,
    detail: JSON.stringify(detail),
    address,
    previous: last?.hash ?? FIRST,
  };
  await executor
    .insertInto('operator_log')
    .values({ ...line, hash: hashOf(line) })
    .execute();
}

/** How long the chain was and how its last line ended. Kept outside of the database it shows what was done to it since. */
export interface LogAnchor {
  readonly lines: number;
  readonly hash: string;
}

/** `<lines>:<hash>`, as it stands in the service's log. Undefined when the text is none. */
export function readAnchor(text: string): LogAnchor | undefined {
  const [, lines, hash] = /\b(\d{1,15}):([0-9a-f]{64})\b/.exec(text) ?? [];
  return lines === undefined || hash === undefined ? undefined : { lines: Number(lines), hash };
}

export const anchorText = ({ lines, hash }: LogAnchor): string => `${lines}:${hash}`;

export interface LogProof {
  readonly lines: number;
  /** Of the last line; empty when there is none. */
  readonly hash: string;
  /** The first line that does not fit, in words; undefined: the chain is whole. */
  readonly broken?: string;
}

/** From where a proof goes on: a line that was proved with all before it. */
export interface LogStart extends LogAnchor {
  readonly id: string;
}

export interface ProofOptions {
  /** Something known from outside; without it nobody can tell that the end was cut off or that all of it was written anew. */
  readonly anchor?: LogAnchor | undefined;
  readonly from?: LogStart | undefined;
}

const BATCH = 1_000;

/** Reads the chain again, from its first line or from one that is trusted, some lines at a time. */
export async function proveLog(db: Database, merchant: string, options: ProofOptions = {}): Promise<LogProof> {
  return (await walkLog(db, merchant, options)).proof;
}

export async function walkLog(
  db: Database,
  merchant: string,
  { anchor, from }: ProofOptions,
): Promise<{ readonly proof: LogProof; readonly last: LogStart | undefined }> {
  let last = from;
  const stop = (broken: string) => ({ proof: { lines: last?.lines ?? 0, hash: last?.hash ?? FIRST, broken }, last });
  for (let rows = await linesAfter(db, merchant, last); rows.length > 0; rows = await linesAfter(db, merchant, last))
    for (const row of rows) {
      if (row.previous !== (last?.hash ?? FIRST)) return stop(`line ${row.id} does not follow line ${last?.id ?? 'none'}`);
      if (row.hash !== hashOf(row)) return stop(`line ${row.id} was changed`);
      last = { id: row.id, lines: (last?.lines ?? 0) + 1, hash: row.hash };
      if (anchor?.lines === last.lines && anchor.hash !== last.hash)
        return stop(`line ${row.id} is not the one that the anchor of ${anchor.lines} lines tells of: the log was written anew`);
    }
  const lines = last?.lines ?? 0;
  if (anchor && lines < anchor.lines) return stop(`the end was cut off: there were ${anchor.lines} lines, there are ${lines}`);
  return { proof: { lines, hash: last?.hash ?? FIRST }, last };
}

function linesAfter(db: Database, merchant: string, last: LogStart | undefined) {
  let rows = db.selectFrom('operator_log').selectAll().where('merchant', '=', merchant);
  if (last) rows = rows.where('id', '>', last.id);
  return rows.orderBy('id').limit(BATCH).execute();
}

/** To the millisecond: that is what both engines give back. */
export function hashOf(line: Omit<LogRow, 'id' | 'hash'>): string {
  const { merchant, at, operator, action, object, reason, detail, address, previous } = line;
  return createHash('sha256')
    .update(JSON.stringify([previous, merchant, at.toISOString(), operator, action, object, reason, detail, address]))
    .digest('hex');
}
