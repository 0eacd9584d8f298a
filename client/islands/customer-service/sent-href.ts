/** The page that lists messages, with the number of the new message; `1` if the platform assigns no numbers. */
export function sentHref(back: string, number: string): string {
  return `${back}${back.includes('?') ? '&' : '?'}sent=${number}`;
}

export function wholeNumber(value: number, languageTag: string): string {
  return new Intl.NumberFormat(languageTag).format(value);
}

/** Eight digits in two groups of four, for reading aloud. */
export function ticketNumberText(number: string): string {
  return number.replace(/^(\d{4})(\d{4})$/, '$1-$2');
}
