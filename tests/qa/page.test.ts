import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * The examples of the page, executed as written: each `ts` fence is one test, the `ts imports` fence provides the names that
 * they use.
 */
const PAGE = 'docs/qa.md';
const LEAST = 10;
const FENCE = /^```ts( imports)?\n(.*?)^```$/gms;
const IMPORT = /^import \{ (.+) \} from '(.+)';$/;

const fences = [...readFileSync(PAGE, 'utf8').matchAll(FENCE)].map(([, imports, text = '']) => ({
  isImports: imports !== undefined,
  text,
}));
const examples = fences.filter(({ isImports }) => !isImports).map(({ text }) => text);
const scope = await namesOf(fences.filter(({ isImports }) => isImports).flatMap(({ text }) => text.trim().split('\n')));

describe(`the examples of ${PAGE}`, () => {
  it('are at least ten, each a test, and use everything that is imported', () => {
    expect(examples.length).toBeGreaterThanOrEqual(LEAST);
    expect(examples.filter((text) => !/^test\('.+', async \(\) => \{\n/.test(text))).toEqual([]);
    expect([...scope.keys()].filter((name) => !examples.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([]);
  });

  for (const text of examples) run(text);
});

function run(text: string): void {
  // The page belongs to this repository, so executing it is like executing a test file.
  new Function(...scope.keys(), `'use strict';\n${text}\n//# sourceURL=${PAGE}`)(...scope.values());
}

async function namesOf(lines: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const names = new Map<string, unknown>();
  for (const line of lines) {
    const [, list = '', from = ''] = IMPORT.exec(line) ?? [];
    const isFile = from.startsWith('.');
    const module = (await import(
      /* @vite-ignore */ isFile ? new URL(from, pathToFileURL(`${process.cwd()}/${PAGE}`)).pathname : from
    )) as Record<string, unknown>;
    for (const name of list.split(', ')) {
      if (module[name] === undefined) throw new Error(`${PAGE} imports ${name}, which ${from} does not have`);
      names.set(name, module[name]);
    }
  }
  return names;
}
