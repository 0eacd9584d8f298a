import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import helmet from 'helmet';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { CLIENT_ADDRESS_HEADER } from '../../shared/api/client-address.ts';
import { THEME_HEADER } from '../../shared/api/payments.ts';
import { THEMES, type Theme } from '../../shared/constants.ts';
import { languageOf } from '../../shared/i18n/languages.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { limitRate } from '../kit/limit-rate.ts';
import { createLoop } from '../kit/loop.ts';
import { requestScope } from '../observe/express-scope.ts';
import { type CallbackTarget, deliverCallback } from './callback.ts';
import { deskRoutes } from './desk.ts';
import { migratePaysim } from './migrations.ts';
import { DECIDED, readOrder } from './order.ts';
import { messagePage, PAGE_HEADERS, paymentPage, RETURN_SECONDS, SECURITY_HEADERS } from './page.ts';
import { listPendingReports, markReportDelivered } from './payout-store.ts';
import { payoutApi } from './payouts.ts';
import { CHOICES, choices, decide, findState, listPendingCallbacks, markCallbackDelivered, type PaysimDatabase } from './store.ts';

export { PAYSIM_DESK_PATH } from './desk.ts';
export { PAYSIM_PAYOUT_PATH } from './payouts.ts';

/** Path of the simulator's page; the portal mounts it. */
export const PAYSIM_PAY_PATH = '/paysim/pay';

export interface PaysimDeps<Tables> {
  readonly db: Kysely<Tables>;
  /** Base URL that receives the callbacks; read when one is sent, because the platform may start later. */
  readonly platformUrl: string | (() => string);
  /** Shared key of a provider that the simulator plays. */
  readonly secretOf: (provider: string) => string | undefined;
  /** Name of the site as shown to the payer. */
  readonly siteName: () => Promise<string>;
  /** Page of the site that the payer returns to. */
  readonly backHref: (orderId: string) => string;
  readonly clock: { now(): Date };
  readonly log: Logger;
  /** Milliseconds between two deliveries of unacknowledged callbacks. */
  readonly retryMs?: number;
  /** Pages and decisions of one client address. */
  readonly pagesPerMinute?: number;
}

export interface Paysim {
  readonly app: Express;
  start(): Promise<void>;
  close(): Promise<void>;
}

const RETRY_MS = 5_000;
const PAGES_PER_MINUTE = 300;
const BODY_LIMIT = '4kb';

/**
 * Simulates the bank, the QR scheme and the e-wallet: a page that pays, declines, lets expire and reverses, a desk that pays withdrawals,
 * and signed callbacks that are repeated until they are acknowledged. No money moves; it reaches the platform over HTTP only.
 */
export function createPaysim<Tables>(deps: PaysimDeps<Tables>): Paysim {
  const { platformUrl, secretOf, clock, log, retryMs = RETRY_MS } = deps;
  const db = deps.db as unknown as PaysimDatabase;
  const urlOf = typeof platformUrl === 'string' ? () => platformUrl : platformUrl;
  const target = (): CallbackTarget => ({ platformUrl: urlOf(), secretOf, now: () => clock.now() });

  const deliverPending = async (orderId?: string): Promise<void> => {
    for (const callback of await listPendingCallbacks(db, orderId))
      if (await deliverCallback(target(), callback.provider, callback.pending)) await markCallbackDelivered(db, callback);
  };
  const deliverReports = async (): Promise<void> => {
    for (const report of await listPendingReports(db))
      if (await deliverCallback(target(), report.provider, report.pending)) await markReportDelivered(db, report);
  };
  const deliveries = createLoop(async () => {
    try {
      await deliverPending();
      await deliverReports();
    } catch (error) {
      log.error({ err: error }, 'payment callback delivery failed');
    }
    return retryMs;
  });
  const show = async (request: Request, response: Response): Promise<void> => {
    const language = languageOf(request.query.language);
    const order = readOrder(queryOf(request), secretOf);
    response.set(PAGE_HEADERS);
    if (!order) return void response.status(404).send(messagePage(language, 'broken'));
    const { state, delivered } = await findState(db, order.order);
    const late = state === 'open' && order.expires <= clock.now().getTime();
    const backHref = deps.backHref(order.order);
    const returns = delivered && state !== 'open' && queryOf(request).has(DECIDED);
    // A header, because accessibility checkers cannot distinguish a meta refresh after a decision from a reading time limit.
    if (returns) response.set('Refresh', `${RETURN_SECONDS}; url=${backHref}`);
    const page = { language, theme: themeOf(request), order, delivered, siteName: await deps.siteName(), backHref };
    const stayHref = returns ? withoutDecided(request.originalUrl) : null;
    const shown = late ? 'expired' : state;
    response.send(paymentPage({ ...page, stayHref, state: shown, choices: choices(shown) }));
  };
  const act = async (request: Request, response: Response): Promise<void> => {
    const order = readOrder(queryOf(request), secretOf);
    if (!order) return show(request, response);
    const wanted: unknown = (request.body as { outcome?: unknown } | undefined)?.outcome;
    const outcome = CHOICES.find((choice) => choice === wanted);
    if (outcome) await decide(db, order, outcome, clock.now());
    await deliverPending(order.order);
    response.redirect(303, `${withoutDecided(request.originalUrl)}&${DECIDED}=1`);
  };

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(requestScope, helmet(SECURITY_HEADERS));
  app.use(PAYSIM_PAY_PATH, limitPages(deps.pagesPerMinute ?? PAGES_PER_MINUTE));
  app.get(PAYSIM_PAY_PATH, show);
  app.post(PAYSIM_PAY_PATH, express.urlencoded({ extended: false, limit: BODY_LIMIT }), act);
  app.use(deskRoutes({ db, clock, siteName: deps.siteName, deliver: deliverReports }), payoutApi({ db, secretOf, clock }));
  app.use(...endRoutes(log));
  return {
    app,
    async start() {
      await migratePaysim(deps.db as unknown as Kysely<unknown>);
      deliveries.start();
    },
    close: deliveries.stop,
  };
}

/** Each page reads the database, and each decision sends a callback. Orders of the merchant are signed and not limited. */
function limitPages(limit: number): RequestHandler {
  return limitRate({
    limit,
    windowMs: MINUTE_MS,
    keyOf: (request) => ipKeyGenerator(request.get(CLIENT_ADDRESS_HEADER) ?? request.socket.remoteAddress ?? ''),
    refuse: (request, response, seconds) =>
      void response
        .status(429)
        .set(PAGE_HEADERS)
        .set('Retry-After', String(seconds))
        .send(messagePage(languageOf(request.query.language), 'tooMany')),
  });
}

/** What no route answers, and failures. */
function endRoutes(log: Logger): readonly [RequestHandler, ErrorRequestHandler] {
  const broken = (response: Response, status: number) =>
    response
      .status(status)
      .set(PAGE_HEADERS)
      .send(messagePage(languageOf(undefined), 'broken'));
  return [
    (_request, response) => void broken(response, 404),
    (error: unknown, _request, response, _next) => {
      log.error({ err: error }, 'payment simulator request failed');
      broken(response, 500);
    },
  ];
}

/** The portal passes the theme of the site in a header. */
function themeOf(request: Request): Theme | null {
  const requested = request.get(THEME_HEADER);
  return THEMES.find((theme) => theme === requested) ?? null;
}

/** The address without the mark that the payer has decided. */
function withoutDecided(url: string): string {
  return url.replace(new RegExp(`&${DECIDED}=1`, 'g'), '');
}

function queryOf(request: Request): URLSearchParams {
  return new URL(request.originalUrl, 'http://localhost').searchParams;
}
