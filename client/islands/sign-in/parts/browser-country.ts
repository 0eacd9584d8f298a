/** Country of the browser's language; empty if the language has none or is malformed ("en-US@posix"). */
export function browserCountry(language = navigator.language): string {
  try {
    return new Intl.Locale(language).maximize().region ?? '';
  } catch {
    return '';
  }
}
