import { PAGINATION } from '../../shared/constants.ts';

/** A page link. */
export type PageStep = { readonly kind: 'page'; readonly page: number } | { readonly kind: 'gap'; readonly after: number };

/**
 * Steps of a pagination: `range` pages around the current one, `margin` pages at both ends, gaps between. A gap of a
 * single page shows that page instead.
 */
export function pagesOf(page: number, pages: number, { range, margin } = PAGINATION): PageStep[] {
  const before = Math.floor((range - 1) / 2);
  const first = Math.max(1, Math.min(page - before, pages - range + 1));
  const wanted = new Set<number>();
  for (let step = 1; step <= Math.min(margin, pages); step += 1) wanted.add(step).add(pages - step + 1);
  for (let step = first; step < first + range && step <= pages; step += 1) wanted.add(step);
  const row: PageStep[] = [];
  let last = 0;
  for (const next of [...wanted].sort((a, b) => a - b)) {
    if (next - last === 2) row.push({ kind: 'page', page: last + 1 });
    else if (next - last > 2) row.push({ kind: 'gap', after: last });
    row.push({ kind: 'page', page: next });
    last = next;
  }
  return row;
}
