import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Database, Executor, Tx } from '../base/db/index.ts';
import type { LogAction } from './log-actions.ts';
import type { OperatorLogTable } from './tables.ts';

export interface LogEntry {
  /** Name of the operator. Before sign-in: the name that was entered. */
  readonly operator: string;
  readonly action: LogAction;
  /** Object of the action ("member:…", "withdrawal:…"). */
  readonly object: string;
  readonly reason: string;
  /** Values before and after, or other facts. Never secrets. */
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
 * Writes a log line in the transaction of the action. Each line holds the hash of the previous line: changing, removing or inserting a line
 * breaks the chain at that point. A lock serialises writers, so the chain cannot fork.
 */
export async function writeLog(executor: Executor, { clock, merchant }: LogDeps, entry: LogEntry): Promise<void> {
  if (!executor.isTransaction) throw new Error('A log line must be written in the transaction of its action.');
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

/** Log line of an operator about the operator's own account. */
export function writeOwnLog(
  tx: Tx,
  deps: LogDeps,
  { id, name }: { readonly id: string; readonly name: string },
  action: LogAction,
  address: string,
): Promise<void> {
  return writeLog(tx, deps, { operator: name, action, object: `operator:${id}`, reason: '', address });
}

/** Length and last hash of the chain at some time. Kept outside of the database it reveals later changes. */
export interface LogAnchor {
  readonly lines: number;
  readonly hash: string;
}

/** Format `<lines>:<hash>`, as written to the service log. Undefined if the text has another format. */
export function readAnchor(text: string): LogAnchor | undefined {
  const [, lines, hash] = /\b(\d{1,15}):([0-9a-f]{64})\b/.exec(text) ?? [];
  return lines === undefined || hash === undefined ? undefined : { lines: Number(lines), hash };
}

export const anchorText = ({ lines, hash }: LogAnchor): string => `${lines}:${hash}`;

export interface LogProof {
  readonly lines: number;
  /** Of the last line; empty if there are no lines. */
  readonly hash: string;
  /** Description of the first invalid line; undefined: the chain is valid. */
  readonly broken?: string;
}

/** Starting point of a verification: a line that was verified together with all earlier ones. */
export interface LogStart extends LogAnchor {
  readonly id: string;
}

export interface ProofOptions {
  /** An anchor kept outside of the database. Without it a removed end or a complete rewrite cannot be detected. */
  readonly anchor?: LogAnchor;
  readonly from?: LogStart;
}

const BATCH = 1_000;

/** Verifies the chain in batches, from its first line or from a checkpoint. */
export async function proveLog(db: Database, merchant: string, options: ProofOptions = {}): Promise<LogProof> {
  return (await verifyLines(db, merchant, options)).proof;
}

export async function verifyLines(
  db: Database,
  merchant: string,
  { anchor, from }: ProofOptions,
): Promise<{ readonly proof: LogProof; readonly last: LogStart | undefined }> {
  let last = from;
  const brokenProof = (broken: string) => ({ proof: { lines: last?.lines ?? 0, hash: last?.hash ?? FIRST, broken }, last });
  for (let rows = await linesAfter(db, merchant, last); rows.length > 0; rows = await linesAfter(db, merchant, last))
    for (const row of rows) {
      if (row.previous !== (last?.hash ?? FIRST)) return brokenProof(`line ${row.id} does not follow line ${last?.id ?? 'none'}`);
      if (row.hash !== hashOf(row)) return brokenProof(`line ${row.id} was changed`);
      last = { id: row.id, lines: (last?.lines ?? 0) + 1, hash: row.hash };
      if (anchor?.lines === last.lines && anchor.hash !== last.hash)
        return brokenProof(`line ${row.id} does not match the anchor of ${anchor.lines} lines: the log was rewritten`);
    }
  const lines = last?.lines ?? 0;
  if (anchor && lines < anchor.lines) return brokenProof(`the end was cut off: there were ${anchor.lines} lines, there are ${lines}`);
  return { proof: { lines, hash: last?.hash ?? FIRST }, last };
}

function linesAfter(db: Database, merchant: string, last: LogStart | undefined) {
  let rows = db.selectFrom('operator_log').selectAll().where('merchant', '=', merchant);
  if (last) rows = rows.where('id', '>', last.id);
  return rows.orderBy('id').limit(BATCH).execute();
}

/** Timestamps have millisecond precision: both database engines return that. */
export function hashOf(line: Omit<LogRow, 'id' | 'hash'>): string {
  const { merchant, at, operator, action, object, reason, detail, address, previous } = line;
  return createHash('sha256')
    .update(JSON.stringify([previous, merchant, at.toISOString(), operator, action, object, reason, detail, address]))
    .digest('hex');
}
