/** An item and its memory use. */
export interface Sized {
  readonly bytes: number;
}

/**
 * A segmented LRU cache, bounded in bytes and separate for each call: a flood of made-up queries for one call evicts nothing of another
 * call. An item is new until it is read again; queries that occur once can fill only the few places for new items. The answer without a
 * query is never evicted by the item limits.
 */
export interface Shelves<Item extends Sized> {
  get(call: string, key: string): Item | undefined;
  /** `plain`: without a query. Setting an item again renews it. */
  set(call: string, key: string, item: Item, plain: boolean): void;
  readonly size: number;
  readonly bytes: number;
  clear(): void;
}

export interface ShelfLimits {
  readonly newItems: number;
  readonly items: number;
  readonly bytesOfCall: number;
  readonly bytes: number;
}

interface Shelf<Item> {
  readonly plain: Map<string, Item>;
  readonly used: Map<string, Item>;
  readonly fresh: Map<string, Item>;
  bytes: number;
}

export function createShelves<Item extends Sized>(limits: ShelfLimits): Shelves<Item> {
  const shelves = new Map<string, Shelf<Item>>();
  let total = 0;

  function drop(shelf: Shelf<Item>, key: string): void {
    for (const part of [shelf.plain, shelf.used, shelf.fresh]) {
      const item = part.get(key);
      if (!item) continue;
      part.delete(key);
      shelf.bytes -= item.bytes;
      total -= item.bytes;
    }
  }
  /** Evicts new items first, then those that were written longest ago. */
  function dropOldest(shelf: Shelf<Item>): boolean {
    const part = [shelf.fresh, shelf.used].find(({ size }) => size > 0);
    const oldest = part?.keys().next().value;
    if (oldest === undefined) return false;
    drop(shelf, oldest);
    return true;
  }
  function trim(shelf: Shelf<Item>): void {
    while (shelf.fresh.size > limits.newItems) drop(shelf, shelf.fresh.keys().next().value as string);
    while (shelf.used.size > limits.items) drop(shelf, shelf.used.keys().next().value as string);
    while (shelf.bytes > limits.bytesOfCall && dropOldest(shelf));
    while (total > limits.bytes) {
      const largest = [...shelves.values()].sort((one, two) => two.bytes - one.bytes).find(dropOldest);
      if (!largest) return;
    }
  }
  return {
    get(call, key) {
      const shelf = shelves.get(call);
      const known = shelf?.plain.get(key) ?? shelf?.used.get(key);
      if (known || !shelf) return known;
      const item = shelf.fresh.get(key);
      if (!item) return undefined;
      shelf.fresh.delete(key);
      shelf.used.set(key, item);
      trim(shelf);
      return item;
    },
    set(call, key, item, plain) {
      const shelf = shelves.get(call) ?? { plain: new Map(), used: new Map(), fresh: new Map(), bytes: 0 };
      shelves.set(call, shelf);
      const part = plain ? shelf.plain : shelf.used.has(key) ? shelf.used : shelf.fresh;
      drop(shelf, key);
      part.set(key, item);
      shelf.bytes += item.bytes;
      total += item.bytes;
      trim(shelf);
    },
    get size() {
      let size = 0;
      for (const { plain, used, fresh } of shelves.values()) size += plain.size + used.size + fresh.size;
      return size;
    },
    get bytes() {
      return total;
    },
    clear() {
      shelves.clear();
      total = 0;
    },
  };
}
