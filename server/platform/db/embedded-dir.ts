import { join } from 'node:path';

/** Where the embedded database lives below `DATA_DIR`; the service and its tools must agree. */
export function embeddedDir(dataDir: string): string {
  return join(dataDir, 'db');
}
