import * as v from 'valibot';
import { isLikeCallPath } from '../../../shared/api/call-table.ts';
import { type AnyCall, defineCall } from '../../../shared/api/define-call.ts';
import { nothing } from '../../../shared/api/fields.ts';

/** How calls outside the call table are handled: `pass` is for a remote platform with more calls than this product. */
export const UNKNOWN_CALLS = ['refuse', 'pass'] as const;
export type UnknownCalls = (typeof UNKNOWN_CALLS)[number];

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
/** A family, then names of letters, digits, `_`, `.` and `-`. */
const PATH = /^\/(?:wps|lgw|lotto)(?:\/[\w.-]{1,64}){1,8}$/;

/**
 * Describes a call outside the call table, under one id for all addresses: the strictest limit, never cached, JSON of the usual size, the
 * session if there is one, an envelope as the answer. Undefined for an address that cannot be a call, and for a known call in another case:
 * the platform might run the known call, without its limits and with secrets in the answer.
 */
export function unknownCall(method: string, path: string): AnyCall | undefined {
  if (!METHODS.includes(method) || !PATH.test(path) || isLikeCallPath(path)) return undefined;
  return defineCall(
    { id: 'unknown', method: method as AnyCall['method'], path, token: 'optional' },
    { query: nothing, body: nothing, value: v.unknown() },
    { module: 'unknown', summary: '', actors: 'anyone', throttle: 'unknown' },
  ) as unknown as AnyCall;
}
