/** An item and its memory use. */
export interface Sized {
  readonly bytes: number;
}

/**
 * A segmented LRU cache, bounded in bytes and separate for each call: a flood of made-up queries for one call evicts nothing of another
 * call. An item is new until it is read again; queries that occur once can fill only the few places for new items. The answer without a
 * query is never evicted by the item limits.
 */
export interface SegmentedLru<Item extends Sized> {
  get(call: string, key: string): Item | undefined;
  /** `plain`: without a query. Setting an item again renews it. */
  set(call: string, key: string, item: Item, plain: boolean): void;
  readonly size: number;
  readonly bytes: number;
  clear(): void;
}

export interface SegmentedLruLimits {
  readonly newItems: number;
  readonly items: number;
  readonly bytesOfCall: number;
  readonly bytes: number;
}

interface Segment<Item> {
  readonly plain: Map<string, Item>;
  readonly used: Map<string, Item>;
  readonly fresh: Map<string, Item>;
  bytes: number;
}

export function createSegmentedLru<Item extends Sized>(limits: SegmentedLruLimits): SegmentedLru<Item> {
  const segments = new Map<string, Segment<Item>>();
  let total = 0;

  function drop(segment: Segment<Item>, key: string): void {
    for (const part of [segment.plain, segment.used, segment.fresh]) {
      const item = part.get(key);
      if (!item) continue;
      part.delete(key);
      segment.bytes -= item.bytes;
      total -= item.bytes;
    }
  }
  /** Evicts new items first, then those that were written longest ago. */
  function dropOldest(segment: Segment<Item>): boolean {
    const part = [segment.fresh, segment.used].find(({ size }) => size > 0);
    const oldest = part?.keys().next().value;
    if (oldest === undefined) return false;
    drop(segment, oldest);
    return true;
  }
  function trim(segment: Segment<Item>): void {
    while (segment.fresh.size > limits.newItems) drop(segment, segment.fresh.keys().next().value as string);
    while (segment.used.size > limits.items) drop(segment, segment.used.keys().next().value as string);
    while (segment.bytes > limits.bytesOfCall && dropOldest(segment));
    while (total > limits.bytes) {
      const largest = [...segments.values()].sort((one, two) => two.bytes - one.bytes).find(dropOldest);
      if (!largest) return;
    }
  }
  return {
    get(call, key) {
      const segment = segments.get(call);
      const known = segment?.plain.get(key) ?? segment?.used.get(key);
      if (known || !segment) return known;
      const item = segment.fresh.get(key);
      if (!item) return undefined;
      segment.fresh.delete(key);
      segment.used.set(key, item);
      trim(segment);
      return item;
    },
    set(call, key, item, plain) {
      const segment = segments.get(call) ?? { plain: new Map(), used: new Map(), fresh: new Map(), bytes: 0 };
      segments.set(call, segment);
      const part = plain ? segment.plain : segment.used.has(key) ? segment.used : segment.fresh;
      drop(segment, key);
      part.set(key, item);
      segment.bytes += item.bytes;
      total += item.bytes;
      trim(segment);
    },
    get size() {
      let size = 0;
      for (const { plain, used, fresh } of segments.values()) size += plain.size + used.size + fresh.size;
      return size;
    },
    get bytes() {
      return total;
    },
    clear() {
      segments.clear();
      total = 0;
    },
  };
}
