/** A small file that every address of the site has and any page may request. */
const PROBE = '/favicon.svg';
const DEADLINE_MS = 5_000;

/**
 * Milliseconds until an address responds to this browser, the better of two tries: the first one opens the connection.
 * Null: no response.
 */
export async function measureRoute(origin: string, fetch = globalThis.fetch, now = () => performance.now()): Promise<number | null> {
  const times: number[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const start = now();
    try {
      await fetch(`${origin}${PROBE}?${Math.random()}`, {
        mode: 'no-cors',
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      times.push(now() - start);
    } catch {
      break;
    }
  }
  return times.length > 0 ? Math.max(1, Math.round(Math.min(...times))) : null;
}

/** Index of the smallest value; -1 without one. */
export function fastest(measurements: readonly (number | null | undefined)[]): number {
  let best = -1;
  for (const [index, milliseconds] of measurements.entries()) {
    if (typeof milliseconds === 'number' && (best < 0 || milliseconds < (measurements[best] as number))) best = index;
  }
  return best;
}
