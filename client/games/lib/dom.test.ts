import { expect, test } from 'vitest';
import { pressOnce } from './dom.ts';

test('a held Enter key presses once; held arrow keys repeat', () => {
  const element = new EventTarget();
  pressOnce(element as HTMLElement);
  const isLetThrough = (key: string, repeat: boolean) =>
    element.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, repeat }));
  const keys = ['Enter', 'ArrowUp'];
  expect(keys.map((key) => isLetThrough(key, false))).toEqual([true, true]);
  expect(keys.map((key) => isLetThrough(key, true))).toEqual([false, true]);
});
