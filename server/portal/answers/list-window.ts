/** A page of a platform that contains the wanted part of a list. */
export interface ListWindow {
  readonly pageNo: number;
  readonly pageSize: number;
  /** Items of the page before the wanted ones. */
  readonly skip: number;
  /** Wanted items. */
  readonly size: number;
}

/** Largest page that a list is requested with, as in the call table. */
const MAX_PAGE = 100;

/**
 * The smallest page that contains `size` items from `offset` on, for platforms that know pages only. Undefined if the query has no offset, or
 * no page contains them all.
 */
export function windowOf(query: URLSearchParams): ListWindow | undefined {
  const [offset, size] = [Number(query.get('offset') ?? 0), Number(query.get('pageSize') ?? 0)];
  if (!Number.isInteger(offset) || !Number.isInteger(size) || offset <= 0 || size <= 0) return undefined;
  for (let pageSize = size; pageSize <= MAX_PAGE; pageSize++) {
    const before = Math.floor(offset / pageSize);
    if (offset + size <= (before + 1) * pageSize) return { pageNo: before + 1, pageSize, skip: offset - before * pageSize, size };
  }
  return undefined;
}

interface Page {
  readonly games: readonly unknown[];
  readonly totalPages: number;
}

/** The wanted part of such a page; its number of pages becomes that of pages of the wanted size. */
export function partOf<P extends Page>(page: P, { skip, size, pageSize }: ListWindow): P {
  return { ...page, games: page.games.slice(skip, skip + size), totalPages: Math.ceil((page.totalPages * pageSize) / size) };
}
