type Tree = Readonly<Record<string, unknown>>;

/** Deep merge: values of `own` replace those of `base`; objects are merged by key, other values replaced. */
export function merged(base: object, overrides: object): Tree {
  const joined: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(overrides)) {
    const held = (base as Tree)[key];
    joined[key] = isTree(held) && isTree(value) ? merged(held, value) : value;
  }
  return joined;
}

/** All non-object values below an object with their paths; a list is one value. */
export function leavesOf(tree: object, path: readonly string[] = []): readonly (readonly [path: readonly string[], value: unknown])[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const currentPath = [...path, key];
    return isTree(value) ? leavesOf(value, currentPath) : [[currentPath, value] as const];
  });
}

export function leafAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((held, key) => (isTree(held) ? held[key] : undefined), tree);
}

/** An object with a single value at the path. */
export function treeOf(path: readonly string[], value: unknown): Tree {
  return path.reduceRight<unknown>((held, key) => ({ [key]: held }), value) as Tree;
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
