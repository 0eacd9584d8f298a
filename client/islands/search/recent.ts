const KEY = 'searches';
const MAX_SEARCHES = 5;

/** Searches on this device, newest first; they are not sent anywhere. */
export function recentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, MAX_SEARCHES) : [];
  } catch {
    return [];
  }
}

export function addSearch(text: string): void {
  const wanted = text.trim();
  if (wanted === '') return;
  store([wanted, ...recentSearches().filter((known) => known.toLowerCase() !== wanted.toLowerCase())].slice(0, MAX_SEARCHES));
}

export function clearSearches(): void {
  store([]);
}

function store(searches: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // Storage is unavailable: searches are not stored.
  }
}
