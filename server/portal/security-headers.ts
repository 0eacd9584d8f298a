import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import { PERMISSIONS_POLICY } from '../../shared/permissions-policy.ts';
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

type HeaderSet = readonly (readonly [string, string])[];

export interface SecurityHeaders {
  readonly handle: EdgeStage;
  /** Sets the current policy on pages: the first request makes the portal load the hosts from the platform. */
  readonly pagePolicy: EdgeStage;
  /** The page policy with a nonce for scripts, for an answer with inline script. */
  withNonce(nonce: string): string;
  /** Sets the external sources that pages may use. */
  allow(sources: ExternalSources): void;
}

const POLICY = 'Content-Security-Policy';
const TRANSPORT = 'Strict-Transport-Security';
const YEAR_SECONDS = 31_536_000;
const CALL_PATH = /^\/(?:wps|lgw|lotto)(?:\/|\?|$)/;
const STUDIO_PATH = /^\/studio(?:\/|\?|$)/;

/**
 * helmet computes the headers once per deployment: one set for pages and one for calls. The studio's documents bring their own headers,
 * because they run in the game frame, except for Strict-Transport-Security.
 */
export function securityHeaders(https: boolean, hostedBy: readonly HostedService[] = []): SecurityHeaders {
  const callHeaders = headersOf(callOptions(https));
  const studioHeaders = callHeaders.filter(([name]) => name === TRANSPORT);
  let known = JSON.stringify(NO_EXTERNAL_SOURCES);
  let pageHeaders = pageHeadersOf(https, NO_EXTERNAL_SOURCES, hostedBy);
  return {
    handle: (request, response, next) => {
      const { url } = request;
      if (CALL_PATH.test(url)) set(response, callHeaders);
      else set(response, STUDIO_PATH.test(url) ? studioHeaders : pageHeaders);
      next();
    },
    pagePolicy: (_request, response, next) => {
      if (response.getHeader(POLICY) !== policyOf(pageHeaders)) response.setHeader(POLICY, policyOf(pageHeaders));
      next();
    },
    withNonce: (nonce) => policyOf(pageHeaders).replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`),
    allow(sources) {
      const given = JSON.stringify(sources);
      if (given === known) return;
      known = given;
      pageHeaders = pageHeadersOf(https, sources, hostedBy);
    },
  };
}

function set(response: ServerResponse, headers: HeaderSet): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}

function policyOf(headers: HeaderSet): string {
  return headers.find(([name]) => name === POLICY)?.[1] ?? '';
}

function pageHeadersOf(https: boolean, sources: ExternalSources, hostedBy: readonly HostedService[]): HeaderSet {
  return [...headersOf(pageOptions(https, sources, hostedBy)), ['Permissions-Policy', PERMISSIONS_POLICY]];
}

function pageOptions(https: boolean, { frames, images, hasAnalytics }: ExternalSources, hostedBy: readonly HostedService[]): HelmetOptions {
  const hosted = hostedBy.flatMap((service) => HOSTED_SERVICES[service]);
  return {
    ...commonOptions(https),
    contentSecurityPolicy: {
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
    },
  };
}

/** Headers of calls; those for windows and frames do not apply to data. */
function callOptions(https: boolean): HelmetOptions {
  return {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
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

/** The headers that helmet sets on an answer. */
function headersOf(options: HelmetOptions): HeaderSet {
  const found: [string, string][] = [];
  const response = { setHeader: (name: string, value: string) => found.push([name, String(value)]), removeHeader: () => undefined };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return found;
}
