/** Notifies subscribers of changes at a table. */
export interface Bell {
  ring(tableId: string): void;
  /** `tableId`: of one table; undefined: of any table. Returns the function that unsubscribes. */
  listen(tableId: string | undefined, heard: () => void): () => void;
  readonly listeners: number;
}

const ANY = '';

export function createBell(): Bell {
  const waiting = new Map<string, Set<() => void>>();
  let listeners = 0;
  return {
    ring(tableId) {
      for (const key of [tableId, ANY]) for (const heard of [...(waiting.get(key) ?? [])]) heard();
    },
    listen(tableId = ANY, heard) {
      const set = waiting.get(tableId) ?? new Set();
      waiting.set(tableId, set.add(heard));
      listeners += 1;
      return () => {
        if (!set.delete(heard)) return;
        listeners -= 1;
        if (set.size === 0) waiting.delete(tableId);
      };
    },
    get listeners() {
      return listeners;
    },
  };
}
