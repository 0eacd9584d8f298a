import { readFileSync } from 'node:fs';
import { Agent, createServer, type RequestListener } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { gameMenus } from '../../shared/api/game-calls.ts';
import { systemWhitelabel } from '../../shared/api/system-calls.ts';
import { walletBalance } from '../../shared/api/wallet-calls.ts';

/** The servers that the product is compared with, each alone in a process: `serve.js <role> <argument>` prints its port. */
const ROLES: Readonly<Record<string, (argument: string) => RequestListener>> = {
  /** A page that is ready in memory, sent by the same Express. */
  buffer(file) {
    const page = readFileSync(file);
    const app = express();
    app.get('/index', (_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page);
    });
    return app;
  },
  /** http-proxy-middleware alone under Express, with the keep-alive agent that it needs. */
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
  /** An upstream that answers every call at once with the same small envelope. */
  upstream() {
    const balance = JSON.stringify({
      success: true,
      value: { sumBalance: '100.0000', currency: 'USD', currencySymbol: '$', version: 1, asOf: '2026-01-01T00:00:00.000Z' },
    });
    const brand = JSON.stringify({
      success: true,
      value: {
        ...{ merchantCode: 'lagoon', brandName: 'Lagoon', languages: ['EN'], defaultLanguage: 'EN', defaultTheme: 'dark' },
        ...{ currency: 'USD', currencySymbol: '$', timeZone: 'UTC', features: {}, contentVersion: '1' },
      },
    });
    const menus = JSON.stringify({ success: true, value: { gameMenus: [] } });
    const answers = new Map([
      [walletBalance.path, balance],
      [systemWhitelabel.path, brand],
      [gameMenus.path, menus],
    ]);
    return (request, response) => {
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
