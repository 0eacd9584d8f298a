import { setTimeout as pause } from 'node:timers/promises';

const MOST = 16;
/** Nobody waits longer for others to be written down with. */
const WAIT_MS = 50;

interface Batch<Item, Result> {
  readonly items: Item[];
  readonly written: Promise<ReadonlyMap<string, Result>>;
  close(): void;
}

/** Writes down what comes within a moment together. Answers what became of each, by its id; undefined where nothing did. */
export function writeTogether<Item extends { readonly id: string }, Result>(
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
    if (items.length >= MOST) {
      open = undefined;
      close();
    }
    return (await written).get(item.id);
  };
}
