const KEY = 'searches';
const MOST = 5;

/** What was searched for on this device, the newest first; nothing of it is sent anywhere. */
export function recentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function addSearch(text: string): void {
  const wanted = text.trim();
  if (wanted === '') return;
  store([wanted, ...recentSearches().filter((known) => known.toLowerCase() !== wanted.toLowerCase())].slice(0, MOST));
}

export function clearSearches(): void {
  store([]);
}

function store(searches: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // Storage is closed to this page: searches are not kept.
  }
}
