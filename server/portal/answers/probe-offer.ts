import * as v from 'valibot';
import { CALLS } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { UpstreamClient } from '../upstream/client.ts';

/** Reads of the call table that need no parameters, so that any platform which has them answers. */
const PROBED_CALLS: readonly AnyCall[] = CALLS.filter(
  ({ method, answer, query }) => method === 'GET' && answer === 'envelope' && v.is(query, {}),
);

/** Reads that a platform answers to members only: without a token it refuses them before it reads their parameters. */
const MEMBER_READS: readonly AnyCall[] = CALLS.filter(
  (call) => call.method === 'GET' && call.answer !== 'picture' && call.token === 'required' && !PROBED_CALLS.includes(call),
);

const AT_ONCE = 6;

/** Requests these calls once, without a token: the answers show which calls the platform has. */
export async function probeOffer(client: Pick<UpstreamClient, 'send'>, merchant: string): Promise<void> {
  const headers = { accept: 'application/json', merchant, language: 'EN', 'x-request-id': 'probe', 'user-agent': 'portal' };
  const waiting = [...PROBED_CALLS, ...MEMBER_READS];
  const work = async () => {
    for (let call = waiting.shift(); call; call = waiting.shift()) {
      // A failure is logged by the client and shows nothing about the call.
      await client.send({ call, search: '', headers, body: undefined, account: undefined }).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
