import { join } from 'node:path';

/** Folder of the embedded database below `DATA_DIR`, for the service and its tools. */
export function embeddedDir(dataDir: string): string {
  return join(dataDir, 'db');
}
