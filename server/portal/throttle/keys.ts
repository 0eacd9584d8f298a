import { createHash } from 'node:crypto';
import { ipKeyGenerator } from 'express-rate-limit';
import type { EdgeRequest, EdgeResponse } from '../contracts.ts';
import { readCookies } from '../session/cookies.ts';
import type { LimitKey } from './limits.ts';

/** What a request is counted under; undefined: this rule does not count it. */
export type KeyOf = (request: EdgeRequest, response: EdgeResponse) => string | undefined;

/** Networks give whole IPv6 subnets to one household. */
const IPV6_SUBNET_BITS = 56;

const addressOf: KeyOf = (_request, { locals }) => ipKeyGenerator(locals.address, IPV6_SUBNET_BITS);

export const KEYS: Readonly<Record<LimitKey, KeyOf>> = {
  address: addressOf,
  member: (_request, { locals }) => locals.visitor.session?.memberId,
  // The digest: a store of counters is no place for what proves a device.
  device: ({ headers }) => {
    const cookies = readCookies(headers.cookie);
    const device = cookies['__Host-device'] ?? cookies.device;
    return device && createHash('sha256').update(device).digest('base64url');
  },
  provider: (request, response) => `${request.url.split('/', 3)[2] ?? ''}:${addressOf(request, response)}`,
  captcha: (request, response) => {
    const key = /[?&]key=([\w-]{1,64})/.exec(request.url)?.[1];
    return key && `${addressOf(request, response)}:${key}`;
  },
};
