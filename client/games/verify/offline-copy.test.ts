import { expect, test } from 'vitest';
import { bundleModule, withoutFonts } from './offline-copy.ts';

const FILES: Readonly<Record<string, string>> = {
  'https://x.test/assets/page.js': 'import{a as b}from"./one.js";import"./two.js";export const sum=b+1;',
  'https://x.test/assets/one.js': "import{two}from'./two.js';export const a=two*10;",
  'https://x.test/assets/two.js': 'export const two=2;',
};

test('a bundled module includes its imports and runs without other files', async () => {
  const asked: string[] = [];
  const url = await bundleModule('https://x.test/assets/page.js', async (file) => {
    asked.push(file);
    return FILES[file] ?? '';
  });
  expect(asked.sort()).toEqual(Object.keys(FILES).sort());
  const module = (await import(/* @vite-ignore */ url)) as { sum: number };
  expect(module.sum).toBe(21);
});

test('a copy requests no font of the site', () => {
  const style = '@font-face{font-family:A;src:url(/fonts/a.woff2)}.a{color:red}@font-face {\n src: url(/fonts/b.woff2);\n}.b{top:0}';
  expect(withoutFonts(style)).toBe('.a{color:red}.b{top:0}');
});
