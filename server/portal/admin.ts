import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express, type Response } from 'express';
import type { Registry } from 'prom-client';
import type { Site } from './access/site.ts';
import type { UpstreamClient } from './proxy/upstream-client.ts';

export interface AdminDeps {
  readonly registry: Registry;
  readonly site: Site;
  readonly client: UpstreamClient;
  readonly clientDir: string;
  readonly isDraining: () => boolean;
}

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
  app.get('/outbox', (_request, response) => {
    // No call sends messages yet; the list is empty because nothing has been sent.
    response.json({ messages: [] });
  });
  app.get('/audit', (_request, response) => passInternal(deps.client, '/audit', response));
  app.use((_request, response) => void response.status(404).json({ pages: ['/healthz', '/readyz', '/metrics', '/outbox', '/audit'] }));
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

/** The embedded platform answers its audit on loopback; a remote one keeps it to itself. */
async function passInternal(client: UpstreamClient, page: string, response: Response): Promise<void> {
  try {
    const { status, body } = await client.sendInternal(`/internal${page}`);
    response.status(status).type('application/json').send(body);
  } catch {
    response.status(502).json({ ok: false, missing: ['the upstream platform'] });
  }
}
