import { AsyncResource } from 'node:async_hooks';

export interface GatherOptions {
  /** Items of one run. */
  readonly max: number;
  /** Runs at the same time. One takes all that waits; the others start with `most` items only. */
  readonly lanes: number;
}

interface Waiting<In, Out> {
  readonly item: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

export interface Runs<In, Out> {
  /** Returns the results in the order of its items. */
  together(items: readonly In[]): Promise<readonly Out[]>;
  /** One item of a run that the database has undone; outside of the lanes. */
  single(item: In): Promise<Out>;
}

/**
 * What waits at the same time goes together: an item starts a run at once when none is running, and what arrives meanwhile goes with the
 * next run, in the order of arrival. If a run fails because of what it was given (`isUndone`), each of its items runs on its own, so that one
 * cannot take others with it; with another error each of its items fails.
 */
export function gather<In, Out>({ max, lanes }: GatherOptions, { together, single }: Runs<In, Out>): (item: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = [];
  let running = 0;
  let starts = false;

  // Not in the scope of the request that happens to come first.
  const start = AsyncResource.bind(() => {
    starts = false;
    while (mayStart()) void carry(waiting.splice(0, max));
  });
  const mayStart = () => waiting.length > 0 && (running === 0 || (running < lanes && waiting.length >= max));

  async function carry(items: readonly Waiting<In, Out>[]): Promise<void> {
    running += 1;
    try {
      const results = await together(items.map(({ item }) => item));
      if (results.length !== items.length) throw new Error(`${results.length} results for ${items.length} items`);
      for (const [index, { resolve }] of items.entries()) resolve(results[index] as Out);
    } catch (error) {
      for (const { item, resolve, reject } of items) {
        if (isUndone(error)) single(item).then(resolve, reject);
        else reject(error);
      }
    }
    running -= 1;
    start();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (starts || !mayStart()) return;
      starts = true;
      // After all that is ready now, such as the callers that the last run has answered.
      setImmediate(start);
    });
}

/** Classes of errors: data, constraints, lost races, locks that were not free, errors of functions. */
const UNDONE = ['22', '23', '40', '55', 'P0'];

/** Whether the database has undone a statement because of its content or of a lock, and is well itself. */
function isUndone(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && code.length === 5 && UNDONE.includes(code.slice(0, 2));
}
