import type { ImportGraph } from './import-graph.ts';
import { isTestFile } from './platform-layers.ts';

interface Border {
  /** Folders to which it applies. */
  readonly of: readonly string[];
  /** Folders within these to which it does not apply. */
  readonly except?: readonly string[];
  /** Folders of the repository that they do not import. */
  readonly mayNot: readonly string[];
  /** Files within those that they may import. */
  readonly but?: readonly string[];
}

const GAMES = ['server/games/', 'client/games/', 'shared/games/'];

/** Who may not import whom (docs/architecture.md). The compiler's own settings keep Node and the browser apart. */
export const BORDERS: readonly Border[] = [
  { of: ['shared/'], mayNot: ['server/', 'client/', 'views/', 'tests/'] },
  { of: ['client/'], mayNot: ['server/', 'views/', 'tests/'] },
  { of: ['views/'], mayNot: ['server/', 'tests/'] },
  // These reach each other over HTTP only.
  { of: ['server/portal/'], mayNot: ['server/platform/', 'server/games/', 'server/paysim/'] },
  { of: ['server/platform/'], mayNot: ['server/portal/', 'server/games/', 'server/paysim/', 'client/', 'views/'] },
  { of: ['server/games/'], mayNot: ['server/portal/', 'server/platform/', 'server/paysim/', 'client/', 'views/'] },
  { of: ['server/paysim/'], mayNot: ['server/portal/', 'server/platform/', 'server/games/', 'client/', 'views/'] },
  // The games move as a whole. Tools certify any vendor and measure the games.
  {
    of: ['server/', 'client/', 'views/', 'shared/'],
    except: [...GAMES, 'server/tools/'],
    mayNot: ['client/games/', 'shared/games/'],
    but: ['shared/games/contract.ts'],
  },
];

/** Schemas and conduct of calls. Browsers get `calls.ts` and `constants.ts` of a feature, and types. */
const CONTRACTS = /^shared\/api\/(?:[\w-]+\/(?:schemas|contract)|call-table|define-call|fields)\.ts$/;

/** "importer > imported" where code of islands or views loads a contract, itself or through `shared/`. Tests may. */
export function loadedContracts(loads: ImportGraph): string[] {
  const reached = new Set([...loads.keys()].filter((file) => /^(?:client|views)\//.test(file) && !isTestFile(file)));
  // A set also yields what is added during the loop.
  for (const file of reached) for (const loaded of loads.get(file) ?? []) if (!CONTRACTS.test(loaded)) reached.add(loaded);
  return [...reached].flatMap((from) => (loads.get(from) ?? []).filter((to) => CONTRACTS.test(to)).map((to) => `${from} > ${to}`));
}

/** "importer > imported" for each import across a border. Tests and their helpers may import any file. */
export function importsAcrossBorders(graph: ImportGraph, borders = BORDERS): string[] {
  return [...graph].flatMap(([from, imported]) =>
    isTestFile(from) ? [] : imported.filter((to) => borders.some((border) => isRefused(border, from, to))).map((to) => `${from} > ${to}`),
  );
}

function isRefused({ of, except = [], mayNot, but = [] }: Border, from: string, to: string): boolean {
  const within = (folders: readonly string[], file: string) => folders.some((folder) => file.startsWith(folder));
  return within(of, from) && !within(except, from) && within(mayNot, to) && !but.includes(to);
}
