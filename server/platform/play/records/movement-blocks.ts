import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';

/** Versions of an account: first inclusive, last exclusive. Versions count from 1 without gaps. */
export interface VersionRange {
  readonly accountId: string;
  readonly from: number;
  readonly end: number;
}

export interface KindSum {
  readonly kind: string;
  readonly count: number;
  readonly units: Units;
}

/** A segment of versions, both ends inclusive, with its sums by kind. */
export interface Segment {
  readonly first: number;
  readonly last: number;
  readonly sums: readonly KindSum[];
  /** Versions of each kind; absent for stored blocks, which have them in the database. */
  readonly versions?: ReadonlyMap<string, readonly number[]>;
}

/** Versions per block, as in migration 045. */
export const BLOCK_SIZE = 500;
/** Blocks created per statement. */
const FILLED_AT_ONCE = 10;

/**
 * Splits the range into segments, newest first: blocks with stored sums, and the rest at both ends, summed now. Missing blocks are created
 * first.
 */
export async function segmentsOf(executor: Executor, range: VersionRange): Promise<readonly Segment[]> {
  if (range.end <= range.from) return [];
  const firstBlock = Math.ceil((range.from - 1) / BLOCK_SIZE);
  const endBlock = Math.floor((range.end - 1) / BLOCK_SIZE);
  if (endBlock <= firstBlock) return [await sumPostings(executor, range.accountId, range.from, range.end - 1)];
  const { accountId } = range;
  const [headEnd, tailFirst] = [firstBlock * BLOCK_SIZE, endBlock * BLOCK_SIZE + 1];
  const blocks = await storedBlocks(executor, accountId, firstBlock, endBlock);
  const tail = tailFirst < range.end ? [await sumPostings(executor, accountId, tailFirst, range.end - 1)] : [];
  const head = range.from <= headEnd ? [await sumPostings(executor, accountId, range.from, headEnd)] : [];
  return [...tail, ...blocks, ...head];
}

async function storedBlocks(executor: Executor, accountId: string, first: number, end: number): Promise<readonly Segment[]> {
  const known = await readBlocks(executor, accountId, first, end);
  if (known.length === end - first) return known;
  const have = new Set(known.map((segment) => (segment.first - 1) / BLOCK_SIZE));
  const missing = Array.from({ length: end - first }, (_, n) => first + n).filter((block) => !have.has(block));
  await fillBlocks(executor, accountId, Math.min(...missing), Math.max(...missing) + 1);
  return readBlocks(executor, accountId, first, end);
}

async function readBlocks(executor: Executor, accountId: string, first: number, end: number): Promise<readonly Segment[]> {
  const rows = await executor
    .selectFrom('movement_block')
    .select(['block', 'kind', 'movements', 'units'])
    .where('account_id', '=', accountId)
    .where('block', '>=', first)
    .where('block', '<', end)
    .orderBy('block', 'desc')
    .execute();
  const segments = new Map<number, KindSum[]>();
  for (const { block, kind, movements, units } of rows) {
    const sums = segments.get(block) ?? [];
    segments.set(block, sums);
    sums.push({ kind, count: movements, units: BigInt(units) });
  }
  return [...segments].map(([block, sums]) => ({ first: block * BLOCK_SIZE + 1, last: (block + 1) * BLOCK_SIZE, sums }));
}

/** Creates the blocks, a few per statement; the offset prevents a scan of all transfers. Concurrent calls create identical blocks. */
export async function fillBlocks(executor: Executor, accountId: string, first: number, end: number): Promise<void> {
  for (let block = first; block < end; block += FILLED_AT_ONCE)
    await fillSome(executor, accountId, block, Math.min(end, block + FILLED_AT_ONCE));
}

async function fillSome(executor: Executor, accountId: string, first: number, end: number): Promise<void> {
  await sql`
    insert into movement_block (account_id, block, kind, movements, units, places)
    select p.account_id, ((p.version - 1) / ${sql.lit(BLOCK_SIZE)})::integer, t.kind, count(*), sum(p.amount),
           array_agg(((p.version - 1) % ${sql.lit(BLOCK_SIZE)} + 1)::smallint)
      from ledger_posting p cross join lateral (select kind from ledger_transfer where id = p.transfer_id offset 0) t
     where p.account_id = ${accountId} and p.version > ${first * BLOCK_SIZE} and p.version <= ${end * BLOCK_SIZE}
     group by 1, 2, 3
    on conflict do nothing`.execute(executor);
}

async function sumPostings(executor: Executor, accountId: string, first: number, last: number): Promise<Segment> {
  const rows = await executor
    .selectFrom('ledger_posting as p')
    .innerJoin('ledger_transfer as t', 't.id', 'p.transfer_id')
    .where('p.account_id', '=', accountId)
    .where('p.version', '>=', String(first))
    .where('p.version', '<=', String(last))
    .groupBy('t.kind')
    .select(['t.kind', sql<string>`sum(p.amount)`.as('units'), sql<number[]>`array_agg(p.version::integer)`.as('versions')])
    .execute();
  return {
    first,
    last,
    sums: rows.map(({ kind, versions, units }) => ({ kind, count: versions.length, units: BigInt(units) })),
    versions: new Map(rows.map(({ kind, versions }) => [kind, versions])),
  };
}

/** Versions of some kinds in the segments, newest first. */
export async function placesOf(
  executor: Executor,
  accountId: string,
  segments: readonly Segment[],
  kinds: readonly string[],
): Promise<readonly number[]> {
  const known = segments.flatMap(({ versions }) => kinds.flatMap((kind) => versions?.get(kind) ?? []));
  const blocks = segments.flatMap(({ first, versions }) => (versions ? [] : [(first - 1) / BLOCK_SIZE]));
  const rows = blocks.length === 0 ? [] : await readPlaces(executor, accountId, blocks, kinds);
  const movementNumbers = rows.flatMap(({ block, places }) => places.map((place) => block * BLOCK_SIZE + place));
  return [...known, ...movementNumbers].toSorted((a, b) => b - a);
}

function readPlaces(executor: Executor, accountId: string, blocks: readonly number[], kinds: readonly string[]) {
  return executor
    .selectFrom('movement_block')
    .select(['block', 'places'])
    .where('account_id', '=', accountId)
    .where('block', 'in', [...blocks])
    .where('kind', 'in', [...kinds])
    .execute();
}

/** Sums of all segments by kind, in the order of the kinds. */
export function totalOf(segments: readonly Segment[]): readonly KindSum[] {
  const totals = new Map<string, KindSum>();
  for (const { kind, count, units } of segments.flatMap(({ sums }) => sums)) {
    const before = totals.get(kind) ?? { kind, count: 0, units: 0n };
    totals.set(kind, { kind, count: before.count + count, units: before.units + units });
  }
  return [...totals.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}
