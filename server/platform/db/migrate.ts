import { type Kysely, type Migration, Migrator } from 'kysely';

/**
 * Runs what is missing, in the order of the names, under a lock: of two processes that start at once one waits.
 * `book` names the tables that remember what has run, so that two features can keep lists of their own in one database.
 */
export async function migrate<T>(
  db: Kysely<T>,
  migrations: Readonly<Record<string, Migration>>,
  book = 'platform',
): Promise<readonly string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: `${book}_migration`,
    migrationLockTableName: `${book}_migration_lock`,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    throw new Error(`Migration ${book}/${failed} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}
