import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Style sheets of the site only; games in their frame have a separate design. */
const SHEETS = ['client/islands', 'client/ui', 'client/styles', 'views'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => `${folder}/${name}`),
);

it('every corner follows the radius of the brand, except shapes that are always round', () => {
  expect(SHEETS.length).toBeGreaterThan(40);
  const fixed = SHEETS.flatMap((sheet) =>
    [...readFileSync(sheet, 'utf8').matchAll(/border(?:-[a-z]+)*-radius:[^;]*/g)]
      .map(([rule]) => rule)
      .filter((rule) => /\dpx/.test(rule) && !/var\(--r|999px/.test(rule))
      .map((rule) => `${sheet}: ${rule}`),
  );
  expect(fixed).toEqual([]);
});
