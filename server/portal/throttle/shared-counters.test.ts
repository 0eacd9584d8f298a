import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json } from '../testing/tiny-upstream.ts';

const REDIS = process.env.TEST_REDIS_URL;
const open: TestPortal[] = [];
afterEach(async () => {
  for (const portal of open.splice(0)) await portal.close();
});

async function start(merchant: string, logins: number): Promise<TestPortal> {
  const portal = await startTestPortal({ redisUrl: REDIS, merchant, limits: { login: logins }, trustProxy: ['loopback'] });
  open.push(portal);
  portal.upstream.on('session.login', (_request, response) =>
    json(response, 200, { success: false, value: null, code: 'wrong_credentials', message: '' }),
  );
  return portal;
}

/** Avoids counts of an earlier run. */
function ownAddress(): string {
  const hex = randomUUID().replaceAll('-', '');
  return `2001:${hex.slice(0, 4)}:${hex.slice(4, 8)}:${hex.slice(8, 12)}::1`;
}

async function statusesOfLogins(portals: readonly TestPortal[]): Promise<readonly number[]> {
  const address = ownAddress();
  const statuses: number[] = [];
  for (const { url } of portals) {
    const login = supertest(url).post('/wps/session/login').set('X-Forwarded-For', address);
    statuses.push((await login.send({ payload: 'x' })).status);
  }
  return statuses;
}

describe.runIf(REDIS)('counters in Redis', () => {
  it('are shared by two processes', async () => {
    const [one, two] = [await start('lagoon', 3), await start('lagoon', 3)];
    expect(await statusesOfLogins([one, two, one, two, one, two])).toEqual([200, 200, 200, 429, 429, 429]);
  });

  it('are separate for each merchant', async () => {
    const [one, two] = [await start('harbour', 1), await start('lotus', 1)];
    expect(await statusesOfLogins([one, one, two, two])).toEqual([200, 429, 200, 429]);
  });
});
