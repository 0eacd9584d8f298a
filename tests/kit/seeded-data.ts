import { rmSync } from 'node:fs';
import { testFolder } from '../../server/platform/base/db/test-folder.ts';
import { SEEDED_DATA, startService } from './service.ts';

/**
 * Runs before the tests that start services: seeds one database, of which their services get copies. Several projects
 * of one run share it.
 */
export async function setup(): Promise<() => void> {
  if (process.env[SEEDED_DATA] !== undefined) return () => undefined;
  const folder = testFolder();
  await (await startService({ dataDir: folder })).stop();
  process.env[SEEDED_DATA] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
