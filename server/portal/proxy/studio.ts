import type { IncomingMessage } from 'node:http';
import type { Refuse } from '../refusals.ts';
import { mountService, type ServiceMount } from './mount-service.ts';

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
];
/** Each with its heartbeats, which are more frequent than the proxy's patience is long. */
const STREAM = /^\/studio\/api\/(?:table-stream|rooms\/stream)(?:\?|$)/;
const MOST_STREAMS = 10_000;
const OWN_FRAMES = "frame-ancestors 'self'";

/**
 * The built-in vendor under `/studio`, reached as any vendor is: it gets no cookie, its pages bring their own policy.
 * Its calls carry a studio token and come from a frame with an origin of its own, so no cookie rule applies to them.
 */
export function studioMount(studioUrl: string | undefined, refuse: Refuse, publicOrigin?: string, platformKey?: string): ServiceMount {
  const answerHeaders = (headers: IncomingMessage['headers']) => letSiteFrame(headers, publicOrigin);
  const service = { route: 'studio', keptHeaders: KEPT_HEADERS, maxBodyBytes: 32 * 1024, answerHeaders, url: studioUrl, platformKey };
  // Who only looks at a table must not keep others from playing.
  const streams = mountService({ ...service, path: STREAM, maxSockets: MOST_STREAMS }, refuse);
  const calls = mountService({ ...service, path: /^\/studio(?:\/|\?|$)/ }, refuse);
  return {
    handle: (request, response, next) => streams.handle(request, response, () => calls.handle(request, response, next)),
    close() {
      streams.close();
      calls.close();
    },
  };
}

/** On a launch host "self" is that host: the site that frames the game is named beside it. */
function letSiteFrame(headers: IncomingMessage['headers'], publicOrigin: string | undefined): void {
  const policy = headers['content-security-policy'];
  if (publicOrigin !== undefined && typeof policy === 'string')
    headers['content-security-policy'] = policy.replace(OWN_FRAMES, `${OWN_FRAMES} ${publicOrigin}`);
}
