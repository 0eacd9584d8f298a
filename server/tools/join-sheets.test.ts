import { expect, test } from 'vitest';
import { sheetParts } from './join-sheets.ts';

const view = (name: string, ...imports: string[]) => [`views/pages/${name}.tsx`, { file: `${name}.js`, css: [`${name}.css`], imports }];
const part = (name: string) => [`_${name}.js`, { file: `${name}.js`, css: [`${name}.css`] }];
const manifest = Object.fromEntries([
  view('home', '_kit.js', '_tile.js'),
  view('help', '_kit.js'),
  view('vip', '_kit.js', '_prose.js'),
  ...['kit', 'tile', 'prose'].map(part),
  ['client/islands/drawer.tsx', { file: 'drawer.js', css: ['drawer.css'], dynamicImports: ['_late.js'] }],
  ['client/islands/carousel.tsx', { file: 'carousel.js', css: ['carousel.css'], imports: ['_kit.js'] }],
  part('late'),
]);

test('sheets of most views and every page are joined into one; those of a view and its islands into another', () => {
  expect(sheetParts(manifest)).toEqual([
    { name: 'site', parts: ['/kit.css', '/drawer.css', '/late.css'] },
    { name: 'home-page', parts: ['/tile.css', '/home.css', '/carousel.css'] },
    { name: 'vip-page', parts: ['/prose.css', '/vip.css'] },
  ]);
});
