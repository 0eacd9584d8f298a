import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { FIRST_VIEW } from '../kit/first-view.ts';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const CLIENT = 'dist/client';
const LOADER = 'client/main.ts';

export interface Sizes {
  readonly loader: number;
  /** The scripts that a visitor's first view loads besides the loader (`tests/kit/first-view.ts`). */
  readonly firstView: number;
  readonly css: number;
  readonly html: number;
}

/** Bytes after brotli that a page load downloads, by kind. */
export function sizesOf(html: string): Sizes {
  const manifest = readManifest();
  const loader = closure(manifest, [LOADER]);
  const firstView = [...closure(manifest, withLater(manifest))].filter((file) => !loader.has(file));
  const styles = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="\/([^"]+)"/g)].map(([, href = '']) => href);
  return { loader: total([...loader]), firstView: total(firstView), css: total(styles), html: brotliCompressSync(html).length };
}

/** Files of the browser build that the first view may load. */
export function firstViewFiles(): readonly string[] {
  const manifest = readManifest();
  return [...closure(manifest, [LOADER, ...withLater(manifest)])];
}

/** The first view with what its scripts import later. */
function withLater(manifest: Manifest): readonly string[] {
  return FIRST_VIEW.flatMap((source) => [source, ...(manifest[source]?.dynamicImports ?? [])]);
}

function readManifest(): Manifest {
  const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest;
  const missing = FIRST_VIEW.filter((source) => manifest[source] === undefined);
  if (missing.length > 0) throw new Error(`not in the browser build: ${missing.join(', ')}`);
  return manifest;
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
