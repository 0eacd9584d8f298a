import { setTimeout as pause } from 'node:timers/promises';

const MAX_BATCH = 16;
/** Maximum time that an item waits for its batch. */
const WAIT_MS = 50;

interface Batch<Item, Result> {
  readonly items: Item[];
  readonly written: Promise<ReadonlyMap<string, Result>>;
  close(): void;
}

/** Collects items for a short time and writes them in one batch. Returns the result of each item by its id; undefined if it has none. */
export function batchWrites<Item extends { readonly id: string }, Result>(
  write: (items: readonly Item[]) => Promise<ReadonlyMap<string, Result>>,
): (item: Item) => Promise<Result | undefined> {
  let open: Batch<Item, Result> | undefined;

  function begin(): Batch<Item, Result> {
    const items: Item[] = [];
    let close = () => {};
    const full = new Promise<void>((resolve) => {
      close = resolve;
    });
    const closed = Promise.race([full, pause(WAIT_MS)]);
    const written = closed.then(() => {
      if (open?.items === items) open = undefined;
      return write(items);
    });
    return { items, close, written };
  }

  return async (item) => {
    open ??= begin();
    const { items, close, written } = open;
    items.push(item);
    if (items.length >= MAX_BATCH) {
      open = undefined;
      close();
    }
    return (await written).get(item.id);
  };
}
