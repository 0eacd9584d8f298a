import type { ImportGraph } from './import-graph.ts';

/** A shortest cycle for each group of files that import each other; its first file is also the last. */
export function importCycles(graph: ImportGraph): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const seen = new Set<string>();
  const importers = reversed(graph);
  for (const file of leadingToCycles(graph)) {
    const cycle = seen.has(file) ? undefined : shortestCycle(graph, file);
    if (!cycle) continue;
    const imported = reachable(graph, file);
    for (const member of reachable(importers, file)) if (imported.has(member)) seen.add(member);
    cycles.push(cycle);
  }
  return cycles;
}

/** Removes files without imports of remaining files, until every file is in a cycle or imports one. */
function leadingToCycles(graph: ImportGraph): ReadonlySet<string> {
  const left = new Set(graph.keys());
  const importers = reversed(graph);
  const pending = [...left];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (!left.has(file) || graph.get(file)?.some((imported) => left.has(imported))) continue;
    left.delete(file);
    pending.push(...(importers.get(file) ?? []));
  }
  return left;
}

function reversed(graph: ImportGraph): ImportGraph {
  const importers = new Map<string, string[]>([...graph.keys()].map((file) => [file, []]));
  for (const [file, imported] of graph) for (const one of imported) importers.get(one)?.push(file);
  return importers;
}

function reachable(graph: ImportGraph, from: string): ReadonlySet<string> {
  const found = new Set([from]);
  for (const file of found) for (const imported of graph.get(file) ?? []) found.add(imported);
  return found;
}

/** Breadth first; undefined if the file is in no cycle. */
function shortestCycle(graph: ImportGraph, start: string): readonly string[] | undefined {
  const importerOf = new Map<string, string>();
  const pending = [start];
  for (const file of pending)
    for (const imported of graph.get(file) ?? []) {
      if (imported === start) return [start, ...pathTo(file, importerOf), start];
      if (importerOf.has(imported)) continue;
      importerOf.set(imported, file);
      pending.push(imported);
    }
  return undefined;
}

/** The files between the start of the search and this one, which is included; the start is not. */
function pathTo(file: string, importerOf: ReadonlyMap<string, string>): readonly string[] {
  const importer = importerOf.get(file);
  return importer === undefined ? [] : [...pathTo(importer, importerOf), file];
}
