import { sql } from 'kysely';
import type { PointEntryKind, RedeemStatus } from '../../../../shared/api/points/constants.ts';
import type { Points } from '../../../../shared/money/points.ts';
import type { Executor } from '../../base/db/index.ts';
import type { DetailRow, RedemptionRow } from './contracts.ts';

const REDEMPTIONS_PER_PAGE = 10;
const DETAILS_PER_PAGE = 20;

export interface Page<T> {
  readonly rows: readonly T[];
  readonly totalPages: number;
}

interface RedemptionFilter {
  readonly memberId: string;
  readonly status: RedeemStatus | undefined;
  readonly pageNo: number;
}

export async function redemptionsOf(executor: Executor, { memberId, status, pageNo }: RedemptionFilter): Promise<Page<RedemptionRow>> {
  let own = executor.selectFrom('point_redemption').where('member_id', '=', memberId);
  if (status !== undefined) own = own.where('status', '=', status);
  const rows = await own
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .offset((pageNo - 1) * REDEMPTIONS_PER_PAGE)
    .limit(REDEMPTIONS_PER_PAGE)
    .execute();
  const { count } = await own.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  return { rows, totalPages: Math.ceil(Number(count) / REDEMPTIONS_PER_PAGE) };
}

interface EntryFilter {
  readonly memberId: string;
  readonly kind: PointEntryKind | undefined;
  readonly offset: number;
  readonly limit: number;
}

export async function detailsOf(
  executor: Executor,
  { memberId, kind, pageNo }: { readonly memberId: string; readonly kind: PointEntryKind | undefined; readonly pageNo: number },
): Promise<Page<DetailRow>> {
  const { rows, total } = await entriesOf(executor, { memberId, kind, offset: (pageNo - 1) * DETAILS_PER_PAGE, limit: DETAILS_PER_PAGE });
  return { rows, totalPages: Math.ceil(total / DETAILS_PER_PAGE) };
}

/** Entries of play by day, category and factor, all others one by one; the newest first. */
export async function entriesOf(
  executor: Executor,
  { memberId, kind, offset, limit }: EntryFilter,
): Promise<{ readonly rows: readonly DetailRow[]; readonly total: number }> {
  const { rows } = await sql<DetailRow & { readonly total: string }>`
    with line as (
      select max(id) as id, kind, day, category, factor, sum(points)::bigint as points
        from point_entry where member_id = ${memberId} and kind = coalesce(${kind ?? null}::text, kind)
       group by kind, day, category, factor, case when kind = 'earned' then null else id end),
    shown as (
      select line.*, count(*) over () as total from line order by line.id desc limit ${limit}::int offset ${offset}::int)
    select s.id, s.kind, s.day::text as day, e.at, s.category, s.factor, s.points, e.balance,
           case when s.kind = 'adjusted' then e.reason else '' end as reason, r.names, c.amount, s.total
      from shown s join point_entry e on e.id = s.id
      left join point_redemption r on s.kind in ('redeemed', 'refunded') and r.id = split_part(e.reference, ':', 2)
      left join point_conversion c on s.kind = 'converted' and c.id = split_part(e.reference, ':', 2)
     order by s.id desc`.execute(executor);
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

export interface PointSums {
  readonly balance: Points;
  readonly credited: Points;
  readonly inProcess: Points;
  readonly inProcessCount: number;
  readonly earnedToday: Points;
}

export async function sumsOf(executor: Executor, memberId: string, today: string): Promise<PointSums> {
  const { rows } = await sql<{ balance: string; credited: string; in_process: string; count: number; earned: string }>`
    select coalesce((select balance from point_account where member_id = ${memberId}), 0)::text as balance,
           coalesce((select credited from point_account where member_id = ${memberId}), 0)::text as credited,
           (select coalesce(sum(points), 0) from point_redemption where member_id = ${memberId} and status = 'in_process')::text as in_process,
           (select count(*) from point_redemption where member_id = ${memberId} and status = 'in_process')::int as count,
           (select coalesce(sum(points), 0) from point_entry
             where member_id = ${memberId} and kind = 'earned' and day = ${today}::date)::text as earned`.execute(executor);
  const row = rows[0];
  return {
    balance: BigInt(row?.balance ?? 0),
    credited: BigInt(row?.credited ?? 0),
    inProcess: BigInt(row?.in_process ?? 0),
    inProcessCount: row?.count ?? 0,
    earnedToday: BigInt(row?.earned ?? 0),
  };
}
