import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { QaAgent } from '../kit/agent.ts';
import { chaos, type Fault, faults, startChaos } from '../kit/chaos.ts';
import { openPortal, type QaPortal } from '../kit/portal.ts';

const BALANCE = '/wps/v2/wallets/balance';
/** Deadlines are short here; on a busy machine one may expire, so the test retries. */
const PATIENT = { timeout: 60_000, interval: 200 };

describe('a portal with a failing platform', () => {
  let calm: QaPortal;
  let portal: QaPortal;
  let member: QaAgent;
  beforeAll(async () => {
    // Signs in while the limits are generous, because the platform counts a lost sign-in.
    calm = await openPortal();
    const signedIn = await calm.as.member();
    const behind = calm.platform.url;
    portal = await openPortal({ upstream: chaos({ behind }), deadlines: { connect: 1_000, read: 1_000, idle: 1_000, total: 2_000 } });
    member = portal.as.same(signedIn);
  });
  afterEach(() => portal.chaos.calm());
  afterAll(async () => {
    await portal.close();
    await calm.close();
  });

  it.each<[string, Fault]>([
    ['a black hole', faults.blackHole()],
    ['a lost answer', faults.swallow()],
    ['a drip', faults.drip()],
    ['a cut', faults.cut()],
    ['a reset', faults.refuse()],
    ['garbage', faults.garbage()],
    ['a wrong length', faults.wrongLength()],
    ['an error of a gateway', faults.status(502)],
  ])('%s of one call never reaches the browser as an answer, and later calls succeed', async (_name, fault) => {
    const stop = portal.chaos.strike({ on: 'wallet.balance', faults: fault });
    const struck = await member.get(BALANCE).catch((error: Error) => ({ status: error.message, body: {} }));
    // An answer that has begun can only be aborted, so that the browser knows that it is incomplete.
    expect([struck.status, (struck.body as { success?: boolean }).success]).not.toEqual([200, true]);
    stop();
    await vi.waitFor(async () => expect((await member.get(BALANCE)).body).toMatchObject({ success: true }), PATIENT);
  });

  it('a request that changes something is sent only once, with any fault', async () => {
    const seen: number[] = [];
    for (const fault of [faults.refuse(), faults.cut(), faults.blackHole(), faults.status(503)]) {
      const before = portal.chaos.count('session.firstLogin');
      portal.chaos.strike({ on: 'session.firstLogin', faults: fault });
      await member
        .post('/wps/session/login/first')
        .send({})
        .catch(() => undefined);
      seen.push(portal.chaos.count('session.firstLogin') - before);
    }
    // Zero when the reused connection was closed: a POST isn't retried even then.
    expect(seen.filter((times) => times > 1)).toEqual([]);
    expect(seen).toContain(1);
  });

  it('stops and restarts at the same address', async () => {
    const { url } = portal.chaos;
    await portal.chaos.down();
    await expect(fetch(`${url}/wps/system/status`)).rejects.toThrow();
    expect((await member.get(BALANCE)).status).toBeGreaterThanOrEqual(500);
    await portal.chaos.up();
    expect((await fetch(`${url}/wps/system/status`)).status).toBe(200);
  });
});

describe('the rules of chaos', () => {
  it('apply by seed, up to their limit, and in order', async () => {
    const behind = await startChaos({ ...chaos({ rules: [{ faults: faults.status(200) }] }), behind: 'http://127.0.0.1:9' });
    const run = async (seed: number) => {
      const upstream = await startChaos({ ...chaos({ seed, rules: [{ share: 0.5, faults: faults.status(503) }] }), behind: behind.url });
      const seen: number[] = [];
      for (let n = 0; n < 24; n += 1) seen.push((await fetch(`${upstream.url}/wps/system/status?n=${n}`)).status);
      await upstream.close();
      return seen.join();
    };
    const [first, again, other] = [await run(7), await run(7), await run(8)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(new Set(first.split(','))).toEqual(new Set(['200', '503']));

    const upstream = await startChaos({ ...chaos(), behind: behind.url });
    upstream.strike({ on: /^\/once/, times: 1, faults: [faults.delay(1), faults.status(500)] });
    const statuses = [];
    for (const path of ['/once', '/once', '/else']) statuses.push((await fetch(upstream.url + path)).status);
    expect(statuses).toEqual([500, 200, 200]);
    expect(upstream.received.map(({ faults: struck }) => struck)).toEqual([['delay', 'status'], [], []]);
    expect(upstream.count(/once/)).toBe(2);
    await Promise.all([upstream.close(), behind.close()]);
  });
});
