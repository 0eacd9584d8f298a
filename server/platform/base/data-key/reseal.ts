import { sql } from 'kysely';
import { type Database, inTransaction } from '../db/index.ts';
import type { Secrets } from '../secrets.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

/** Seals all values of the key with this label again, with the active key. */
export async function resealAll(
  db: Database,
  secrets: Secrets,
  label: string,
  batch: number,
): Promise<{ resealed: number; failed: string[] }> {
  let resealed = 0;
  const failed: string[] = [];
  for (const column of await existingColumns(db)) {
    const outcome = await resealColumn(db, secrets, column, label, batch);
    resealed += outcome.resealed;
    if (outcome.failed) failed.push(`${column.table}.${column.column}`);
  }
  return { resealed, failed };
}

async function resealColumn(
  db: Database,
  secrets: Secrets,
  column: SealedColumn,
  label: string,
  batch: number,
): Promise<{ resealed: number; failed: boolean }> {
  for (let resealed = 0; ; ) {
    const changed = await resealBatch(db, secrets, column, label, batch);
    resealed += changed.count;
    if (changed.count < changed.found) return { resealed, failed: true };
    if (changed.found < batch) return { resealed, failed: false };
  }
}

function resealBatch(
  db: Database,
  secrets: Secrets,
  column: SealedColumn,
  label: string,
  batch: number,
): Promise<{ found: number; count: number }> {
  return inTransaction(db, async (tx) => {
    const name = sql.ref(column.column);
    const table = sql.table(column.table);
    const { rows } = await sql<{ place: string; value: string }>`select ctid::text as place, ${name} as value from ${table}
      where starts_with(${name}, ${`${label}.`}) limit ${batch} for update`.execute(tx);
    let count = 0;
    for (const { place, value } of rows) {
      const sealed = reseal(secrets, column, value);
      if (sealed === undefined) continue;
      await sql`update ${table} set ${name} = ${sealed} where ctid = ${place}::tid`.execute(tx);
      count += 1;
    }
    return { found: rows.length, count };
  });
}

/** Undefined for a value that is damaged or sealed for another purpose. */
function reseal(secrets: Secrets, { table, column }: SealedColumn, value: string): string | undefined {
  for (const { purpose } of SEALED_COLUMNS.filter((one) => one.table === table && one.column === column)) {
    try {
      return secrets.seal(purpose, secrets.open(purpose, value));
    } catch {
      // Damaged, or sealed for another purpose: returns undefined.
    }
  }
  return undefined;
}

/** Each column once, without those of a vendor that has not migrated the database yet. */
async function existingColumns(db: Database): Promise<readonly SealedColumn[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema()`.execute(db);
  const existing = new Set(rows.map(({ name }) => name));
  return SEALED_COLUMNS.filter(
    ({ table, column, isVendor }, index) =>
      SEALED_COLUMNS.findIndex((one) => one.table === table && one.column === column) === index &&
      (!isVendor || existing.has(`${table}.${column}`)),
  );
}
