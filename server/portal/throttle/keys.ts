import { createHash } from 'node:crypto';
import { ipKeyGenerator } from 'express-rate-limit';
import type { EdgeRequest, EdgeResponse } from '../edge/edge-stage.ts';
import type { LimitKey } from './limits.ts';

/** Key that a request is counted under; undefined if the rule does not apply. */
export type KeyOf = (request: EdgeRequest, response: EdgeResponse) => string | undefined;

/** Providers assign whole IPv6 subnets to one household. */
const IPV6_SUBNET_BITS = 56;

const addressOf: KeyOf = (_request, { locals }) => ipKeyGenerator(locals.address, IPV6_SUBNET_BITS);

export const KEYS: Readonly<Record<LimitKey, KeyOf>> = {
  address: addressOf,
  member: (_request, { locals }) => locals.visitor.session?.memberId,
  // A digest, because the counter store must not hold device tokens.
  device: (_request, { locals }) => {
    const { cookies } = locals.visitor;
    const device = cookies['__Host-device'] ?? cookies.device;
    return device && createHash('sha256').update(device).digest('base64url');
  },
  provider: (request, response) => `${request.url.split('/', 3)[2] ?? ''}:${addressOf(request, response)}`,
  captcha: (request, response) => {
    const key = /[?&]key=([\w-]{1,64})/.exec(request.url)?.[1];
    return key && `${addressOf(request, response)}:${key}`;
  },
};
