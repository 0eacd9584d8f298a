import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Room for the data of all services that tests run at once. */
const ENOUGH_BYTES = 2 ** 30;

/**
 * A new folder for data that no test cuts the power of: in memory where there is enough, because a flush to disk for
 * each commit is most of what such a test would wait for. Whoever asks for it removes it.
 */
export function testFolder(): string {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), 'lagoon-'));
}

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ENOUGH_BYTES;
}
