import { THEME_HEADER } from '../../../shared/api/payments.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../shared/api/seamless.ts';
import type { Refuse } from '../refusals.ts';
import { type MountedService, mountService, type ServiceMount } from './mount-service.ts';

/**
 * What payment providers tell the platform, from wherever they are: no visitor is behind it, so neither region nor
 * maintenance nor cookies concern it. The platform believes only what is signed. Counted before anything is read of it:
 * too many are answered with 429 and a time to wait, and the provider tells them again.
 */
export function paymentsMount(
  platformUrl: string,
  refuse: Refuse,
  count: NonNullable<MountedService['count']>,
  platformKey?: string,
): ServiceMount {
  const keptHeaders = ['content-length', 'content-type', 'user-agent', SIGNATURE_HEADER, TIMESTAMP_HEADER];
  return mountService(
    {
      path: /^\/payments\/[a-z0-9-]{1,40}$/,
      route: 'payments',
      url: platformUrl,
      platformKey,
      keptHeaders,
      maxBodyBytes: 16 * 1024,
      count,
    },
    refuse,
  );
}

const PAYSIM_PATH = /^\/paysim(?:\/|\?|$)/;

/** The payment simulator under `/paysim`: pages that bring their own policy, reached as an outside provider would be. */
export function paysimMount(paysimUrl: string | undefined, refuse: Refuse, platformKey?: string): ServiceMount {
  const keptHeaders = ['accept', 'accept-encoding', 'accept-language', 'content-length', 'content-type', 'user-agent', THEME_HEADER];
  const mounted = mountService(
    { path: PAYSIM_PATH, route: 'paysim', url: paysimUrl, platformKey, keptHeaders, maxBodyBytes: 4 * 1024 },
    refuse,
  );
  return {
    ...mounted,
    handle(request, response, next) {
      // In place of what the browser may have sent.
      if (PAYSIM_PATH.test(request.url)) request.headers[THEME_HEADER] = response.locals.visitor.theme;
      return mounted.handle(request, response, next);
    },
  };
}
