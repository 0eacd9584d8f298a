import { rmSync } from 'node:fs';
import { testFolder } from '../../server/platform/base/db/test-folder.ts';
import { SEEDED_DATA, startService } from './service.ts';

/** Runs before the browser tests: seeds one database, of which each of their services gets a copy. */
export async function setup(): Promise<() => void> {
  const folder = testFolder();
  await (await startService({ dataDir: folder })).stop();
  process.env[SEEDED_DATA] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
