/** The page that lists messages, with the number of the one that was just sent; `1` where the platform numbers none. */
export function sentHref(back: string, number: string): string {
  return `${back}${back.includes('?') ? '&' : '?'}sent=${number}`;
}

export function wholeNumber(value: number, languageTag: string): string {
  return new Intl.NumberFormat(languageTag).format(value);
}

/** Eight digits in two groups, as they are read aloud. */
export function shownNumber(number: string): string {
  return number.replace(/^(\d{4})(\d{4})$/, '$1-$2');
}
