/** Country of the browser's language; empty where it names none, or a language that is none ("en-US@posix"). */
export function browserCountry(language = navigator.language): string {
  try {
    return new Intl.Locale(language).maximize().region ?? '';
  } catch {
    return '';
  }
}
