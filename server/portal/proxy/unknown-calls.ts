import * as v from 'valibot';
import { isLikeCallPath } from '../../../shared/api/call-table.ts';
import { type AnyCall, defineCall } from '../../../shared/api/define-call.ts';
import { nothing } from '../../../shared/api/fields.ts';

/** What becomes of calls that are not in the table: `pass` is for a remote platform that knows more than this product. */
export const UNKNOWN_CALLS = ['refuse', 'pass'] as const;
export type UnknownCalls = (typeof UNKNOWN_CALLS)[number];

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
/** Family and names of plain signs. */
const PATH = /^\/(?:wps|lgw|lotto)(?:\/[\w.-]{1,64}){1,8}$/;

/**
 * A call that nothing is known about, under one name whatever its address: the strictest limit, never cached, JSON of the
 * usual size, the session where there is one, an envelope for an answer. Undefined for what cannot be a call, and for a call
 * of the table in other capitals: behind it might be the known one, without its limits and with its secrets in the answer.
 */
export function unknownCall(method: string, path: string): AnyCall | undefined {
  if (!METHODS.includes(method) || !PATH.test(path) || isLikeCallPath(path)) return undefined;
  return defineCall({
    id: 'unknown',
    method: method as AnyCall['method'],
    path,
    module: 'unknown',
    summary: '',
    token: 'optional',
    actors: 'anyone',
    throttle: 'unknown',
    query: nothing,
    body: nothing,
    value: v.unknown(),
  }) as unknown as AnyCall;
}
