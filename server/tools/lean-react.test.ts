import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { namesOf, withoutUnused } from './lean-react.ts';

test('unused exports of React are removed, used ones are unchanged', () => {
  const folder = join(createRequire(import.meta.url).resolve('react'), '..');
  const code = readFileSync(join(folder, 'cjs/react.production.js'), 'utf8');
  const evaluate = (text: string) => {
    const names: Record<string, unknown> = {};
    new Function('exports', text)(names);
    return names;
  };
  const [all, lean] = [evaluate(code), evaluate(withoutUnused(code, parseAst(code)))];
  expect(Object.keys(all)).toContain('useTransition');
  expect(Object.keys(lean)).not.toContain('useTransition');
  for (const [name, value] of Object.entries(lean)) expect(String(value)).toBe(String(all[name]));
  for (const name of ['useState', 'lazy', 'version', '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'])
    expect(Object.keys(lean)).toContain(name);
});

test('finds the names that a module imports from React, without types', () => {
  const code = `import { type FC, useState as own,\n useTransition } from 'react';\nimport type { Ref } from 'react';\nimport { x } from 'other';`;
  expect(namesOf(code)).toEqual(['useState', 'useTransition']);
});
