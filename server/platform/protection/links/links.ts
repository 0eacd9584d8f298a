import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import type { TraitKind } from './tables.ts';

export interface Link {
  readonly memberId: string;
  readonly kinds: readonly TraitKind[];
}

interface LinkQuery {
  readonly kinds: readonly TraitKind[];
  /** Both accounts have had the trait since then. */
  readonly since?: Date;
}

/** Accounts that share a trait with the member, with the shared traits. */
export async function linkedMembers(executor: Executor, memberId: string, { kinds, since }: LinkQuery): Promise<readonly Link[]> {
  let query = executor
    .selectFrom('member_trait as own')
    .innerJoin('member_trait as other', (join) =>
      join.onRef('other.kind', '=', 'own.kind').onRef('other.key', '=', 'own.key').onRef('other.member_id', '!=', 'own.member_id'),
    )
    .where('own.member_id', '=', memberId)
    .where('own.kind', 'in', kinds)
    .select(['other.member_id as memberId', sql<TraitKind[]>`array_agg(distinct own.kind order by own.kind)`.as('kinds')])
    .groupBy('other.member_id')
    .orderBy('other.member_id');
  if (since) query = query.where('own.seen_at', '>=', since).where('other.seen_at', '>=', since);
  return query.execute();
}

/** Whether two of these accounts share one of these traits. */
export async function areLinked(executor: Executor, a: string, b: string, query: LinkQuery): Promise<boolean> {
  return (await linkedMembers(executor, a, query)).some(({ memberId }) => memberId === b);
}
