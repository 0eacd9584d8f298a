import { sql } from 'kysely';
import type { Executor } from '../database.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  /** Computed by the database from other columns. */
  readonly isGenerated: boolean;
}

export interface Table {
  readonly name: string;
  /** Sorted by name, because the order in the table depends on the order of migrations. */
  readonly columns: readonly Column[];
}

/** Number and content of a table's rows, independent of their order. */
export interface Digest {
  readonly rows: number;
  readonly content: string;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export interface Sequence {
  readonly name: string;
  readonly last: string;
  readonly isCalled: boolean;
}

/** Makes both databases format values as text alike. */
export const SAME_TEXT =
  "set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1";

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export async function rowsOf<T>(db: Executor, text: string): Promise<T[]> {
  return (await sql.raw<T>(text).execute(db)).rows;
}

export async function readTables(db: Executor): Promise<readonly Table[]> {
  const columns = await rowsOf<Column & { table: string }>(
    db,
    `select c.relname as "table", a.attname as "name", format_type(a.atttypid, a.atttypmod) as "type", a.attgenerated <> '' as "isGenerated"
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      order by c.relname collate "C", a.attname collate "C"`,
  );
  const tables = new Map<string, Column[]>();
  for (const { table, ...column } of columns) tables.set(table, [...(tables.get(table) ?? []), column]);
  return [...tables].map(([name, of]) => ({ name, columns: of }));
}

export async function digestOf(db: Executor, { name, columns }: Table): Promise<Digest> {
  const row = columns.map((column) => quote(column.name)).join(', ');
  const half = (part: string) => `coalesce(sum(('x' || ${part})::bit(64)::bigint::numeric), 0)`;
  const [found] = await rowsOf<{ rows: string; content: string }>(
    db,
    `select count(*) as rows, ${half('left(hash, 16)')} || ':' || ${half('right(hash, 16)')} as content
       from (select md5(row(${row})::text) as hash from ${quote(name)}) as hashed`,
  );
  return { rows: Number(found?.rows), content: found?.content ?? '' };
}

export function readForeignKeys(db: Executor): Promise<ForeignKey[]> {
  return rowsOf(
    db,
    `select conrelid::regclass::text as "table", conname as "name", pg_get_constraintdef(oid) as "definition"
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0 order by 1, 2`,
  );
}

export async function readSequences(db: Executor): Promise<readonly Sequence[]> {
  const names = await rowsOf<{ name: string }>(
    db,
    `select relname as "name" from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname collate "C"`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const text = `select last_value::text as "last", is_called as "isCalled" from ${quote(name)}`;
    for (const state of await rowsOf<Omit<Sequence, 'name'>>(db, text)) sequences.push({ name, ...state });
  }
  return sequences;
}

/** Relations and functions that do not belong to extensions. */
export async function ownObjects(db: Executor): Promise<readonly string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    `select n.nspname || '.' || o.name as "name"
       from (select oid, 'pg_class'::regclass as class, relnamespace as space, relname as name from pg_class
             union all select oid, 'pg_proc'::regclass, pronamespace, proname from pg_proc
             union all select oid, 'pg_type'::regclass, typnamespace, typname from pg_type where typtype in ('d', 'e')) o
       join pg_namespace n on n.oid = o.space
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.classid = o.class and d.objid = o.oid and d.deptype = 'e')
      order by 1`,
  );
  return rows.map(({ name }) => name);
}
