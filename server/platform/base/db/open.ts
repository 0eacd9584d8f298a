/** Opening, migrating and guarding the database. Queries use `index.ts`, which loads none of this. */
export { migrate } from '../../../migrate.ts';
export { type Manifest, readArchive, sizeOf, writeArchive } from './backup/archive.ts';
export { connectBackup, listenForBackups } from './backup/backup-socket.ts';
export type { OnlineBackup } from './backup/online-backup.ts';
export { damageFromError } from './damage.ts';
export { DirectoryInUse, DirectoryLost } from './directory-lock.ts';
export { DirectoryRefused } from './directory-refused.ts';
export { embeddedDir } from './embedded-dir.ts';
export { refuseRemovedDatabase } from './first-start.ts';
export { flush } from './flush.ts';
export { CommitUnknown, MoveRefused, type MoveResult, moveDatabase } from './move/move.ts';
export { removeMovedMarker, writeMovedMarker } from './move/moved-marker.ts';
export { type DatabaseOptions, type DatabaseWatch, type OpenedDatabase, openDatabase } from './open-database.ts';
export { prepareInTurn } from './prepare-in-turn.ts';
