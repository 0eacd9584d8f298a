import { readFileSync } from 'node:fs';
import { Agent, createServer, type RequestListener, type ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { walletBalance } from '../../shared/api/balance/calls.ts';
import { gameMenus } from '../../shared/api/games/calls.ts';
import { eventStream } from '../../shared/api/live/calls.ts';
import { systemStatus, systemWhitelabel } from '../../shared/api/system/calls.ts';
import { NOTIFY_ALL } from './children.ts';

/** The servers that the product is compared with, each in its own process: `serve.js <role> <argument>` prints its port. */
const ROLES: Readonly<Record<string, (argument: string) => RequestListener>> = {
  /** A page from memory, plain and compressed, by the same Express: `/index` writes the bytes, `/sent` uses `response.send`. */
  buffer(file) {
    const page = readFileSync(file);
    const bodies = new Map([
      ['br', brotliCompressSync(page)],
      ['gzip', gzipSync(page)],
    ]);
    const app = express();
    app.get(['/index', '/sent'], (request, response) => {
      const coding = request.headers['accept-encoding'] ?? '';
      const body = bodies.get(coding);
      if (body) response.setHeader('content-encoding', coding);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (request.path === '/sent') response.send(body ?? page);
      else response.end(body ?? page);
    });
    return app;
  },
  /** Plain http-proxy-middleware under Express, with the keep-alive agent that it needs. */
  'bare-proxy'(target) {
    const app = express();
    app.use(
      createProxyMiddleware({
        target,
        agent: new Agent({ keepAlive: true }),
        pathFilter: (path) => path.startsWith('/wps/') || path.startsWith('/lgw/'),
      }),
    );
    return app;
  },
  /** An upstream that answers every call at once with the same small envelope, and sends an event to all streams on request. */
  upstream() {
    const balance = JSON.stringify({
      success: true,
      value: { sumBalance: '100.0000', currency: 'USD', currencySymbol: '$', version: 1, asOf: '2026-01-01T00:00:00.000Z' },
    });
    const brand = JSON.stringify({
      success: true,
      value: {
        merchantCode: 'lagoon',
        brandName: 'Lagoon',
        languages: ['EN'],
        defaultLanguage: 'EN',
        defaultTheme: 'dark',
        currency: 'USD',
        currencySymbol: '$',
        timeZone: 'UTC',
        features: {},
        clockAheadSeconds: 0,
        contentVersion: '1',
      },
    });
    const status = JSON.stringify({
      success: true,
      value: {
        info: {
          merchantCode: 'lagoon',
          resources: [],
          customerService: null,
          analytics: { gtagId: null },
          imageCDNs: [],
          launchGameCDNs: [],
        },
        location: { ip: '198.51.100.1', country: null },
        maintenance: false,
        regionRestriction: false,
        maintenanceEnd: null,
        maintenanceTexts: {},
      },
    });
    const menus = JSON.stringify({ success: true, value: { gameMenus: [] } });
    const answers = new Map([
      [walletBalance.path, balance],
      [systemWhitelabel.path, brand],
      [systemStatus.path, status],
      [gameMenus.path, menus],
    ]);
    const streams = new Set<ServerResponse>();
    return (request, response) => {
      if (request.url === eventStream.path) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"type":"hello"}\n\n');
        streams.add(response);
        request.socket.once('close', () => streams.delete(response));
        return;
      }
      if (request.url === NOTIFY_ALL) for (const stream of streams) stream.write('data: {"type":"announcement","id":"bench"}\n\n');
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(answers.get(request.url?.split('?')[0] ?? '') ?? menus);
    };
  },
};

const [role = '', argument = ''] = process.argv.slice(2);
const make = ROLES[role];
if (!make) throw new Error(`no such role: ${role}`);
const server = createServer(make(argument));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
