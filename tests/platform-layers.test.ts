import { describe, expect, test } from 'vitest';
import { importCycles } from './imports/import-cycles.ts';
import { type ImportGraph, importGraph } from './imports/import-graph.ts';
import { featureGraph, importsPastEntryPoints, LAYERS, upwardImports } from './imports/platform-layers.ts';

const repository = importGraph(['server', 'shared']);
const graph = (...imports: readonly (readonly [string, ...string[]])[]): ImportGraph =>
  new Map(imports.map(([from, ...to]) => [`server/platform/${from}`, to.map((file) => `server/platform/${file}`)]));

describe('the platform', () => {
  test('has files in every layer', () => {
    for (const layer of LAYERS)
      expect(
        [...repository.keys()].some((file) => file.startsWith(`server/platform/${layer}/`)),
        layer,
      ).toBe(true);
  });
  test('has no import of a higher layer', () => expect(upwardImports(repository)).toEqual([]));
  test('has no import past the entry point of a feature', () => expect(importsPastEntryPoints(repository)).toEqual([]));
  test('has no import cycle between features', () => expect(importCycles(featureGraph(repository))).toEqual([]));
});

describe('the rules find', () => {
  test('an import of a higher layer, of a file outside of the layers, and of the composition', () => {
    const wrong = graph(
      ['ledger/wallet.ts', 'money/deposit/index.ts', 'base/clock.ts'],
      ['base/db/a.ts', 'index.ts', 'unknown/a.ts'],
      ['ops/seed/a.ts', 'ledger/index.ts'],
    );
    expect(upwardImports(wrong)).toEqual([
      'server/platform/ledger/wallet.ts > server/platform/money/deposit/index.ts',
      'server/platform/base/db/a.ts > server/platform/index.ts',
      'server/platform/base/db/a.ts > server/platform/unknown/a.ts',
    ]);
  });
  test('an import past an entry point, but not those of tests, of one file, or within a feature', () => {
    const wrong = graph(
      ['money/deposit/a.ts', 'ledger/wallet.ts', 'ledger/index.ts', 'money/deposit/b.ts', 'base/clock.ts', 'base/db/open.ts'],
      ['money/deposit/a.test.ts', 'ledger/wallet.ts'],
      ['index.ts', 'base/db/database.ts'],
    );
    expect(importsPastEntryPoints(wrong)).toEqual([
      'server/platform/money/deposit/a.ts > server/platform/ledger/wallet.ts',
      'server/platform/index.ts > server/platform/base/db/database.ts',
    ]);
  });
  test('a cycle of features that no file is part of', () => {
    const wrong = graph(['play/games/a.ts', 'play/records/index.ts'], ['play/records/b.ts', 'play/games/index.ts']);
    expect(importCycles(featureGraph(wrong))).toHaveLength(1);
  });
});
