import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStatusUpstream } from '../net/test-status-upstream.ts';
import { createWalletClient } from './wallet-client.ts';

const DEADLINE_MS = 200;

let upstream: Awaited<ReturnType<typeof startStatusUpstream>>;
beforeAll(async () => {
  upstream = await startStatusUpstream();
});
afterAll(() => upstream.close());

it.each(['empty', 'body', 'upgrade', 'cut-body', 'informational'])('an instruction ends with any reply: %s', async (reply) => {
  const options = { platformUrl: upstream.url, providerCode: 'x', secret: 's', clock: { now: () => new Date() }, deadlineMs: DEADLINE_MS };
  const statuses = Array.from({ length: 500 }, (_, index) => index + 100);
  const client = createWalletClient(options);
  const replies = await Promise.all(statuses.map((status) => client.call(`${status}/${reply}` as never, {} as never)));
  expect(replies.filter((answer) => answer !== undefined)).toEqual([]);
  client.close();
});
