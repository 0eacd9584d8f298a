import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import type { UpstreamTarget } from './upstream-client.ts';

export interface ProxySettings {
  /** Milliseconds without a byte after which a request is aborted. */
  readonly idle: number;
  readonly onOutgoing: (outgoing: ClientRequest, request: IncomingMessage, response: ServerResponse) => void;
  readonly onAnswer: (answer: IncomingMessage, request: IncomingMessage, response: ServerResponse) => void;
  readonly onError: (error: NodeJS.ErrnoException, request: IncomingMessage, response: ServerResponse) => void;
}

export function createProxy(target: UpstreamTarget, settings: ProxySettings): RequestHandler {
  return createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: {
      protocol: target.protocol,
      host: target.hostname,
      hostname: target.hostname,
      port: target.port,
      path: target.path,
    } as never,
    agent: target.agent,
    xfwd: false,
    followRedirects: false,
    proxyTimeout: settings.idle,
    // The content of the answer decides what is passed on.
    selfHandleResponse: true,
    // Errors are answered and logged here, once, with the request id.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', settings.onOutgoing);
        server.on('proxyRes', settings.onAnswer);
        server.on('error', (error, request, response) => settings.onError(error, request, response as ServerResponse));
        server.on('econnreset', () => undefined);
      },
    ],
  });
}
