import { format } from 'node:util';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** What React warns of (a key that is missing, `NaN` in an attribute, markup that cannot be nested) is a defect of what is rendered. */
let said: string[] = [];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => void said.push(format(...parts)));
});
afterEach(() => {
  expect(said).toEqual([]);
});
