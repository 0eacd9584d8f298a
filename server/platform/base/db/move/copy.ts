import type { Database, Tx } from '../database.ts';
import { quote, readForeignKeys, rowsOf, type Table } from './catalog.ts';
import type { Session } from './inside-transaction.ts';

const BATCH = 500;
/** Bytes of pictures per batch; as text they take twice as much. */
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * Runs the copy without the target's triggers and foreign keys: the source has enforced them, and creating the keys again checks each row.
 * Needs the owner of the tables, no superuser.
 */
export async function withoutTriggers(target: Database, tables: readonly Table[], copy: () => Promise<void>): Promise<void> {
  const keys = await readForeignKeys(target);
  // Deferred constraints of rows created by migrations.
  await rowsOf(target, 'set constraints all immediate');
  for (const { table, name } of keys) await rowsOf(target, `alter table ${table} drop constraint ${quote(name)}`);
  for (const { name } of tables) await rowsOf(target, `alter table ${quote(name)} disable trigger user`);
  await copy();
  for (const { name } of tables) await rowsOf(target, `alter table ${quote(name)} enable trigger user`);
  for (const { table, name, definition } of keys) await rowsOf(target, `alter table ${table} add constraint ${quote(name)} ${definition}`);
}

/** Copies all rows as text, which is exact for every type. The target computes generated columns. */
export async function copyTable(source: Tx, target: Session, { name, columns }: Table): Promise<void> {
  const copied = columns.filter(({ isGenerated }) => !isGenerated);
  const batch = await batchOf(source, name, copied);
  const texts = copied.map((column, nr) => `${quote(column.name)}::text as "${nr}"`).join(', ');
  const insert = insertOf(name, copied);
  await rowsOf(source, `declare copied_rows no scroll cursor for select ${texts} from ${quote(name)}`);
  for (;;) {
    const rows = await rowsOf<Record<string, string | null>>(source, `fetch ${batch} from copied_rows`);
    if (rows.length === 0) break;
    await target.query(
      insert,
      copied.map((_column, nr) => rows.map((row) => row[nr])),
    );
  }
  await rowsOf(source, 'close copied_rows');
}

async function batchOf(source: Tx, table: string, columns: Table['columns']): Promise<number> {
  const sizes = columns.filter(({ type }) => type === 'bytea').map(({ name }) => `coalesce(octet_length(${quote(name)}), 0)`);
  if (sizes.length === 0) return BATCH;
  const [row] = await rowsOf<{ largest: number | null }>(source, `select max(${sizes.join(' + ')}) as largest from ${quote(table)}`);
  return Math.max(1, Math.min(BATCH, Math.floor(BATCH_BYTES / Math.max(1, row?.largest ?? 1))));
}

function insertOf(table: string, columns: Table['columns']): string {
  const names = columns.map(({ name }) => quote(name)).join(', ');
  const values = columns.map(({ type }, nr) => `v${nr}::${type}`).join(', ');
  const arrays = columns.map((_column, nr) => `$${nr + 1}::text[]`).join(', ');
  const aliases = columns.map((_column, nr) => `v${nr}`).join(', ');
  return `insert into ${quote(table)} (${names}) overriding system value select ${values} from unnest(${arrays}) as u(${aliases})`;
}
