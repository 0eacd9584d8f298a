import { afterAll, beforeAll, expect } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../base/db/test-database.ts';
import { audit } from '../ledger/index.ts';

/** A database of the calling file of tests; after its tests the books must add up. */
export function auditedDatabase(): Pick<TestDatabase, 'db' | 'engine'> {
  let opened: TestDatabase | undefined;
  const get = () => {
    if (!opened) throw new Error('The database is opened before the first test.');
    return opened;
  };
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(async () => {
    expect(await audit(get().db)).toMatchObject({ ok: true });
    await get().close();
  });
  return {
    get db() {
      return get().db;
    },
    get engine() {
      return get().engine;
    },
  };
}

/** Code of a refusal, `accepted`, or the text of another error. */
export function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  );
}

/** Differences without those of transfers up to `lastBefore`: rows of earlier tests are gone, and the ledger keeps their transfers. */
export function sinceTransfer(differences: readonly string[], lastBefore: number): readonly string[] {
  return differences.filter((one) => Number(/^transfer (\d+)/.exec(one)?.[1] ?? lastBefore + 1) > lastBefore);
}
