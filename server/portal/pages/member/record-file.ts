import type { Days } from './record-period.ts';

/** Last part of the address of a record as a file; `server/portal/record-files` answers it. */
export const FILE_NAME = 'record.csv';

/** Address of the file with everything that a filter finds. */
export function fileHref(page: string, days: Days, filter: Readonly<Record<string, string>>): string {
  const range = { period: 'custom', from: days.from, to: days.to };
  const given = Object.entries({ ...range, ...filter }).filter(([, value]) => value !== '');
  return `${page}/${FILE_NAME}?${new URLSearchParams(given)}`;
}
