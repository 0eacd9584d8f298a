import { sql } from 'kysely';
import { type Database, inTransaction } from '../db/index.ts';
import { createKeyRing, createSealer, FIRST_LABEL, type Sealer, type Secrets } from '../secrets.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import type { DataKeyTable } from './tables.ts';

/** The data keys of this process. */
export interface GivenKeys {
  readonly current: string;
  readonly previous?: string;
}

/** The keys of this process do not fit the database. The message is for the person who starts the service. */
export class DataKeyError extends Error {
  override readonly name = 'DataKeyError';
}

export interface DataKeys {
  readonly secrets: Secrets;
  readonly sealers: readonly Sealer[];
  /** Reads the active key from the database. */
  refresh(): Promise<void>;
}

const CHECK = 'data_key.check';
const DIGEST = 'data_key.digest';
const SAMPLES = 3;
type Row = Pick<DataKeyTable, 'id' | 'state' | 'label' | 'check_value' | 'digest_key'>;

/** True while nothing depends on a key: no member and no check value. */
export async function hasNoKey(db: Database): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from data_key) and not exists (select from member) and not exists (select from operator) as empty`.execute(
    db,
  );
  return rows[0]?.empty === true;
}

/** Verifies the keys against the database; a database without a check value gets one. Throws `DataKeyError` for wrong keys. */
export async function openDataKeys(db: Database, given: GivenKeys): Promise<DataKeys> {
  await inTransaction(db, async (tx) => {
    await sql`lock table data_key in share row exclusive mode`.execute(tx);
    const rows = await tx.selectFrom('data_key').select(['id', 'state', 'label', 'check_value', 'digest_key']).execute();
    if (rows.length === 0) await insertFirst(tx, given);
    else await addNext(tx, rows, given);
  });
  const rows = await db.selectFrom('data_key').select(['id', 'state', 'label', 'check_value', 'digest_key']).execute();
  const sealers = rows.flatMap((row) => prove(row, given) ?? []);
  const active = rows.find(({ state }) => state === 'active') as Row;
  let label = active.label;
  const digestKey = Buffer.from((sealers.find((sealer) => sealer.label === label) as Sealer).open(DIGEST, active.digest_key), 'base64');
  return {
    secrets: createKeyRing(sealers, digestKey, () => label),
    sealers,
    async refresh() {
      const now = await db.selectFrom('data_key').select('label').where('state', '=', 'active').executeTakeFirstOrThrow();
      label = now.label;
    },
  };
}

/** A database that has had a single key: its sealed values identify it. It is older than the sealed seeds of the vendor. */
async function insertFirst(tx: Database, given: GivenKeys): Promise<void> {
  const samples = await sealedSamples(tx);
  const candidates = [given.current, given.previous].filter((key) => key !== undefined).map((key) => createSealer(key, true));
  const first = candidates.find((sealer) => samples.every(({ purposes, value }) => opens(sealer, purposes, value)));
  if (!first)
    throw new DataKeyError(
      `DATA_KEY is not the key of this database: ${samples.length} sealed values in it do not open with it. Start with the key that it was made with; the database was not changed.`,
    );
  await insert(tx, first, 'active', first.digestKey);
  const rows = await tx.selectFrom('data_key').select(['id', 'state', 'label', 'check_value', 'digest_key']).execute();
  await addNext(tx, rows, given);
}

/** The keys must open all sealed values; a new key becomes active when all nodes have it. */
async function addNext(tx: Database, rows: readonly Row[], given: GivenKeys): Promise<void> {
  for (const row of rows) if (!prove(row, given) && row.state !== 'next') throw new DataKeyError(missing(row, given));
  const next = createSealer(given.current, false);
  if (rows.some(({ id }) => id === next.id)) return;
  const active = rows.find(({ state }) => state === 'active') as Row;
  const digestKey = Buffer.from((prove(active, given) as Sealer).open(DIGEST, active.digest_key), 'base64');
  await tx.deleteFrom('data_key').where('state', '=', 'next').execute();
  await insert(tx, next, 'next', digestKey);
}

function missing({ id, state }: Row, { current, previous }: GivenKeys): string {
  const ids = [current, previous].filter((key) => key !== undefined).map((key) => createSealer(key, false).id);
  const has = `This process has ${ids.join(' and ')}`;
  return state === 'active'
    ? `DATA_KEY is not the key of this database, which is sealed with key ${id}. ${has}. Start with the right key, or give that one as DATA_KEY_PREVIOUS; the database was not changed.`
    : `The change of the data key is not finished: some values are still sealed with key ${id}. ${has}. Give that one as DATA_KEY_PREVIOUS until the change is finished.`;
}

/** The given key of the row; undefined if it is missing. */
function prove({ id, label, check_value }: Row, { current, previous }: GivenKeys): Sealer | undefined {
  const sealer = [current, previous]
    .filter((key) => key !== undefined)
    .map((key) => createSealer(key, label === FIRST_LABEL))
    .find((one) => one.id === id);
  return sealer && opens(sealer, [CHECK], check_value) ? sealer : undefined;
}

async function insert(tx: Database, sealer: Sealer, state: Row['state'], digestKey: Buffer): Promise<void> {
  const { id, label } = sealer;
  const sealed = { check_value: sealer.seal(CHECK, id), digest_key: sealer.seal(DIGEST, digestKey.toString('base64')) };
  await tx
    .insertInto('data_key')
    .values({ id, label, state, ...sealed, activated_at: null })
    .execute();
}

async function sealedSamples(tx: Database): Promise<{ purposes: readonly string[]; value: string }[]> {
  const samples: { purposes: readonly string[]; value: string }[] = [];
  for (const { table, column } of SEALED_COLUMNS.filter(({ isVendor }) => !isVendor)) {
    const purposes = SEALED_COLUMNS.filter((one) => one.table === table && one.column === column).map(({ purpose }) => purpose);
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null limit ${SAMPLES}`.execute(tx);
    samples.push(...rows.map(({ value }) => ({ purposes, value })));
  }
  return samples;
}

function opens(sealer: Sealer, purposes: readonly string[], sealed: string): boolean {
  return purposes.some((purpose) => {
    try {
      sealer.open(purpose, sealed);
      return true;
    } catch {
      return false;
    }
  });
}
