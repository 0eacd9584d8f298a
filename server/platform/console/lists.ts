import { BYTE_ORDER_MARK, csvLine } from '../../../shared/csv.ts';

/** Of one page of a list, and of one file: what is more comes with another filter. */
export const PAGE = 50;
export const MOST_LINES = 10_000;

export function pageNoOf(query: URLSearchParams): number {
  return Math.min(10_000, Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1));
}

/** The member that a list is narrowed to; undefined: all. */
export function memberOf(query: URLSearchParams): string | undefined {
  return query.get('member')?.slice(0, 64) || undefined;
}

/** A list as a file that a spreadsheet opens. */
export function csvFile(name: string, heads: readonly string[], rows: readonly (readonly string[])[]) {
  const bytes = Buffer.from([BYTE_ORDER_MARK + csvLine(heads), ...rows.map(csvLine)].join(''));
  return { type: 'text/csv; charset=utf-8', name, bytes };
}
