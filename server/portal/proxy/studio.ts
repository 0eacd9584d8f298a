import type { IncomingMessage } from 'node:http';
import type { Refuse } from '../refusals.ts';
import type { Deadlines } from './deadlines.ts';
import { type MountedService, mountService, type ServiceMount } from './mount-service.ts';

const KEPT_HEADERS = [
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
  'user-agent',
  'x-refusal',
];
/** Event streams of games: whatever ends so. Each with its heartbeats, which are more frequent than the proxy's patience is long. */
export const STUDIO_STREAM = /^\/studio\/api\/(?:[\w-]+[-/])?stream(?:\?|$)/;
const MOST_STREAMS = 10_000;
/** Plays, and what is asked about them: some of it waits for the wallet, and a player whose wallet is slow says nothing about the rest. */
const CALLS = /^\/studio\/api(?:\/|\?|$)/;
const OWN_FRAMES = "frame-ancestors 'self'";
const OWN_SOURCES = /(?<=-src )'self'/g;

/** Where players see the site and its games. */
export interface SeenAt {
  readonly publicOrigin: string | undefined;
  /** Further hosts that games are launched from. */
  launchHosts(): readonly string[];
}

/**
 * The built-in vendor under `/studio`, reached as any vendor is: it gets no cookie, its pages bring their own policy.
 * Its calls carry a studio token and come from a frame with an origin of its own, so no cookie rule applies to them.
 */
export function studioMount(
  studioUrl: string | undefined,
  refuse: Refuse,
  reading: Pick<Deadlines, 'read' | 'total'>,
  seenAt: SeenAt,
  platformKey?: string,
): ServiceMount {
  const answerHeaders: MountedService['answerHeaders'] = (headers, host) => nameOrigins(headers, host, seenAt);
  const service = {
    ...{ route: 'studio', keptHeaders: KEPT_HEADERS, maxBodyBytes: 32 * 1024 },
    ...{ answerHeaders, url: studioUrl, platformKey, lineMs: reading.read },
  };
  // Who only looks at a table must not keep others from playing.
  const streams = mountService({ ...service, path: STUDIO_STREAM, maxSockets: MOST_STREAMS }, refuse);
  const calls = mountService({ ...service, path: CALLS }, refuse);
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
 * On a launch host "self" is that host: the site that frames the game is named beside it. Safari takes "self" to be the origin of
 * the sandboxed frame, which has none: without these names it loads no script, style or picture of a game, and lets it call
 * nobody. The guard lets only plain hosts come so far.
 */
function nameOrigins(headers: IncomingMessage['headers'], host: string | undefined, { publicOrigin, launchHosts }: SeenAt): void {
  const policy = headers['content-security-policy'];
  if (typeof policy !== 'string') return;
  const frames = publicOrigin === undefined ? OWN_FRAMES : `${OWN_FRAMES} ${publicOrigin}`;
  const sources = ["'self'", publicOrigin ?? `http://${host}`, ...launchHosts()].join(' ');
  headers['content-security-policy'] = policy.replace(OWN_FRAMES, frames).replace(OWN_SOURCES, sources);
}
