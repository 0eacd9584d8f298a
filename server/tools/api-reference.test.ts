import { expect, test } from 'vitest';
import { CALLS } from '../../shared/api/call-table.ts';
import { apiReference } from './api-reference.ts';

test('the committed API reference matches the call table', async () => {
  await expect(apiReference()).toMatchFileSnapshot('../../docs/api.md');
});

test('every call is on the page with its method and path', () => {
  const page = apiReference();
  for (const call of CALLS) expect(page).toContain(`\`${call.method} ${call.path}\``);
});
