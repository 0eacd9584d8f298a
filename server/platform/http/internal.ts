import express, { type Router } from 'express';
import { sql } from 'kysely';
import { toWire } from '../../../shared/money/money.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { audit } from '../wallet/index.ts';

const LOOPBACK: readonly (string | undefined)[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/**
 * What the portal's admin port asks, over loopback only. `GET health`: `{ ok, database }`, 503 while the database does
 * not answer. `GET audit`: the trial balance, amounts as wire decimals.
 */
export function createInternal({ db }: { db: Database }): Router {
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
  router.get('/audit', async (_request, response) => {
    const report = await audit(db);
    response.json({ ...report, lines: report.lines.map((line) => ({ ...line, balance: toWire(line.balance) })) });
  });
  return router;
}
