import { expect, it } from 'vitest';
import { walletBalance } from '../../../../shared/api/balance/contract.ts';
import { eventStream } from '../../../../shared/api/live/contract.ts';
import { systemStatus } from '../../../../shared/api/system/contract.ts';
import { uploadImage } from '../../../../shared/api/uploads/contract.ts';
import type { Actor } from '../actor.ts';
import { bind, type CallContext } from './binding.ts';

/** The compiler checks this file: an expected error that is missing is an error itself. */
it('binds a call only to a handler of its kind', () => {
  const forMembers = async ({ actor }: CallContext & { readonly actor: Actor }) => Promise.reject(new Error(actor.memberId));
  const bound = [
    bind(walletBalance, forMembers),
    // @ts-expect-error -- a public call has no actor.
    bind(systemStatus, forMembers),
    // @ts-expect-error -- the result has to fit the schema of the call.
    bind(walletBalance, async () => ({})),
    // @ts-expect-error -- only a call with a raw body gets bytes.
    bind(walletBalance, async (_context, { bytes }) => Promise.reject(bytes)),
    bind(uploadImage, async (_context, { bytes }) => Promise.reject(new Error(String(bytes.length)))),
    // @ts-expect-error -- a call that answers with events returns a stream.
    bind(eventStream, async () => ({ type: 'hello' })),
    bind(eventStream, async () => async () => () => undefined),
  ];
  expect(new Set(bound.map(({ call }) => call.id)).size).toBe(4);
});
