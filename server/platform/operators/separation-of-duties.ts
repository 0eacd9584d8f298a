import { sql } from 'kysely';
import { DAY_MS } from '../../../shared/time.ts';
import type { Clock } from '../base/clock.ts';
import type { Tx } from '../base/db/index.ts';
import { OperatorError } from './pages/page.ts';

/** Days for which an operator who granted access to a colleague may still hold it: password and authenticator were in one hand. */
export const GRANT_TAINT_DAYS = 14;
const GRANT_TAINT_MS = GRANT_TAINT_DAYS * DAY_MS;
/** Log actions that give the acting operator access to another account. */
const GRANT_ACTIONS = ['operator.added', 'operator.app-reset', 'operator.password-reset'];

export interface Consent {
  readonly name: string;
  readonly at: Date;
}

interface AccessGrant {
  readonly from: string;
  readonly to: string;
  readonly at: Date;
}

/**
 * **Separation of duties.** Refuses an approval if the operator may be the same person as an earlier approver: one of the two created the
 * other's account or reset its password or authenticator within `GRANT_TAINT_DAYS`, or the same third person did so for both. The grants are read
 * from the operators' log, which cannot be changed.
 */
export async function refuseSharedAccess(
  tx: Tx,
  { clock, merchant }: { readonly clock: Clock; readonly merchant: string },
  operatorId: string,
  earlierConsents: readonly Consent[],
): Promise<void> {
  if (earlierConsents.length === 0) return;
  const now = clock.now();
  const [{ name }, grants] = await Promise.all([
    tx.selectFrom('operator').select('name').where('id', '=', operatorId).executeTakeFirstOrThrow(),
    grantsSince(tx, merchant, new Date(Math.min(...earlierConsents.map(({ at }) => Number(at)), Number(now)) - 2 * GRANT_TAINT_MS)),
  ]);
  const operatorHolders = accessHolders(grants, { name, at: now });
  const conflicting = earlierConsents.find(
    (other) => other.name !== name && [...accessHolders(grants, other)].some((holder) => operatorHolders.has(holder)),
  );
  if (conflicting) throw new OperatorError('approvalTied', { name: conflicting.name, days: GRANT_TAINT_DAYS });
}

/** Everyone who may have given this approval: the operator, those who granted the operator access, and so on transitively. */
export function accessHolders(grants: readonly AccessGrant[], { name, at }: Consent): ReadonlySet<string> {
  const holders = new Set([name]);
  const isEffective = (grant: AccessGrant) => grant.at <= at && Number(at) - Number(grant.at) < GRANT_TAINT_MS;
  // Iterating a Set includes the items that are added during the iteration.
  for (const holder of holders) for (const grant of grants) if (grant.to === holder && isEffective(grant)) holders.add(grant.from);
  return holders;
}

function grantsSince(tx: Tx, merchant: string, since: Date): Promise<readonly AccessGrant[]> {
  return (
    tx
      .selectFrom('operator')
      .innerJoin('operator_log as line', (join) =>
        join.on('line.object', '=', sql<string>`'operator:' || operator.id`).on('line.merchant', '=', merchant),
      )
      // Log lines written on the machine itself have no operator account.
      .innerJoin('operator as giver', (join) => join.onRef('giver.name', '=', 'line.operator').on('giver.merchant', '=', merchant))
      .select(['line.operator as from', 'operator.name as to', 'line.at'])
      .where('operator.merchant', '=', merchant)
      .where('line.action', 'in', GRANT_ACTIONS)
      .where('line.at', '>', since)
      .execute()
  );
}
