import { THEME_HEADER } from '../../../shared/api/payments.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../shared/seamless/wallet.ts';
import { defined } from '../../kit/defined.ts';
import type { Refuse } from '../edge/refusals.ts';
import { type MountedService, mountService, type ServiceMount } from './mount-service.ts';

/**
 * Events of payment providers, forwarded to the platform. No visitor is involved, so region rules, maintenance and cookies do not apply.
 * The platform accepts only signed events. Requests are counted before they are read: excess ones get 429 with a time to retry, and the
 * provider repeats them.
 */
export function paymentsMount(
  platformUrl: string,
  refuse: Refuse,
  count: NonNullable<MountedService['count']>,
  platformKey?: string,
): ServiceMount {
  const forwardedHeaders = ['content-length', 'content-type', 'user-agent', SIGNATURE_HEADER, TIMESTAMP_HEADER];
  return mountService(
    {
      path: /^\/payments\/[a-z0-9-]{1,40}$/,
      route: 'payments',
      url: platformUrl,
      ...defined({ platformKey }),
      forwardedHeaders,
      maxBodyBytes: 16 * 1024,
      count,
    },
    refuse,
  );
}

const PAYSIM_PATH = /^\/paysim\/pay(?:\?|$)/;

/** The payers' page of the payment simulator; its desk is on the admin port. Its pages bring their own policy, and it is reached like an outside provider. */
export function paysimMount(paysimUrl: string | undefined, refuse: Refuse, platformKey?: string): ServiceMount {
  const forwardedHeaders = ['accept', 'accept-encoding', 'accept-language', 'content-length', 'content-type', 'user-agent', THEME_HEADER];
  const mounted = mountService(
    { path: PAYSIM_PATH, route: 'paysim', url: paysimUrl, ...defined({ platformKey }), forwardedHeaders, maxBodyBytes: 4 * 1024 },
    refuse,
  );
  return {
    ...mounted,
    handle(request, response, next) {
      // Overwrites a value that the browser may have sent.
      if (PAYSIM_PATH.test(request.url)) request.headers[THEME_HEADER] = response.locals.visitor.theme;
      return mounted.handle(request, response, next);
    },
  };
}
