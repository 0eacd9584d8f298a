import { format } from 'node:util';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** React's warnings (a missing key, `NaN` in an attribute, markup that cannot be nested) indicate defects of the rendered page. */
let said: string[] = [];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => void said.push(format(...parts)));
});
afterEach(() => {
  expect(said).toEqual([]);
});
