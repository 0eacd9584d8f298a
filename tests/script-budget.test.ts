import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';
import { FIRST_VIEW, MAX_FIRST_VIEW } from './kit/first-view.ts';

/** Bytes after brotli. */
const MAX_LOADER = 3 * 1024;
const MAX_ISLAND = 6 * 1024;
const SOME_ISLANDS = 9;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

let chunks: Map<string, Rolldown.OutputChunk>;

beforeAll(async () => {
  // The test runner's own value would build React in development mode.
  vi.stubEnv('NODE_ENV', 'production');
  const built = (await build({ root: ROOT, logLevel: 'error', build: { write: false } })) as Rolldown.RolldownOutput;
  vi.unstubAllEnvs();
  chunks = new Map(built.output.filter((file) => file.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
});

test('the loader is small and does not import React', () => {
  const loader = closure([chunkOf('client/main.ts')]);
  expect(bytes(loader)).toBeLessThanOrEqual(MAX_LOADER);
  expect([...loader].flatMap((chunk) => chunk.moduleIds).filter((id) => /node_modules\/(react|valibot|jose)/.test(id))).toEqual([]);
});

test('React and the islands of the first view of the home page', () => {
  const loader = closure([chunkOf('client/main.ts')]);
  const home = closure(FIRST_VIEW.map(chunkOf));
  expect(bytes(new Set([...home].filter((chunk) => !loader.has(chunk))))).toBeLessThanOrEqual(MAX_FIRST_VIEW);
});

test('no island is heavy', () => {
  const islands = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId?.endsWith('.island.tsx'));
  expect(islands.length).toBeGreaterThan(SOME_ISLANDS);
  const heavy = islands.filter((chunk) => bytes(new Set([chunk])) > MAX_ISLAND);
  expect(heavy.map(({ facadeModuleId }) => facadeModuleId)).toEqual([]);
});

test('no browser bundle contains call schemas', () => {
  const modules = [...chunks.values()].flatMap((chunk) => chunk.moduleIds);
  expect(modules.filter((id) => id.includes('node_modules/valibot'))).toEqual([]);
});

function chunkOf(source: string): Rolldown.OutputChunk {
  const found = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === ROOT + source);
  if (!found) throw new Error(`no chunk for ${source}`);
  return found;
}

/** The chunks and all their static imports. */
function closure(start: readonly Rolldown.OutputChunk[], found = new Set<Rolldown.OutputChunk>()): Set<Rolldown.OutputChunk> {
  for (const chunk of start) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    closure(
      chunk.imports.flatMap((name) => chunks.get(name) ?? []),
      found,
    );
  }
  return found;
}

function bytes(of: Set<Rolldown.OutputChunk>): number {
  return [...of].reduce((sum, chunk) => sum + brotliCompressSync(chunk.code).length, 0);
}
