import { expect, test } from 'vitest';
import { manifestAssets } from './assets.ts';

const manifest = {
  'views/pages/home/home.tsx': { file: 'assets/home.js', css: ['assets/home.css'], imports: ['_kit.js'] },
  'client/islands/home/match-list.island.tsx': { file: 'assets/match-list.js', css: ['assets/match-list.css'], imports: ['_kit.js'] },
  '_kit.js': { file: 'assets/kit.js', css: ['assets/kit.css'] },
};
const HOME = ['views/pages/home/home.tsx'];
const ISLANDS = ['match-list'];

test('names the script of an island', () => {
  expect(manifestAssets(manifest).island('match-list')).toBe('/assets/match-list.js');
  expect(() => manifestAssets(manifest).island('none')).toThrow('the island none is not in the browser build');
});

test('a page names the sheets of all its parts, each once', () => {
  expect(manifestAssets(manifest).styles(HOME, ISLANDS)).toEqual(['/assets/kit.css', '/assets/home.css', '/assets/match-list.css']);
});

test('a joined sheet replaces its parts only if the page needs all of them', () => {
  const joined = [
    { file: '/assets/both.css', parts: ['/assets/kit.css', '/assets/match-list.css'] },
    { file: '/assets/more.css', parts: ['/assets/home.css', '/assets/other.css'] },
  ];
  const assets = manifestAssets(manifest, joined);
  expect(assets.styles(HOME, ISLANDS)).toEqual(['/assets/both.css', '/assets/home.css']);
  expect(assets.styles(HOME)).toEqual(['/assets/kit.css', '/assets/home.css']);
});

test('an island that is not in the build is named', () => {
  expect(() => manifestAssets(manifest).styles(HOME, ['drawer'])).toThrow('the island drawer is not in the browser build');
});
