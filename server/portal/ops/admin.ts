import { isIP } from 'node:net';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { PERMISSIONS_POLICY } from '../../../shared/permissions-policy.ts';
import { consolePages } from '../console/console-pages.ts';
import type { Readiness } from '../contracts.ts';
import type { UpstreamLinks } from '../upstream/links.ts';
import { OUTBOX_POLICY, outboxPage } from './outbox-page.ts';
import { PAYSIM_DESK_PATH, paysimDesk } from './paysim-desk.ts';

/** Sources of the operator pages: one portal, all workers of a service, or a platform process. */
export interface AdminDeps {
  readonly readiness: () => Promise<Readiness>;
  /** In the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
  readonly client: UpstreamLinks;
  /** The platform is a thread of this process. */
  readonly embedded?: boolean;
  /** Further names of this port, as in `Host` without the port. */
  readonly names?: readonly string[];
  /** The payment simulator, only of the demo, and the key of this platform. */
  readonly paysimUrl?: string;
  readonly platformKey?: string;
}

const YEAR_SECONDS = 31_536_000;
const HEADERS: HelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  referrerPolicy: { policy: 'same-origin' },
  // Only behind a proxy that ends TLS.
  strictTransportSecurity: false,
};
const secureTransport = helmet.strictTransportSecurity({ maxAge: YEAR_SECONDS, includeSubDomains: false });
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const PAGES = ['/healthz', '/readyz', '/metrics', '/outbox', '/audit', '/console'];
/** Outbox of a merchant that is no demo, for operators who are logged in. */
const OPERATORS_OUTBOX = '/console/outbox';
const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]', '::1'];
const LOOPBACK_ADDRESSES: readonly (string | undefined)[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** The operator pages. The caller binds them to loopback. */
export function createAdmin(deps: AdminDeps): Express {
  const app = express().disable('x-powered-by');
  app.use(helmet(HEADERS), (request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'Permissions-Policy': PERMISSIONS_POLICY });
    if (request.get('X-Forwarded-Proto') === 'https') secureTransport(request, response, next);
    else next();
  });
  const hasAllowedName = (request: Request) => isAllowedName(request.hostname, deps.names ?? []);
  // A balancer may probe under any name; the list of missing parts is for operators.
  app.get('/healthz', async (_request, response) => {
    const ok = !deps.embedded || (await isPlatformAlive(deps.client));
    response.status(ok ? 200 : 503).json({ ok });
  });
  app.get('/readyz', async (request, response) => {
    const readiness = await deps.readiness();
    response.status(readiness.ok ? 200 : 503).json(hasAllowedName(request) ? readiness : { ok: readiness.ok });
  });
  app.use((request, response, next) => {
    if (hasAllowedName(request)) next();
    else response.status(403).json({ ok: false, missing: ['this name in ADMIN_NAMES'] });
  });
  app.get('/metrics', async (_request, response) => {
    const [own, platform] = await Promise.all([deps.metrics(), platformMetrics(deps.client)]);
    response.type(METRICS_TYPE).send(`${own}\n${platform}`);
  });
  app.get('/outbox', loopbackOnly, (request, response) => showOutbox(deps.client, request, response));
  app.get('/audit', (request, response) => sendInternalJson(deps.client, `/audit${queryOf(request.url)}`, response));
  app.get('/wages/:id', loopbackOnly, (request, response) =>
    sendInternalJson(deps.client, `/wages/${encodeURIComponent(String(request.params.id))}`, response),
  );
  app.post('/demo/advance/:milliseconds', loopbackOnly, requireOwnOrigin, (request, response) =>
    sendInternalJson(deps.client, `/demo/advance/${encodeURIComponent(String(request.params.milliseconds))}`, response, 'POST'),
  );
  app.use('/console', sameSiteForms, consolePages(deps.client));
  app.all(PAYSIM_DESK_PATH, sameSiteForms, paysimDesk(deps.paysimUrl, deps.platformKey));
  app.use((_request, response) => void response.status(404).json({ pages: PAGES }));
  return app;
}

/**
 * True for an address, a loopback name or a configured name. Under any other name a foreign page could use DNS rebinding to read the
 * responses below.
 */
function isAllowedName(name: string | undefined, names: readonly string[]): boolean {
  const bare = name?.toLowerCase().replace(/^\[|\]$/g, '') ?? '';
  return LOOPBACK_NAMES.includes(bare) || isIP(bare) !== 0 || names.includes(bare);
}

/** A lost or hanging thread can be restored only by a restart of the process. */
function isPlatformAlive(client: UpstreamLinks): Promise<boolean> {
  return client.sendInternal('/internal/alive').then(
    () => true,
    () => false,
  );
}

/** Metrics of the embedded platform, whose names begin with `platform_`. A remote platform serves its own. */
async function platformMetrics(client: UpstreamLinks): Promise<string> {
  try {
    const { status, body } = await client.sendInternal('/internal/metrics');
    return status === 200 ? body.toString('utf8') : '';
  } catch {
    return '';
  }
}

/**
 * Allows only clients on this machine, even if the port listens elsewhere. The host name is checked too, so that no web site can use DNS rebinding
 * to read personal data in an operator's browser; alone it proves nothing, because the sender chooses it.
 */
function loopbackOnly(request: Request, response: Response, next: NextFunction): void {
  if (LOOPBACK_ADDRESSES.includes(request.socket.remoteAddress) && LOOPBACK_NAMES.includes(request.hostname)) next();
  else response.status(403).json({ ok: false });
}

/** Forms of the console must come from its own pages. */
function sameSiteForms(request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'GET') next();
  else requireOwnOrigin(request, response, next);
}

/** Browsers always send an origin with a form; tools may omit it. */
function requireOwnOrigin(request: Request, response: Response, next: NextFunction): void {
  const origin = request.get('Origin');
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.get('Host'))) next();
  else response.status(403).json({ ok: false });
}

/** The sent messages, login codes among them: JSON for tools, a page for people. */
async function showOutbox(client: UpstreamLinks, request: Request, response: Response): Promise<void> {
  response.vary('Accept');
  const isForPeople = request.accepts(['json', 'html']) === 'html';
  return answerInternal(client, '/outbox', response, (status, body) => {
    if (status === 401 && isForPeople) response.redirect(303, OPERATORS_OUTBOX);
    else if (status === 401) response.status(401).json({ ok: false, code: 'unauthorized', page: OPERATORS_OUTBOX });
    else if (!isForPeople || status !== 200) response.status(status).type('application/json').send(body);
    else response.setHeader('Content-Security-Policy', OUTBOX_POLICY).type('text/html').send(outboxPage(body));
  });
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

function sendInternalJson(client: UpstreamLinks, page: string, response: Response, method: 'GET' | 'POST' = 'GET'): Promise<void> {
  return answerInternal(client, page, response, (status, body) => response.status(status).type('application/json').send(body), method);
}

/** The embedded platform serves its internal pages on loopback; a remote one does not expose them. */
async function answerInternal(
  client: UpstreamLinks,
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
