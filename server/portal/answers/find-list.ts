type Item = Readonly<Record<string, unknown>>;

/** Names under which platforms put the list of an answer. */
const CONTAINERS = ['list', 'data', 'records', 'rows', 'content', 'items', 'result', 'results'];
const DEPTH = 2;

/** A list, and the fields next to it (numbers of pages). */
export interface FoundList {
  readonly list: readonly unknown[];
  readonly fields: Item;
}

/** The list of an answer: the answer itself, the field of that name, or a usual container, also one within another. */
export function findList(value: unknown, name: string, depth = DEPTH): FoundList | undefined {
  if (Array.isArray(value)) return { list: value, fields: {} };
  if (typeof value !== 'object' || value === null) return undefined;
  const item = value as Item;
  const direct = [name, ...CONTAINERS].find((key) => Array.isArray(item[key]));
  if (direct !== undefined) return { list: item[direct] as readonly unknown[], fields: item };
  // Many platforms send null for an empty list.
  if ([name, ...CONTAINERS].some((key) => item[key] === null)) return { list: [], fields: item };
  if (depth === 0) return undefined;
  for (const key of CONTAINERS) {
    const inner = item[key];
    const found = typeof inner === 'object' ? findList(inner, name, depth - 1) : undefined;
    if (found) return { list: found.list, fields: { ...item, ...found.fields } };
  }
  return undefined;
}
