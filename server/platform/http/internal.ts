import express, { type Router } from 'express';
import { sql } from 'kysely';
import { toWire } from '../../../shared/money/money.ts';
import type { Database } from '../db/database.ts';
import type { Messages } from '../messages/contracts.ts';
import { Refusal } from '../refusal.ts';
import { audit } from '../wallet/index.ts';

const OUTBOX_SHOWN = 200;
const LOOPBACK: readonly (string | undefined)[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/**
 * What the portal's admin port asks, over loopback only. `GET health`: `{ ok, database }`, 503 while the database does
 * not answer. `GET audit`: the trial balance, amounts as wire decimals. `GET outbox`: the newest messages, opened.
 */
export function createInternal({ db, messages }: { db: Database; messages: Messages }): Router {
  const router = express.Router();
  router.use((request, _response, next) => {
    if (!LOOPBACK.includes(request.socket.remoteAddress)) throw new Refusal('not_found');
    next();
  });
  router.get('/health', async (_request, response) => {
    const up = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    response.status(up ? 200 : 503).json({ ok: up, database: up ? 'up' : 'down' });
  });
  router.get('/outbox', async (_request, response) => {
    response.json({ messages: await messages.recent(OUTBOX_SHOWN) });
  });
  router.get('/audit', async (_request, response) => {
    const report = await audit(db);
    response.json({ ...report, lines: report.lines.map((line) => ({ ...line, balance: toWire(line.balance) })) });
  });
  return router;
}
