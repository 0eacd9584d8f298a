export { migrate } from '../../migrate.ts';
export type { Database, Executor, Tx } from './database.ts';
export { DirectoryInUse } from './directory-lock.ts';
export { embeddedDir } from './embedded-dir.ts';
export { MIGRATIONS } from './migrations/index.ts';
export { type DatabaseOptions, type DatabaseWatch, type OpenedDatabase, openDatabase } from './open-database.ts';
export { prepareInTurn } from './prepare-in-turn.ts';
export { type AfterCommit, inTransaction } from './transaction.ts';
