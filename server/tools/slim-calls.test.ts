import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CALLS } from '../../shared/api/call-table.ts';
import { slim } from './slim-calls.ts';

const folder = fileURLToPath(new URL('../../shared/api/', import.meta.url));
const families = readdirSync(folder).filter((file) => file.endsWith('-calls.ts'));

test("the browser's copy has every call of the table, without schemas", () => {
  const code = families.map((file) => slim(readFileSync(folder + file, 'utf8'))).join('\n');
  for (const { id, method, path } of CALLS) {
    expect(code).toContain(`"id":"${id}"`);
    expect(code).toContain(`"method":"${method}","path":"${path}"`);
  }
  expect(code.split('\n').filter((line) => line.includes('"id":'))).toHaveLength(CALLS.length);
  expect(code).not.toContain('valibot');
  expect(code).not.toMatch(/\bv\./);
  expect(code).toContain('export const CHAT_MAX_LENGTH = ');
});
