/** Caches the `limit` most recently used values. */
export interface Recent<T> {
  readonly get: (key: string, make: () => T) => T;
  readonly size: () => number;
}

export function createRecent<T>(limit: number): Recent<T> {
  const kept = new Map<string, T>();
  return {
    get: (key, make) => {
      const value = kept.get(key) ?? make();
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > limit && oldest !== undefined) kept.delete(oldest);
      return value;
    },
    size: () => kept.size,
  };
}
