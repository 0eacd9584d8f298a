import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of the browser build, by entry ("client/games/slot-page.ts"). */
export interface StudioAssets {
  of(entry: string): { readonly scripts: readonly string[]; readonly styles: readonly string[] };
}

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

/** The manifest is read again after a new build has replaced it. */
export function builtAssets(clientDir: string): StudioAssets {
  const file = join(clientDir, '.vite', 'manifest.json');
  let manifest: Manifest = {};
  let writtenAt = Number.NaN;
  return {
    of(entry) {
      const { mtimeMs } = statSync(file);
      if (mtimeMs !== writtenAt) manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      writtenAt = mtimeMs;
      const chunk = manifest[entry];
      if (!chunk) throw new Error(`${entry} is not in the browser build`);
      return { scripts: [`/${chunk.file}`], styles: [...stylesOf(manifest, entry, new Set())] };
    },
  };
}

/** Sources as the development server serves them. */
export const sourceAssets: StudioAssets = { of: (entry) => ({ scripts: ['/@vite/client', `/${entry}`], styles: [] }) };

function stylesOf(manifest: Manifest, entry: string, seen: Set<string>): Set<string> {
  const chunk = manifest[entry];
  if (!chunk || seen.has(entry)) return new Set();
  seen.add(entry);
  const imported = (chunk.imports ?? []).flatMap((name) => [...stylesOf(manifest, name, seen)]);
  return new Set([...imported, ...(chunk.css ?? []).map((css) => `/${css}`)]);
}
