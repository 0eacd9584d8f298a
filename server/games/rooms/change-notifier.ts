/** Notifies subscribers of changes at a table. */
export interface ChangeNotifier {
  notify(tableId: string): void;
  /** `tableId`: of one table; undefined: of any table. Returns the function that unsubscribes. */
  subscribe(tableId: string | undefined, listener: () => void): () => void;
  readonly listeners: number;
}

const ANY_TABLE = '';

export function createChangeNotifier(): ChangeNotifier {
  const waiting = new Map<string, Set<() => void>>();
  let listeners = 0;
  return {
    notify(tableId) {
      for (const key of [tableId, ANY_TABLE]) for (const listener of [...(waiting.get(key) ?? [])]) listener();
    },
    subscribe(tableId = ANY_TABLE, listener) {
      const set = waiting.get(tableId) ?? new Set();
      waiting.set(tableId, set.add(listener));
      listeners += 1;
      return () => {
        if (!set.delete(listener)) return;
        listeners -= 1;
        if (set.size === 0) waiting.delete(tableId);
      };
    },
    get listeners() {
      return listeners;
    },
  };
}
