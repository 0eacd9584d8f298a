import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { Stop } from './page.ts';

/** Days for which an operator who granted access to a colleague may still hold it: password and authenticator were in one hand. */
export const TIE_DAYS = 14;
const TIE_MS = TIE_DAYS * 86_400_000;
/** Log actions that give the acting operator access to another account. */
const GIVING = ['operator.added', 'operator.app-reset', 'operator.password-reset'];

export interface Consent {
  readonly name: string;
  readonly at: Date;
}

interface Gift {
  readonly from: string;
  readonly to: string;
  readonly at: Date;
}

/**
 * **Separation of duties.** Refuses an approval if the operator may be the same person as an earlier approver: one of the two created the
 * other's account or reset its password or authenticator within `TIE_DAYS`, or the same third person did so for both. The grants are read
 * from the operators' log, which cannot be changed.
 */
export async function refuseTied(
  tx: Tx,
  { clock, merchant }: { readonly clock: Clock; readonly merchant: string },
  operatorId: string,
  given: readonly Consent[],
): Promise<void> {
  if (given.length === 0) return;
  const now = clock.now();
  const [{ name }, gifts] = await Promise.all([
    tx.selectFrom('operator').select('name').where('id', '=', operatorId).executeTakeFirstOrThrow(),
    giftsSince(tx, merchant, new Date(Math.min(...given.map(({ at }) => Number(at)), Number(now)) - 2 * TIE_MS)),
  ]);
  const own = handsOf(gifts, { name, at: now });
  const tied = given.find((other) => other.name !== name && [...handsOf(gifts, other)].some((hand) => own.has(hand)));
  if (tied) throw new Stop('approvalTied', { name: tied.name, days: TIE_DAYS });
}

/** Everyone who may have given this approval: the operator, those who granted the operator access, and so on transitively. */
export function handsOf(gifts: readonly Gift[], { name, at }: Consent): ReadonlySet<string> {
  const hands = new Set([name]);
  const holds = (gift: Gift) => gift.at <= at && Number(at) - Number(gift.at) < TIE_MS;
  // Iterating a Set includes the items that are added during the iteration.
  for (const hand of hands) for (const gift of gifts) if (gift.to === hand && holds(gift)) hands.add(gift.from);
  return hands;
}

function giftsSince(tx: Tx, merchant: string, since: Date): Promise<readonly Gift[]> {
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
      .where('line.action', 'in', GIVING)
      .where('line.at', '>', since)
      .execute()
  );
}
