import express, { type Router } from 'express';
import { sql } from 'kysely';
import { toWire } from '../../../../shared/money/money.ts';
import { defined } from '../../../kit/defined.ts';
import { explainWage, recomputeStatement } from '../../agents/wages/index.ts';
import type { Database } from '../../base/db/index.ts';
import type { Audit } from '../../base/feature.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import { proveLog, readAnchor } from '../../operators/index.ts';
import type { DemoClock } from '../demo-clock/index.ts';
import type { PlatformReadiness } from '../metrics/index.ts';
import { auditAll } from './audit-all.ts';

const MAX_OUTBOX_ROWS = 200;
const LOOPBACK: readonly (string | undefined)[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

interface InternalDeps {
  readonly db: Database;
  readonly merchant: string;
  /** Of all features. */
  readonly audits: readonly Audit[];
  readonly messages: Messages;
  /** The demo's messages are served on the admin port; those of members only in the console. */
  readonly isDemo: boolean;
  readonly demoClock: Pick<DemoClock, 'advance'>;
  readonly readiness: () => Promise<PlatformReadiness>;
  /** In the Prometheus text format. */
  readonly metrics: () => Promise<string>;
  /** The operators' console. */
  readonly console: Router;
}

/**
 * Endpoints for the portal's admin port, on loopback only. `GET alive`: the event loop responds. `GET health`: `{ ok, database }`, 503
 * while the database does not respond. `GET ready`: missing and degraded requirements as text. `GET metrics`: metrics of the platform. `GET
 * audit`: the trial balance with amounts as wire decimals, what features pay and count computed again, and the verification of the
 * operators' log, from `anchor` if given. `GET wages/<id>`: a wage computed again, as lines of text. `GET outbox`: the newest messages, for
 * the demo only. `POST demo/advance/<milliseconds>`: moves the clock of the demo. `console`: the operators'
 * pages.
 */
export function createInternal({ db, merchant, audits, messages, isDemo, demoClock, readiness, metrics, console }: InternalDeps): Router {
  const router = express.Router();
  router.use((request, _response, next) => {
    if (!LOOPBACK.includes(request.socket.remoteAddress)) throw new Refusal('not_found');
    next();
  });
  router.get('/alive', (_request, response) => void response.json({ ok: true }));
  router.get('/health', async (_request, response) => {
    const up = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    response.status(up ? 200 : 503).json({ ok: up, database: up ? 'up' : 'down' });
  });
  router.get('/ready', async (_request, response) => {
    const state = await readiness();
    response.status(state.ok ? 200 : 503).json(state);
  });
  router.get('/metrics', async (_request, response) => {
    response.type('text/plain').send(await metrics());
  });
  router.use('/console', console);
  router.get('/outbox', async (_request, response) => {
    if (!isDemo) throw new Refusal('unauthorized');
    response.json({ messages: await messages.recent(MAX_OUTBOX_ROWS) });
  });
  router.post('/demo/advance/:milliseconds', async (request, response) => {
    if (!isDemo) throw new Refusal('unauthorized');
    const now = await demoClock.advance(Number(request.params.milliseconds));
    const { timeZone } = (await readMerchant(db, merchant)).settings;
    response.json({ now: now.toISOString(), timeZone });
  });
  router.get('/audit', async (request, response) => {
    const report = await auditAll(db, audits);
    // The platform's app parses no queries.
    const anchorText = new URL(request.originalUrl, 'http://platform').searchParams.get('anchor');
    const anchor = anchorText === null ? undefined : readAnchor(anchorText);
    if (anchorText !== null && !anchor) throw new Refusal('bad_request');
    const operatorLog = await proveLog(db, merchant, defined({ anchor }));
    response.json({ ...report, operatorLog, lines: report.lines.map((line) => ({ ...line, balance: toWire(line.balance) })) });
  });
  router.get('/wages/:id', async (request, response) => {
    const { id } = request.params;
    const found = /^\d{1,18}$/.test(id) ? await recomputeStatement(db, id) : undefined;
    if (!found) throw new Refusal('not_found');
    response.json(explainWage(found));
  });
  return router;
}
