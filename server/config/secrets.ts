import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnerOnly } from '../platform/base/owner-only.ts';
import { ConfigError } from './config-error.ts';

const SECRET_BYTES = 32;
const OWNER_ONLY_FILE = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

/** An existing secret of this installation; undefined without its file. */
export function readSecret(dataDir: string, name: string): string | undefined {
  const file = join(dataDir, 'secrets', name);
  try {
    return checked(file, readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A secret of this installation: created on the first start in the data folder, readable by its owner only. */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const file = join(dataDir, 'secrets', name);
  try {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: OWNER_ONLY_FOLDER });
    writeFileSync(file, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: OWNER_ONLY_FILE });
  } catch (error) {
    // The file exists already, perhaps created by another process just now.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new ConfigError('DATA_DIR', dataDir, 'a folder that can be written');
  }
  return checked(file, readFileSync(file, 'utf8'));
}

/** Makes the stored secrets readable for their owner only. Returns the paths where this failed. */
export function protectSecrets(dataDir: string): readonly string[] {
  const folder = join(dataDir, 'secrets');
  return existsSync(folder) ? makeOwnerOnly(folder) : [];
}

function checked(file: string, text: string): string {
  const secret = text.trim();
  if (secret.length >= SECRET_BYTES) return secret;
  throw new Error(
    `The secret in ${file} is damaged: restore the original. If no data depends on it, remove the file, and a new secret is created.`,
  );
}
