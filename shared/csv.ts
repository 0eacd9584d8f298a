/** Byte order mark by which spreadsheets detect UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Text that a spreadsheet would interpret as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of RFC 4180. Numbers stay numbers; a text that a spreadsheet would execute gets an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join()}\r\n`;
}

function cell(value: string): string {
  if (NUMBER.test(value)) return value;
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe;
}
