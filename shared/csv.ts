/** Spreadsheets take the text for UTF-8 by this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';
const FIGURE = /^-?\d+(?:\.\d+)?$/;
/** What a spreadsheet would take for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of RFC 4180. Figures stay figures; a text that a spreadsheet would run is made text by an apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join()}\r\n`;
}

function cell(value: string): string {
  if (FIGURE.test(value)) return value;
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe;
}
