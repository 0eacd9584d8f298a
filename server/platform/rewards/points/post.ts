import { sql } from 'kysely';
import type { PointEntryKind } from '../../../../shared/api/points/constants.ts';
import type { Points } from '../../../../shared/money/points.ts';
import type { Tx } from '../../base/db/index.ts';

export interface PointPosting {
  readonly memberId: string;
  readonly kind: Exclude<PointEntryKind, 'earned'>;
  /** Above zero: a credit. */
  readonly points: Points;
  /** The same reference posts once. */
  readonly reference: string;
  /** Day in the merchant's zone. */
  readonly day: string;
  readonly at: Date;
  /** The operator; absent: the member. */
  readonly actor?: string;
  readonly reason?: string;
  /** The balance may fall below zero. */
  readonly mayOverdraw?: boolean;
}

export type PostingResult =
  | { readonly outcome: 'posted' | 'repeated'; readonly entryId: string; readonly balance: Points }
  | { readonly outcome: 'insufficient'; readonly balance: Points };

/** Posts one entry with one call of `point_post`, which locks the account of the member. */
export async function postPoints(tx: Tx, posting: PointPosting): Promise<PostingResult> {
  const { memberId, kind, points, reference, day, at, actor = '', reason = '', mayOverdraw = false } = posting;
  const { rows } = await sql<{ outcome: 'posted' | 'repeated' | 'insufficient'; entry_id: string | null; balance: string }>`
    select * from point_post(${memberId}, ${kind}, ${points.toString()}::bigint, ${reference}, ${day}::date, ${at.toISOString()}::timestamptz,
      ${actor}, ${reason}, null, null, null, ${mayOverdraw}::boolean)`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('point_post returned no row');
  const balance = BigInt(row.balance);
  if (row.outcome === 'insufficient') return { outcome: 'insufficient', balance };
  return { outcome: row.outcome, entryId: row.entry_id ?? '', balance };
}

/** The balance, locked until the transaction ends. */
export async function lockPoints(tx: Tx, memberId: string): Promise<Points> {
  await sql`insert into point_account (member_id) values (${memberId}) on conflict do nothing`.execute(tx);
  const row = await tx
    .selectFrom('point_account')
    .select('balance')
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return BigInt(row.balance);
}
