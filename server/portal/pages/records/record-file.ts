import type { Days } from './record-period.ts';

/** Last path segment of a record as a file; served by `server/portal/record-files`. */
export const FILE_NAME = 'record.csv';

/** Address of the file with all entries of a filter. */
export function fileHref(page: string, days: Days, filter: Readonly<Record<string, string>>): string {
  const range = { period: 'custom', from: days.from, to: days.to };
  const given = Object.entries({ ...range, ...filter }).filter(([, value]) => value !== '');
  return `${page}/${FILE_NAME}?${new URLSearchParams(given)}`;
}
