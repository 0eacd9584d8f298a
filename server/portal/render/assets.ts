import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of the browser build. An entry is a source path, such as `views/pages/home/home.tsx`. */
export interface Assets {
  script(entry: string): string | undefined;
  /** The script of an island, by its name. */
  island(name: string): string | undefined;
  /**
   * Style sheets of the entries and the islands (by name) and of their imports, including later parts of islands, each once, in the order of
   * import.
   */
  styles(entries: readonly string[], islands?: readonly string[]): readonly string[];
}

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
const ISLAND = /^client\/islands\/.*\/([\w-]+)\.island\.tsx$/;
export type Manifest = Readonly<Record<string, ManifestChunk>>;

/** One file that replaces several (`server/tools/join-sheets.ts`). */
export interface JoinedSheet {
  readonly file: string;
  readonly parts: readonly string[];
}
/** Path below the folder of the browser build. */
export const SHEETS_FILE = '.vite/sheets.json';

/** Assets of the production build; the manifest is read once. */
export function readAssets(clientDir: string): Assets {
  const read = (file: string) => JSON.parse(readFileSync(join(clientDir, file), 'utf8'));
  const joined = existsSync(join(clientDir, SHEETS_FILE)) ? (read(SHEETS_FILE) as JoinedSheet[]) : [];
  return manifestAssets(read('.vite/manifest.json') as Manifest, joined);
}

export function manifestAssets(manifest: Manifest, joined: readonly JoinedSheet[] = []): Assets {
  const known = new Map<string, readonly string[]>();
  const islands = islandFiles(manifest);
  return {
    script(entry) {
      const chunk = manifest[entry];
      if (!chunk) throw new Error(`${entry} is not in the browser build`);
      return `/${chunk.file}`;
    },
    island: (name) => islands.get(name) ?? missingIsland(name),
    styles(entries, islands = []) {
      const key = [...entries, ...islands].join();
      const styles = known.get(key) ?? joinStyles(collectStyles(manifest, entries, islands), joined);
      known.set(key, styles);
      return styles;
    },
  };
}

/** For a portal without a browser build, as in tests that do not check pages: plain HTML. */
export const NO_ASSETS: Assets = { script: () => undefined, island: () => undefined, styles: () => [] };

export function collectStyles(manifest: Manifest, entries: readonly string[], islands: readonly string[] = []): readonly string[] {
  const styles = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const css of chunk.css ?? []) styles.add(`/${css}`);
  };
  for (const entry of entries) visit(entry);
  for (const island of islands) {
    const entry = islandEntry(manifest, island);
    visit(entry);
    // A part that an island loads later (such as a member's side) is already in the server's HTML and needs its styles.
    for (const later of manifest[entry]?.dynamicImports ?? []) visit(later);
  }
  return [...styles];
}

function islandEntry(manifest: Manifest, name: string): string {
  return Object.keys(manifest).find((entry) => ISLAND.exec(entry)?.[1] === name) ?? missingIsland(name);
}

/** Addresses of the scripts of all islands by name. */
function islandFiles(manifest: Manifest): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(manifest).flatMap(([entry, { file }]) => {
      const name = ISLAND.exec(entry)?.[1];
      return name === undefined ? [] : [[name, `/${file}`] as const];
    }),
  );
}

function missingIsland(name: string): never {
  throw new Error(`the island ${name} is not in the browser build`);
}

/** Uses a joined sheet if the page needs all its parts. The order of sheets does not matter, because rules are in layers. */
function joinStyles(styles: readonly string[], joined: readonly JoinedSheet[]): readonly string[] {
  const left = new Set(styles);
  const files: string[] = [];
  for (const { file, parts } of joined) {
    if (!parts.every((part) => left.has(part))) continue;
    for (const part of parts) left.delete(part);
    files.push(file);
  }
  return [...files, ...left];
}
