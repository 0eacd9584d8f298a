import express, { type Router } from 'express';
import { sql } from 'kysely';
import { toWire } from '../../../shared/money/money.ts';
import type { ChatRoom } from '../chat/index.ts';
import type { Database } from '../db/database.ts';
import type { Messages } from '../messages/contracts.ts';
import { Refusal } from '../refusal.ts';
import { audit } from '../wallet/index.ts';

const OUTBOX_SHOWN = 200;
const CHAT_SHOWN = 200;
const LOOPBACK: readonly (string | undefined)[] = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/**
 * What the portal's admin port asks, over loopback only. `GET health`: `{ ok, database }`, 503 while the database does
 * not answer. `GET audit`: the trial balance, amounts as wire decimals. `GET outbox`: the newest messages, opened.
 * `GET chat`: the newest messages of the chat room with their reports; `POST chat/<id>/delete` takes one away,
 * `restore` shows it again.
 */
export function createInternal({ db, messages, chat }: { db: Database; messages: Messages; chat: ChatRoom }): Router {
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
  router.get('/chat', async (_request, response) => {
    response.json({ messages: await chat.latest(CHAT_SHOWN) });
  });
  for (const [word, act] of [
    ['delete', chat.remove],
    ['restore', chat.restore],
  ] as const)
    router.post(`/chat/:id/${word}`, async (request, response) => {
      const { id } = request.params;
      if (!/^\d{1,18}$/.test(id) || !(await act(id))) throw new Refusal('chat_message_not_found');
      response.json({ ok: true });
    });
  router.get('/audit', async (_request, response) => {
    const report = await audit(db);
    response.json({ ...report, lines: report.lines.map((line) => ({ ...line, balance: toWire(line.balance) })) });
  });
  return router;
}
