import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEEDED_DATA, startService } from './service.ts';

/** Before the browser tests: seeds one database, which every service of theirs starts on a copy of. */
export async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'lagoon-seeded-'));
  await (await startService({ dataDir: folder })).stop();
  process.env[SEEDED_DATA] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
