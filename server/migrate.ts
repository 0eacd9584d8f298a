import { type Kysely, type Migration, Migrator, sql } from 'kysely';

export interface MigrateOptions {
  /** Prefix of the tables that record applied migrations: platform, studio and payment simulator have separate lists in one database. */
  readonly tablePrefix?: string;
  /** Allows migrations in any order, for lists in which none depends on another. */
  readonly anyOrder?: boolean;
}

/** Applies missing migrations in the order of their names under a lock: of two processes that start at once, one waits. */
export async function migrate<T>(
  db: Kysely<T>,
  migrations: Readonly<Record<string, Migration>>,
  { tablePrefix = 'platform', anyOrder = false }: MigrateOptions = {},
): Promise<readonly string[]> {
  const migrationTableName = `${tablePrefix}_migration`;
  const names = Object.keys(migrations);
  const applied = await findApplied(db, migrationTableName);
  refuseNewer(tablePrefix, names, applied);
  if (applied.size === names.length) return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName,
    migrationLockTableName: `${migrationTableName}_lock`,
    allowUnorderedMigrations: anyOrder,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    throw new Error(`Migration ${tablePrefix}/${failed} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Avoids the migrator when nothing is missing, because it reads the whole schema twice. */
async function findApplied<T>(db: Kysely<T>, table: string): Promise<ReadonlySet<string>> {
  const { rows: tables } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db);
  if (!tables[0]?.found) return new Set();
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Refuses a database with migrations of a later version. The text is for the operator. */
function refuseNewer(tablePrefix: string, names: readonly string[], applied: ReadonlySet<string>): void {
  const unknown = [...applied].filter((name) => !names.includes(name)).sort();
  if (unknown.length === 0) return;
  throw new Error(
    `the database belongs to a newer version (${tablePrefix}: ${unknown.join(', ')}). Start that version or a newer one, or go back to a backup from before it: docs/deploy.md, "Upgrade and rollback"`,
  );
}
