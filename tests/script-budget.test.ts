import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';
import { FIRST_VIEW, MAX_FIRST_VIEW } from './kit/first-view.ts';

/** Bytes after brotli. */
const MAX_LOADER = 3 * 1024;
const MAX_REACT = 55 * 1024;
const MAX_SIGN_IN = 28 * 1024;
const MAX_SIGN_IN_FILES = 10;
const MAX_ISLAND = 6 * 1024;
/** What a visitor's click on the sign-in loads. */
const SIGN_IN = [
  'client/islands/modals/modal-host.island.tsx',
  'client/islands/modals/modal.tsx',
  'client/islands/sign-in/login-form.tsx',
  'client/islands/modals/texts.ts',
];
/** Islands of a member's page from the start, with the header: bytes and files besides loader and React. */
const HEADER = [
  'client/islands/shell/header-bar.island.tsx',
  'client/islands/shell/member-bar.tsx',
  'client/islands/shell/toast-host.island.tsx',
];
const PAGES = [
  { page: '/lottery', sources: ['client/islands/lottery/lottery-lobby.island.tsx'], maxBytes: 10 * 1024, maxFiles: 4 },
  { page: 'deposit', sources: ['client/islands/deposit/deposit.island.tsx', ...HEADER], maxBytes: 20 * 1024, maxFiles: 8 },
  { page: 'game page', sources: ['client/islands/game-frame/game-frame.island.tsx', ...HEADER], maxBytes: 20 * 1024, maxFiles: 9 },
];
/** One of the texts of each language: they are in one file. */
const AREAS = Object.fromEntries(['EN', 'TH', 'JA'].map((code) => [code, `shared/i18n/locales/${code}/auth.json`]));
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

test('the first view of the home page is small and does not import React', () => {
  const later = FIRST_VIEW.flatMap((source) => chunkOf(source).dynamicImports.flatMap((name) => chunks.get(name)?.moduleIds ?? []));
  const home = afterLoader([...FIRST_VIEW, ...later.map((id) => id.slice(ROOT.length))]);
  expect(bytes(home)).toBeLessThanOrEqual(MAX_FIRST_VIEW);
  expect([...home].flatMap((chunk) => chunk.moduleIds).filter((id) => /node_modules\/react/.test(id))).toEqual([]);
});

test('React with what every island needs', () => {
  expect(bytes(afterLoader(['client/runtime/mount.tsx']))).toBeLessThanOrEqual(MAX_REACT);
});

test.each(Object.entries(AREAS))('the sign-in dialog in %s, besides React', (_language, texts) => {
  const react = afterLoader(['client/runtime/mount.tsx']);
  const dialog = [...afterLoader([...SIGN_IN, texts])].filter((chunk) => !react.has(chunk));
  expect(bytes(new Set(dialog))).toBeLessThanOrEqual(MAX_SIGN_IN);
  expect(dialog.length).toBeLessThanOrEqual(MAX_SIGN_IN_FILES);
});

test.each(PAGES)('the scripts of $page, besides React', ({ sources, maxBytes, maxFiles }) => {
  const react = afterLoader(['client/runtime/mount.tsx']);
  const own = new Set([...afterLoader(sources)].filter((chunk) => !react.has(chunk)));
  expect(bytes(own)).toBeLessThanOrEqual(maxBytes);
  expect(own.size).toBeLessThanOrEqual(maxFiles);
});

test('the loader lists no islands', () => {
  expect(chunkOf('client/main.ts').dynamicImports.filter((file) => file.includes('island-'))).toEqual([]);
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

/** The chunks of these sources and their imports that the loader does not have. */
function afterLoader(sources: readonly string[]): Set<Rolldown.OutputChunk> {
  const loader = closure([chunkOf('client/main.ts')]);
  return new Set([...closure(sources.map(chunkOf))].filter((chunk) => !loader.has(chunk)));
}

function chunkOf(source: string): Rolldown.OutputChunk {
  const found = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(ROOT + source));
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
