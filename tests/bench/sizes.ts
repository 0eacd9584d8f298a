import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const CLIENT = 'dist/client';
const LOADER = 'client/main.ts';
const RUNTIME = 'client/runtime/mount.tsx';

export interface Sizes {
  readonly loader: number;
  /** React, the island runtime and every island of the page. */
  readonly islands: number;
  readonly css: number;
  readonly html: number;
}

/** Bytes after brotli that a page load downloads, by kind. */
export function sizesOf(html: string): Sizes {
  const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest;
  const loader = closure(manifest, [LOADER]);
  const names = [
    ...new Set([...html.matchAll(/<lagoon-island[^>]*\sname="([\w-]+)"/g)].map(([, name = '']) => islandEntry(manifest, name))),
  ];
  const islands = [...closure(manifest, [RUNTIME, ...names])].filter((file) => !loader.has(file));
  const styles = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="\/([^"]+)"/g)].map(([, href = '']) => href);
  return { loader: total([...loader]), islands: total(islands), css: total(styles), html: brotliCompressSync(html).length };
}

function islandEntry(manifest: Manifest, name: string): string {
  const found = Object.keys(manifest).find((entry) => entry.endsWith(`/${name}.island.tsx`));
  if (!found) throw new Error(`the island ${name} is not in the browser build`);
  return found;
}

/** Files of the chunks and of all their static imports. */
function closure(manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) continue;
    found.add(chunk.file);
    closure(manifest, chunk.imports ?? [], found);
  }
  return found;
}

function total(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(CLIENT, file))).length, 0);
}
