import type { Database, Tx } from '../database.ts';
import { PREPARE_LOCK } from '../prepare-in-turn.ts';
import {
  type Digest,
  digestOf,
  ownObjects,
  quote,
  readSequences,
  readTables,
  rowsOf,
  SAME_TEXT,
  type Sequence,
  type Table,
} from './catalog.ts';
import { copyTable, withoutTriggers } from './copy.ts';
import { insideTransaction, type Session } from './inside-transaction.ts';

/** Nothing was moved; the message is for the operator. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** The result of the commit is unknown. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

export interface Move {
  /** Used by this process only until the move has ended. */
  readonly source: Database;
  /** A session of an empty database without an open transaction. */
  readonly target: Session;
  /** Runs the migrations of a book, if the source has that book. */
  readonly books: Readonly<Record<string, (db: Database) => Promise<unknown>>>;
  /** Returns values that must be equal on both sides; throws for an inconsistent ledger. */
  readonly prove: (db: Database) => Promise<unknown>;
  readonly print: (line: string) => void;
  /** Called between the last comparison and the commit. */
  readonly beforeCommit: () => void;
  /** Called when the commit was refused after `beforeCommit`. */
  readonly onRefused: () => void;
}

export interface MoveResult {
  readonly tables: number;
  readonly rows: number;
}

/** Internal tables of the embedded engine. */
const ENGINE_TABLES = ['engine_start'];
const MAX_SHOWN = 5;

/** Copies a whole database in one transaction of the target and compares both sides before the commit. */
export async function moveDatabase(move: Move): Promise<MoveResult> {
  const { source, target } = move;
  const proof = await move.prove(source);
  const { rows } = await target.query(`select pg_try_advisory_lock(${PREPARE_LOCK}) as mine`);
  if (!(rows[0] as { mine: boolean }).mine) throw new MoveRefused('a service starts on the target; stop it.');
  let isPrepared = false;
  try {
    await target.query('begin');
    const moved = await source.transaction().execute((tx) => copyAll(move, tx, proof));
    move.beforeCommit();
    isPrepared = true;
    await commit(target);
    return moved;
  } catch (error) {
    if (error instanceof CommitUnknown) throw error;
    if (isPrepared) move.onRefused();
    // A lost connection has ended the transaction as well.
    await target.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await target.query(`select pg_advisory_unlock(${PREPARE_LOCK})`).catch(() => undefined);
  }
}

async function commit(target: Session): Promise<void> {
  try {
    await target.query('commit');
  } catch (error) {
    // An error with an SQLSTATE comes from the server, which has rolled back.
    if (/^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code))) throw error;
    throw new CommitUnknown('the connection broke during the commit', { cause: error });
  }
}

async function copyAll({ target: session, books, prove, print }: Move, source: Tx, proof: unknown): Promise<MoveResult> {
  const target = insideTransaction(session);
  for (const db of [source, target]) for (const text of SAME_TEXT.split('; ')) await rowsOf(db, text);
  const found = await ownObjects(target);
  if (found.length > 0) throw new MoveRefused(`the target is not empty: it has ${list(found)}.`);
  const all = await readTables(source);
  const present = Object.keys(books).filter((book) => all.some(({ name }) => name === `${book}_migration`));
  for (const book of present) await books[book]?.(target);
  for (const book of present) await compareMigrations(source, target, book);
  const ownTables = present.flatMap((book) => [`${book}_migration`, `${book}_migration_lock`]);
  const isCopied = ({ name }: Table) => !ownTables.includes(name) && !ENGINE_TABLES.includes(name);
  const tables = all.filter(isCopied);
  requireSame('The tables', tables.map(describe), (await readTables(target)).filter(isCopied).map(describe));

  const digests: Digest[] = [];
  await withoutTriggers(target, tables, async () => {
    await rowsOf(target, `truncate ${tables.map(({ name }) => quote(name)).join(', ')}`);
    for (const table of tables) {
      await copyTable(source, session, table);
      digests.push(await compareTable(source, target, table, print));
    }
  });
  await copySequences(source, target);
  requireSame('The figures of the audit', [JSON.stringify(proof)], [JSON.stringify(await prove(target))]);
  return { tables: tables.length, rows: digests.reduce((sum, { rows }) => sum + rows, 0) };
}

/** A move does not migrate folders of older versions. */
async function compareMigrations(source: Tx, target: Database, book: string): Promise<void> {
  const names = (db: Tx | Database) => rowsOf<{ name: string }>(db, `select name from ${book}_migration order by name collate "C"`);
  const [has, needs] = [await names(source), await names(target)].map((rows) => rows.map(({ name }) => name)) as [string[], string[]];
  const missing = needs.filter((name) => !has.includes(name));
  const unknown = has.filter((name) => !needs.includes(name));
  if (missing.length > 0)
    throw new MoveRefused(
      `the folder lacks migrations (${book}: ${list(missing)}): start this version on it once, stop it, and move then.`,
    );
  if (unknown.length > 0) throw new MoveRefused(`the folder belongs to another version (${book}: ${list(unknown)}).`);
}

async function compareTable(source: Tx, target: Database, table: Table, print: Move['print']): Promise<Digest> {
  const [sourceValues, targetValues] = [await digestOf(source, table), await digestOf(target, table)];
  if (sourceValues.rows !== targetValues.rows)
    throw new MoveRefused(`the table ${table.name} has ${sourceValues.rows} rows and ${targetValues.rows} in the target.`);
  if (sourceValues.content !== targetValues.content)
    throw new MoveRefused(`the rows of the table ${table.name} are not the same in the target.`);
  if (targetValues.rows > 0) print(`${table.name}: ${targetValues.rows} rows, same content`);
  return targetValues;
}

async function copySequences(source: Tx, target: Database): Promise<void> {
  const sequences = await readSequences(source);
  for (const { name, last, isCalled } of sequences) await rowsOf(target, `select setval('${quote(name)}', ${last}, ${isCalled})`);
  const describeOne = ({ name, last, isCalled }: Sequence) => `${name} at ${last} ${isCalled}`;
  requireSame('The sequences', sequences.map(describeOne), (await readSequences(target)).map(describeOne));
}

function requireSame(label: string, sourceValues: readonly string[], targetValues: readonly string[]): void {
  const differences = [
    ...sourceValues.filter((one) => !targetValues.includes(one)),
    ...targetValues.filter((one) => !sourceValues.includes(one)),
  ];
  if (differences.length > 0) throw new MoveRefused(`${label} are not the same on both sides: ${list(differences)}.`);
}

function describe({ name, columns }: Table): string {
  return `${name} (${columns.map((column) => `${column.name} ${column.type}${column.isGenerated ? ' generated' : ''}`).join(', ')})`;
}

function list(names: readonly string[]): string {
  return names.slice(0, MAX_SHOWN).join(', ') + (names.length > MAX_SHOWN ? ` and ${names.length - MAX_SHOWN} more` : '');
}
