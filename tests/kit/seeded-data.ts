import { rmSync } from 'node:fs';
import { testFolder } from '../../server/platform/db/test-folder.ts';
import { SEEDED_DATA, startService } from './service.ts';

/** Before the browser tests: seeds one database, which every service of theirs starts on a copy of. */
export async function setup(): Promise<() => void> {
  const folder = testFolder();
  await (await startService({ dataDir: folder })).stop();
  process.env[SEEDED_DATA] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
