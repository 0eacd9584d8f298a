import type { IncomingMessage } from 'node:http';
import { defined } from '../../kit/defined.ts';
import type { Refuse } from '../edge/refusals.ts';
import type { Deadlines } from '../upstream/deadlines.ts';
import { type MountedService, mountService, type ServiceMount } from './mount-service.ts';

const FORWARDED_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'content-length',
  'content-type',
  'if-none-match',
  'last-event-id',
  'origin',
  // The way back from a proof, which names a page of this site only if the request is from it.
  'referer',
  'sec-fetch-site',
  'user-agent',
  'x-refusal',
];
/** Event streams of games: paths that end in `stream`. Their heartbeats are more frequent than the proxy's idle deadline. */
export const STUDIO_STREAM = /^\/studio\/api\/(?:[\w-]+[-/])?stream(?:\?|$)/;
const MAX_STREAMS = 10_000;
/** Plays and calls about plays. Some wait for the wallet, and a slow wallet says nothing about the studio's other answers. */
const CALL_PATHS = /^\/studio\/api(?:\/|\?|$)/;
const OWN_FRAMES = "frame-ancestors 'self'";
const OWN_SOURCES = /(?<=-src |form-action )'self'/g;
/** A ticket of a lottery has up to ten thousand bets. */
const MAX_CALL_BYTES = 336 * 1024;

/** Addresses of the site and of its launch hosts. */
export interface SiteOrigins {
  readonly publicOrigin: string | undefined;
  /** Further hosts that games are launched from. */
  launchHosts(): readonly string[];
}

/**
 * The built-in vendor under `/studio`, reached like any vendor: it gets no cookies, and its pages bring their own policy. Its calls carry a
 * studio token and come from a frame with an opaque origin, so no cookie rule applies to them.
 */
export function studioMount(
  studioUrl: string | undefined,
  refuse: Refuse,
  reading: Pick<Deadlines, 'read' | 'total'>,
  siteOrigins: SiteOrigins,
  platformKey?: string,
): ServiceMount {
  const answerHeaders: MountedService['answerHeaders'] = (headers, host) => nameOrigins(headers, host, siteOrigins);
  const service = {
    route: 'studio',
    forwardedHeaders: FORWARDED_HEADERS,
    maxBodyBytes: 32 * 1024,
    answerHeaders,
    url: studioUrl,
    ...defined({ platformKey }),
    connectionWaitMs: reading.read,
  };
  // Spectators of a table must not use up the connections of players.
  const streams = mountService({ ...service, path: STUDIO_STREAM, maxSockets: MAX_STREAMS, streams: true }, refuse);
  const calls = mountService({ ...service, path: CALL_PATHS, maxBodyBytes: MAX_CALL_BYTES }, refuse);
  const pages = mountService({ ...service, path: /^\/studio(?:\/|\?|$)/, reading }, refuse);
  return {
    handle(request, response, next) {
      streams.handle(request, response, () => calls.handle(request, response, () => pages.handle(request, response, next)));
    },
    close() {
      for (const mount of [streams, calls, pages]) mount.close();
    },
  };
}

/**
 * On a launch host "self" is that host, so the site that frames the game is added. Safari takes "self" for the opaque origin of the
 * sandboxed frame: without these names it would load no script, style or picture of a game and block its calls. The guard accepts only
 * plain host names.
 */
function nameOrigins(headers: IncomingMessage['headers'], host: string | undefined, { publicOrigin, launchHosts }: SiteOrigins): void {
  const policy = headers['content-security-policy'];
  if (typeof policy !== 'string') return;
  const frames = publicOrigin === undefined ? OWN_FRAMES : `${OWN_FRAMES} ${publicOrigin}`;
  const sources = ["'self'", publicOrigin ?? `http://${host}`, ...launchHosts()].join(' ');
  headers['content-security-policy'] = policy.replace(OWN_FRAMES, frames).replace(OWN_SOURCES, sources);
}
