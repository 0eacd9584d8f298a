import { expect, test } from 'vitest';
import { withoutStyles } from './lean-loader.ts';

test('style sheets are removed from the list and every import still needs the same scripts', () => {
  const code =
    'd=(m.f||(m.f=["a.css","kit.js","b.css","react.js"])))=>i;x(__vite__mapDeps([0,1,3]));y(__vite__mapDeps([2]));z(__vite__mapDeps([3]))';
  expect(withoutStyles(code)).toBe(
    'd=(m.f||(m.f=["kit.js","react.js"])))=>i;x(__vite__mapDeps([0,1]));y(__vite__mapDeps([]));z(__vite__mapDeps([1]))',
  );
});

test('sheets that are not in the page are kept', () => {
  const code = 'd=(m.f||(m.f=["a.css","kit.js","b.css"])))=>i;x(__vite__mapDeps([0,1,2]))';
  expect(withoutStyles(code, (sheet) => sheet === 'a.css')).toBe('d=(m.f||(m.f=["kit.js","b.css"])))=>i;x(__vite__mapDeps([0,1]))');
});

test('a script without imports is unchanged', () => {
  expect(withoutStyles('var a=1;')).toBe('var a=1;');
});
