import { BYTE_ORDER_MARK, csvLine } from '../../../../shared/csv.ts';

/** Rows of one page, and of one export. */
export const PAGE = 50;
export const MAX_LINES = 10_000;

export function pageNoOf(query: URLSearchParams): number {
  return Math.min(10_000, Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1));
}

/** Part of a list. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** The rows of the requested page, and whether there are more. */
export async function pageOf<Row>(
  query: URLSearchParams,
  read: (slice: Slice) => Promise<readonly Row[]>,
): Promise<{ readonly rows: readonly Row[]; readonly pageNo: number; readonly more: boolean }> {
  const pageNo = pageNoOf(query);
  const rows = await read({ offset: (pageNo - 1) * PAGE, limit: PAGE + 1 });
  return { rows: rows.slice(0, PAGE), pageNo, more: rows.length > PAGE };
}

/** The member to which the list is filtered; undefined: all. */
export function memberOf(query: URLSearchParams): string | undefined {
  return query.get('member')?.slice(0, 64) || undefined;
}

/** The list as CSV for spreadsheets. */
export function csvFile(name: string, heads: readonly string[], rows: readonly (readonly string[])[]) {
  const bytes = Buffer.from([BYTE_ORDER_MARK + csvLine(heads), ...rows.map(csvLine)].join(''));
  return { type: 'text/csv; charset=utf-8', name, bytes };
}
