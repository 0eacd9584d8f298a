type Tree = Readonly<Record<string, unknown>>;

/** `base` with what `own` says instead; objects are joined key by key, everything else is taken whole. */
export function merged(base: object, own: object): Tree {
  const joined: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const held = (base as Tree)[key];
    joined[key] = isTree(held) && isTree(value) ? merged(held, value) : value;
  }
  return joined;
}

/** Every value below an object that is no object itself, by its keys; lists count as one value. */
export function leavesOf(tree: object, path: readonly string[] = []): readonly (readonly [path: readonly string[], value: unknown])[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const here = [...path, key];
    return isTree(value) ? leavesOf(value, here) : [[here, value] as const];
  });
}

export function leafAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((held, key) => (isTree(held) ? held[key] : undefined), tree);
}

/** A tree with one value in it, to be merged. */
export function treeOf(path: readonly string[], value: unknown): Tree {
  return path.reduceRight<unknown>((held, key) => ({ [key]: held }), value) as Tree;
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
