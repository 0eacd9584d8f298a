import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of the browser build. An entry is a source path, such as `views/pages/home.tsx`. */
export interface Assets {
  script(entry: string): string | undefined;
  /** Style sheets of all entries and of everything they import, islands' later parts too, each once, in the order of import. */
  styles(entries: readonly string[]): readonly string[];
}

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
type Manifest = Readonly<Record<string, ManifestChunk>>;

/** Assets of the production build; its manifest is read once. */
export function readAssets(clientDir: string): Assets {
  return manifestAssets(JSON.parse(readFileSync(join(clientDir, '.vite', 'manifest.json'), 'utf8')) as Manifest);
}

export function manifestAssets(manifest: Manifest): Assets {
  const known = new Map<string, readonly string[]>();
  return {
    script(entry) {
      const chunk = manifest[entry];
      if (!chunk) throw new Error(`${entry} is not in the browser build`);
      return `/${chunk.file}`;
    },
    styles(entries) {
      const key = entries.join();
      const styles = known.get(key) ?? collectStyles(manifest, entries);
      known.set(key, styles);
      return styles;
    },
  };
}

/** Without a browser build: pages stand as plain HTML. Only tests that do not look at pages run like this. */
export const NO_ASSETS: Assets = { script: () => undefined, styles: () => [] };

function collectStyles(manifest: Manifest, entries: readonly string[]): readonly string[] {
  const styles = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const css of chunk.css ?? []) styles.add(`/${css}`);
  };
  for (const entry of entries) {
    visit(entry);
    // What an island loads later (a member's side) is in the server's HTML at once and must look right there.
    if (entry.startsWith('client/islands/')) for (const later of manifest[entry]?.dynamicImports ?? []) visit(later);
  }
  return [...styles];
}
