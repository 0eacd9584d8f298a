import helmet, { type HelmetOptions } from 'helmet';
import { PERMISSIONS_POLICY } from '../../../shared/permissions-policy.ts';
import type { EdgeStage } from './edge-stage.ts';

/** Sources listed in the documentation of the hosted widgets; allowed only if the merchant uses the widget. */
const HOSTED_SERVICES = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  /** Widget of the phone verification service. */
  recaptcha: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
} as const;
export type HostedService = keyof typeof HOSTED_SERVICES;

export interface ExternalSources {
  /** Hosts that vendor pages are launched from; they may be framed on `/game`. */
  readonly frames: readonly string[];
  readonly images: readonly string[];
  /** The merchant uses analytics for visitors who consent. */
  readonly hasAnalytics: boolean;
}

/** Sources listed in the documentation of the analytics service. */
const MEASUREMENT = {
  scripts: ['https://www.googletagmanager.com'],
  connections: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
  images: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
} as const;
const NO_EXTERNAL_SOURCES: ExternalSources = { frames: [], images: [], hasAnalytics: false };

export interface SecurityHeaders {
  readonly handle: EdgeStage;
  /** Sets the current policy on pages: the first request makes the portal load the hosts from the platform. */
  readonly pagePolicy: EdgeStage;
  /** A page policy with a nonce for scripts, for an answer with inline script. */
  withNonce(nonce: string, policy: string): string;
  /** Sets the external sources that pages may use. */
  allow(sources: ExternalSources): void;
}

const YEAR_SECONDS = 31_536_000;
const CALL_PATH = /^\/(?:wps|lgw|lotto)(?:\/|\?|$)/;
const FILE_PREFIX = '/assets/';
const STUDIO_PATH = /^\/studio(?:\/|\?|$)/;

/**
 * helmet for pages, for calls, and for the files of the build. The studio's documents bring their own headers, because they run in the game frame, except for
 * Strict-Transport-Security.
 */
export function securityHeaders(https: boolean, hostedBy: readonly HostedService[] = []): SecurityHeaders {
  const calls = helmet(dataOptions(https, { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }));
  // A worker has the policy of its own file. A first visit loads about thirty files: the headers of pages were 15 KB of it.
  const files = helmet(dataOptions(https, { defaultSrc: ["'none'"], scriptSrc: ["'self'"] }));
  const studio = helmet.strictTransportSecurity(transportSecurity(https) || { maxAge: 0 });
  let known = JSON.stringify(NO_EXTERNAL_SOURCES);
  let policy = pagePolicy(https, NO_EXTERNAL_SOURCES, hostedBy);
  const others = helmet({ ...commonOptions(https), contentSecurityPolicy: false });
  return {
    handle(request, response, next) {
      const { url } = request;
      if (CALL_PATH.test(url)) return calls(request, response, next);
      if (url.startsWith(FILE_PREFIX)) return files(request, response, next);
      if (STUDIO_PATH.test(url)) return https ? studio(request, response, next) : next();
      response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
      others(request, response, (error) => (error ? next(error) : policy(request, response, next)));
    },
    pagePolicy: (request, response, next) => policy(request, response, next),
    withNonce: (nonce, current) => current.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`),
    allow(sources) {
      const given = JSON.stringify(sources);
      if (given === known) return;
      known = given;
      policy = pagePolicy(https, sources, hostedBy);
    },
  };
}

/** The policy of pages, as middleware. */
function pagePolicy(https: boolean, { frames, images, hasAnalytics }: ExternalSources, hostedBy: readonly HostedService[]) {
  const hosted = hostedBy.flatMap((service) => HOSTED_SERVICES[service]);
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...hosted, ...(hasAnalytics ? MEASUREMENT.scripts : [])],
      workerSrc: ["'self'"],
      styleSrc: ["'self'", ...hosted],
      imgSrc: ["'self'", 'data:', ...images, ...(hasAnalytics ? MEASUREMENT.images : [])],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...hosted, ...(hasAnalytics ? MEASUREMENT.connections : [])],
      manifestSrc: ["'self'"],
      frameSrc: ["'self'", ...frames, ...hosted],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      ...(https ? { upgradeInsecureRequests: [] } : {}),
    },
  });
}

/** Headers of calls and files; those for windows and frames do not apply to data. */
function dataOptions(https: boolean, directives: Readonly<Record<string, string[]>>): HelmetOptions {
  return {
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: transportSecurity(https),
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xFrameOptions: false,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
}

function commonOptions(https: boolean): HelmetOptions {
  return {
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: transportSecurity(https),
    xFrameOptions: { action: 'deny' },
    // Not used by current browsers, and every header costs time and bytes on every answer.
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
}

function transportSecurity(https: boolean) {
  return https && { maxAge: YEAR_SECONDS, includeSubDomains: true };
}
