import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../shared/seamless/wallet.ts';
import { defined } from '../../kit/defined.ts';
import type { Refuse } from '../edge/refusals.ts';
import { type MountedService, mountService, type ServiceMount } from './mount-service.ts';

/** `/seamless/CODE/OPERATION`; without a query, because no operation has one. */
const SEAMLESS_PATH = /^\/seamless\/[A-Za-z0-9_-]{2,32}\/[A-Za-z-]{1,32}$/;
/** A wallet that is silent for longer counts as no response at every vendor. */
const TIMEOUT_MS = 10_000;

/**
 * Calls of outside game vendors to the seamless wallet, forwarded to the platform. No visitor is involved, so region rules, maintenance and
 * cookies do not apply. The platform verifies signature and client address. A refusal here has no `status`, so that the vendor takes it
 * for no response and repeats or rolls back.
 */
export function seamlessMount(
  platformUrl: string,
  refuse: Refuse,
  count: NonNullable<MountedService['count']>,
  platformKey?: string,
): ServiceMount {
  const forwardedHeaders = ['content-length', 'content-type', 'user-agent', SIGNATURE_HEADER, TIMESTAMP_HEADER];
  return mountService(
    {
      path: SEAMLESS_PATH,
      route: 'seamless',
      url: platformUrl,
      ...defined({ platformKey }),
      forwardedHeaders,
      maxBodyBytes: 16 * 1024,
      timeoutMs: TIMEOUT_MS,
      count,
    },
    refuse,
  );
}
