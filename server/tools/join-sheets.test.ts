import { expect, test } from 'vitest';
import { SHELL_ISLANDS, VIEW_ISLANDS } from '../portal/pages/page-islands.ts';
import { sheetParts } from './join-sheets.ts';

const view = (name: string, ...imports: string[]) => [
  `views/pages/${name}/${name}.tsx`,
  { file: `${name}.js`, css: [`${name}.css`], imports },
];
const part = (name: string) => [`_${name}.js`, { file: `${name}.js`, css: [`${name}.css`] }];
const island = (name: string) => [`client/islands/any/${name}.island.tsx`, { file: `${name}.js` }];
const manifest = Object.fromEntries([
  ...[...SHELL_ISLANDS, ...VIEW_ISLANDS['views/pages/home/home.tsx']].map(island),
  view('home', '_kit.js', '_tile.js'),
  view('help', '_kit.js'),
  view('vip', '_kit.js', '_prose.js'),
  ...['kit', 'tile', 'prose'].map(part),
  ['client/islands/any/drawer.island.tsx', { file: 'drawer.js', css: ['drawer.css'], dynamicImports: ['_late.js'] }],
  ['client/islands/any/match-list.island.tsx', { file: 'match-list.js', css: ['match-list.css'], imports: ['_kit.js'] }],
  part('late'),
]);

test('sheets of most views and every page are joined into one; those of a view and its islands into another', () => {
  expect(sheetParts(manifest)).toEqual([
    { name: 'site', parts: ['/kit.css', '/drawer.css', '/late.css'] },
    { name: 'home-page', parts: ['/tile.css', '/home.css', '/match-list.css'] },
    { name: 'vip-page', parts: ['/prose.css', '/vip.css'] },
  ]);
});
