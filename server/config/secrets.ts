import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.ts';

const SECRET_BYTES = 32;
const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** A secret of this installation: made on the first start, kept in the data folder, readable by its owner only. */
export function keptSecret(dataDir: string, name: string): string {
  const file = join(dataDir, 'secrets', name);
  try {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: OWNER_ONLY_FOLDER });
    writeFileSync(file, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: OWNER_ONLY_FILE });
  } catch (error) {
    // Already there, or made by another process in this moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new ConfigError('DATA_DIR', dataDir, 'a folder that can be written');
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < SECRET_BYTES) throw new Error(`The secret in ${file} is damaged; remove the file to make a new one.`);
  return secret;
}
