import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { noteIdentity } from './traits.ts';

const BATCH = 100;

interface BackfillDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/**
 * Stores the traits of members without any: accounts of older versions, and all accounts after `traits_at` was reset because the digest key
 * has changed. Several processes share the work.
 */
export async function noteMissingTraits(deps: BackfillDeps): Promise<void> {
  while (await inTransaction(deps.db, (tx) => noteBatch(deps, tx)));
}

async function noteBatch({ clock, secrets }: BackfillDeps, tx: Tx): Promise<boolean> {
  const rows = await tx.selectFrom('member').select('id').where('traits_at', 'is', null).limit(BATCH).forUpdate().skipLocked().execute();
  for (const { id } of rows) await noteIdentity(tx, secrets, id, clock.now());
  return rows.length > 0;
}
