/** Caches the `limit` most recently used values. */
export interface LruCache<T> {
  readonly get: (key: string, make: () => T) => T;
  readonly size: () => number;
}

export function createLruCache<T>(limit: number): LruCache<T> {
  const entries = new Map<string, T>();
  return {
    get: (key, make) => {
      const value = entries.get(key) ?? make();
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
      return value;
    },
    size: () => entries.size,
  };
}
