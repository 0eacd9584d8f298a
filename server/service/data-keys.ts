import { join } from 'node:path';
import { readOrCreateSecret, readSecret } from '../config/secrets.ts';
import { defined } from '../kit/defined.ts';
import { DataKeyError, type DataKeys, hasNoKey, openDataKeys } from '../platform/base/data-key/index.ts';
import type { Database } from '../platform/base/db/index.ts';

export interface KeySource {
  readonly dataDir: string;
  readonly dataKey: string | undefined;
  readonly dataKeyPrevious: string | undefined;
}

const FILE = 'data-key';
const PREVIOUS_FILE = 'data-key-previous';

export function dataKeyFile(dataDir: string): string {
  return join(dataDir, 'secrets', FILE);
}

/**
 * The data keys of a migrated database, from the environment or the data folder. A key is created only for a database without encrypted
 * data.
 */
export async function findDataKeys(db: Database, { dataDir, dataKey, dataKeyPrevious }: KeySource): Promise<DataKeys> {
  const current = dataKey ?? readSecret(dataDir, FILE) ?? (await newKey(db, dataDir));
  return openDataKeys(db, { current, ...defined({ previous: dataKeyPrevious ?? readSecret(dataDir, PREVIOUS_FILE) }) });
}

async function newKey(db: Database, dataDir: string): Promise<string> {
  if (await hasNoKey(db)) return readOrCreateSecret(dataDir, FILE);
  throw new DataKeyError(
    `The data key is missing: this database depends on one, and neither DATA_KEY nor ${dataKeyFile(dataDir)} is there. Put the key of this database back; a new one would not open what is sealed. The database was not changed.`,
  );
}
