import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import http from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { EdgeRequest, EdgeResponse, EdgeStage } from '../contracts.ts';
import type { Refuse } from '../refusals.ts';
import { CLIENT_ADDRESS_HEADER } from './upstream-headers.ts';

export interface StudioMount {
  readonly handle: EdgeStage;
  close(): void;
}

const STUDIO_PATH = /^\/studio(?:\/|\?|$)/;
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
  'origin',
  'user-agent',
];
const DROPPED_ANSWER_HEADERS = ['set-cookie', 'connection', 'keep-alive', 'transfer-encoding', 'x-powered-by'];
const TIMEOUT_MS = 15_000;
const MAX_BODY_BYTES = 32 * 1024;
const MAX_SOCKETS = 128;
const OWN_FRAMES = "frame-ancestors 'self'";

/**
 * The built-in vendor under `/studio`, reached as any vendor is: it gets no cookie, its pages bring their own policy.
 * Its calls carry a studio token and come from a frame with an origin of its own, so no cookie rule applies to them.
 */
export function studioMount(studioUrl: string | undefined, refuse: Refuse, publicOrigin?: string): StudioMount {
  if (studioUrl === undefined) return { handle: (_request, _response, next) => next(), close: () => undefined };
  const agent = new http.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: studioUrl,
    agent,
    proxyTimeout: TIMEOUT_MS,
    xfwd: false,
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', (outgoing: ClientRequest, _request, response) => {
          response.once('close', () => {
            if (!response.writableFinished) outgoing.destroy();
          });
        });
        server.on('proxyRes', (answer, _request, response) => {
          for (const name of DROPPED_ANSWER_HEADERS) delete answer.headers[name];
          letSiteFrame(answer.headers, publicOrigin);
          answer.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
          answer.once('error', () => response.destroy());
        });
        server.on('error', (error, _request, target) => {
          const response = target as EdgeResponse;
          if (response.destroyed || response.writableEnded) return;
          response.locals.log.warn({ err: error }, 'the studio did not answer');
          refuse(response, 502, 'upstream_unavailable');
        });
        server.on('econnreset', () => undefined);
      },
    ],
  });
  return {
    handle(request, response, next) {
      if (!STUDIO_PATH.test(request.url)) return next();
      response.locals.route = 'studio';
      if (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
        return refuse(response, 413, 'body_too_large', { Connection: 'close' });
      }
      request.headers = studioHeaders(request, response);
      proxy(request, response, next).catch(next);
    },
    close: () => agent.destroy(),
  };
}

function studioHeaders(request: EdgeRequest, response: EdgeResponse): IncomingMessage['headers'] {
  const headers: IncomingMessage['headers'] = {
    connection: 'keep-alive',
    'x-request-id': response.locals.requestId,
    [CLIENT_ADDRESS_HEADER]: response.locals.address,
  };
  for (const name of KEPT_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

/** On a launch host "self" is that host: the site that frames the game is named beside it. */
function letSiteFrame(headers: IncomingMessage['headers'], publicOrigin: string | undefined): void {
  const policy = headers['content-security-policy'];
  if (publicOrigin !== undefined && typeof policy === 'string')
    headers['content-security-policy'] = policy.replace(OWN_FRAMES, `${OWN_FRAMES} ${publicOrigin}`);
}
