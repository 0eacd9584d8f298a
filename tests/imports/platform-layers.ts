import type { ImportGraph } from './import-graph.ts';

/** Layers of `server/platform/`, the lowest first. A layer imports only the layers below it (docs/architecture.md). */
export const LAYERS = [
  'base',
  'merchant',
  'ledger',
  'notify',
  'protection',
  'identity',
  'operators',
  'content',
  'money',
  'play',
  'rewards',
  'agents',
  'console',
  'ops',
] as const;

/** Layers that are a single feature. */
const ONE_FEATURE: readonly string[] = ['merchant', 'ledger', 'operators', 'console'];

/** Entry points besides the `index.ts` of a feature, each with its reason. */
const FURTHER_ENTRY_POINTS: readonly { readonly file: string; readonly why: string }[] = [
  {
    file: 'server/platform/base/db/open.ts',
    why: 'opens and migrates the database; features only run queries and must not load the engines',
  },
];

const ROOT = 'server/platform/';

/** A test or a helper of tests. It may import any file. */
export function isTestFile(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /(?:^|\/)test-[^/]*$/.test(file) || file.startsWith('tests/');
}

/** The feature of a file: its folder below the layer, or the file itself where it lies outside of such a folder. */
export function featureOf(file: string): string {
  const [layer = '', name = '', ...rest] = file.slice(ROOT.length).split('/');
  if (ONE_FEATURE.includes(layer)) return layer;
  return rest.length === 0 ? file.slice(ROOT.length) : `${layer}/${name}`;
}

/** "importer > imported" for each import of a higher layer. `index.ts` and `contracts.ts` of the platform stand above all layers. */
export function upwardImports(graph: ImportGraph): string[] {
  return importsOf(graph, ({ from, to }) => isBelow(from, to)).map(({ from, to }) => `${from} > ${to}`);
}

/** "importer > imported" for each import from outside a feature that passes its entry point. */
export function importsPastEntryPoints(graph: ImportGraph): string[] {
  return importsOf(graph, ({ from, to }) => to.startsWith(ROOT) && !isSameFeature(from, to) && !isEntryPoint(to)).map(
    ({ from, to }) => `${from} > ${to}`,
  );
}

/** Imports between features of the platform, as a graph of features. */
export function featureGraph(graph: ImportGraph): ImportGraph {
  const features = new Map<string, string[]>();
  for (const { from, to } of importsOf(graph, ({ from, to }) => inLayers(from) && inLayers(to) && !isSameFeature(from, to)))
    features.set(featureOf(from), [...(features.get(featureOf(from)) ?? []), featureOf(to)]);
  return features;
}

interface Import {
  readonly from: string;
  readonly to: string;
}

function importsOf(graph: ImportGraph, isWanted: (one: Import) => boolean): readonly Import[] {
  return [...graph]
    .filter(([from]) => !isTestFile(from))
    .flatMap(([from, imported]) => imported.map((to) => ({ from, to })))
    .filter(isWanted);
}

function inLayers(file: string): boolean {
  return file.startsWith(ROOT) && file.slice(ROOT.length).includes('/');
}

const UNKNOWN = -1;

function layerOf(file: string): number {
  return (LAYERS as readonly string[]).indexOf(file.slice(ROOT.length).split('/')[0] ?? '');
}

function isBelow(from: string, to: string): boolean {
  if (!inLayers(from) || !to.startsWith(ROOT)) return false;
  return !inLayers(to) || layerOf(to) === UNKNOWN || layerOf(to) > layerOf(from);
}

function isSameFeature(from: string, to: string): boolean {
  return from.startsWith(ROOT) && featureOf(from) === featureOf(to);
}

function isEntryPoint(file: string): boolean {
  return file.endsWith('/index.ts') || featureOf(file).endsWith('.ts') || FURTHER_ENTRY_POINTS.some((entry) => entry.file === file);
}
