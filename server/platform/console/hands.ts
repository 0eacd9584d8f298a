import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { Stop } from './page.ts';

/** For so long whoever has given a colleague access anew may still hold it: password and app were in one hand. */
export const TIE_DAYS = 14;
const TIE_MS = TIE_DAYS * 86_400_000;
/** What hands somebody's access to whoever does it. */
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
 * Refuses a consent that may be the same person's as one given before: when one of the two has added the other or reset the
 * other's access within `TIE_DAYS`, or somebody else has done so with both. Taken from the log, which nobody can change.
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

/** Everybody who may have given the consent of this name at this time: its owner, and whoever had given them access, or those. */
export function handsOf(gifts: readonly Gift[], { name, at }: Consent): ReadonlySet<string> {
  const hands = new Set([name]);
  const holds = (gift: Gift) => gift.at <= at && Number(at) - Number(gift.at) < TIE_MS;
  // A set may be added to while it is walked: those that come are walked as well.
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
      // Whoever works on the machine itself is no operator.
      .innerJoin('operator as giver', (join) => join.onRef('giver.name', '=', 'line.operator').on('giver.merchant', '=', merchant))
      .select(['line.operator as from', 'operator.name as to', 'line.at'])
      .where('operator.merchant', '=', merchant)
      .where('line.action', 'in', GIVING)
      .where('line.at', '>', since)
      .execute()
  );
}
