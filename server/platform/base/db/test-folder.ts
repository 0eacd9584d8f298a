import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Space for the data of all services that tests run at once. */
const ENOUGH_BYTES = 2 ** 30;

/**
 * A new folder for data of tests without power failures: in memory if there is enough space, because flushing each commit would take most
 * of the time. The caller removes it.
 */
export function testFolder(): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'lagoon-'));
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ENOUGH_BYTES;
}
