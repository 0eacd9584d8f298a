import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Registry } from 'prom-client';
import type { Site } from './access/site.ts';
import { OUTBOX_POLICY, outboxPage } from './outbox-page.ts';
import type { UpstreamClient } from './proxy/upstream-client.ts';

export interface AdminDeps {
  readonly registry: Registry;
  readonly site: Site;
  readonly client: UpstreamClient;
  readonly clientDir: string;
  readonly isDraining: () => boolean;
}

const PAGES = ['/healthz', '/readyz', '/metrics', '/outbox', '/audit', '/chat', '/chat/<id>/(delete|restore) (POST)'];
const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]', '::1'];

/** The operator's pages. Whoever listens for them binds to loopback. */
export function createAdmin(deps: AdminDeps): Express {
  const app = express().disable('x-powered-by');
  app.use((_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    next();
  });
  app.get('/healthz', (_request, response) => void response.json({ ok: true }));
  app.get('/readyz', async (_request, response) => {
    const missing = await findMissing(deps);
    response.status(missing.length === 0 ? 200 : 503).json({ ok: missing.length === 0, missing });
  });
  app.get('/metrics', async (_request, response) => {
    response.type(deps.registry.contentType).send(await deps.registry.metrics());
  });
  app.get('/outbox', onThisMachine, (request, response) => showOutbox(deps.client, request, response));
  app.get('/audit', (_request, response) => passInternal(deps.client, '/audit', response));
  app.get('/chat', onThisMachine, (_request, response) => passInternal(deps.client, '/chat', response));
  app.post(/^\/chat\/\d{1,18}\/(?:delete|restore)$/, onThisMachine, fromHere, (request, response) =>
    passInternal(deps.client, request.path, response, 'POST'),
  );
  app.use((_request, response) => void response.status(404).json({ pages: PAGES }));
  return app;
}

async function findMissing({ isDraining, clientDir, site }: AdminDeps): Promise<string[]> {
  const missing: string[] = [];
  if (isDraining()) missing.push('the service is shutting down');
  if (!existsSync(join(clientDir, '.vite/manifest.json'))) missing.push('the browser build');
  await site.refresh();
  if (!site.reachable) missing.push('the upstream platform');
  return missing;
}

/** So that no web site can have an operator's browser read what is personal here under a name of its own. */
function onThisMachine(request: Request, response: Response, next: NextFunction): void {
  if (LOOPBACK_NAMES.includes(request.hostname)) next();
  else response.status(403).json({ ok: false });
}

/** Nor send a form here: tools name no origin, browsers always do. */
function fromHere(request: Request, response: Response, next: NextFunction): void {
  const origin = request.get('Origin');
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.get('Host'))) next();
  else response.status(403).json({ ok: false });
}

/** The messages that were sent, login codes among them: JSON for tools, a page for people. */
async function showOutbox(client: UpstreamClient, request: Request, response: Response): Promise<void> {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) !== 'html') return passInternal(client, '/outbox', response);
  return answerInternal(client, '/outbox', response, (status, body) => {
    if (status !== 200) response.status(status).type('application/json').send(body);
    else response.setHeader('Content-Security-Policy', OUTBOX_POLICY).type('text/html').send(outboxPage(body));
  });
}

function passInternal(client: UpstreamClient, page: string, response: Response, method: 'GET' | 'POST' = 'GET'): Promise<void> {
  return answerInternal(client, page, response, (status, body) => response.status(status).type('application/json').send(body), method);
}

/** The embedded platform answers its internal pages on loopback; a remote one keeps them to itself. */
async function answerInternal(
  client: UpstreamClient,
  page: string,
  response: Response,
  answer: (status: number, body: Buffer) => unknown,
  method: 'GET' | 'POST' = 'GET',
): Promise<void> {
  try {
    const { status, body } = await client.sendInternal(`/internal${page}`, method);
    answer(status, body);
  } catch {
    response.status(502).json({ ok: false, missing: ['the upstream platform'] });
  }
}
