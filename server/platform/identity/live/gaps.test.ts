import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Database } from '../../base/db/database.ts';
import { createEventHub } from '../../base/events/hub.ts';
import type { OpenStream } from '../../base/http/binding.ts';
import { eventRoutes } from './routes.ts';

it('answers many gaps with few reads, and with none after the stream has ended', async () => {
  const hub = createEventHub();
  let readings = 0;
  const routes = eventRoutes({
    hub,
    db: {} as Database,
    clock: { now: () => new Date() },
    wallet: { holdings: async () => undefined },
    sessions: { isAlive: async () => ++readings > 0 },
    inbox: { unread: async () => 0 },
  });
  const actor = { memberId: 'm', sessionId: 's' };
  const open = (await routes[0]?.handle({ actor, log: pino({ level: 'silent' }) } as never, undefined as never)) as OpenStream;
  const stop = await open({ send: () => undefined, end: () => undefined });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  readings = 0;
  for (let gap = 0; gap < 100; gap += 1) hub.notifyGap();
  await settled();
  expect(readings).toBeGreaterThan(0);
  expect(readings).toBeLessThan(4);
  hub.notifyGap();
  stop();
  const before = readings;
  await settled();
  expect(readings - before).toBeLessThan(2);
});
