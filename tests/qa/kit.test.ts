import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletBalance } from '../../shared/api/balance/calls.ts';
import { DAY_MS } from '../../shared/time.ts';
import { accepted } from '../kit/player.ts';
import { openPortal, type QaPortal } from '../kit/portal.ts';

describe('a portal in this process', () => {
  let portal: QaPortal;
  let other: QaPortal;
  beforeAll(async () => {
    [portal, other] = await Promise.all([openPortal(), openPortal({ publicUrl: 'https://play.example', limits: { launch: 1 } })]);
  });
  afterAll(() => Promise.all([portal.close(), other.close()]));

  it('serves a visitor, and three kinds of account', async () => {
    const visitor = portal.as.visitor();
    expect((await visitor.get('/index')).status).toBe(200);
    expect((await visitor.get(walletBalance.path)).status).toBe(401);
    const [member, trial, agent] = await Promise.all([portal.as.member(), portal.as.trial(), portal.as.agent()]);
    expect([member.account, trial.account, agent.account]).toEqual(['demo01', 'trial01', 'agent01']);
    expect(accepted(await member.call(walletBalance)).currency).toBe('USD');
    expect((await member.get('/member/profile')).status).toBe(200);
    expect(new Set([member, trial, agent, visitor].map(({ address }) => address)).size).toBe(4);
    // The same account again, in another browser with the same client address.
    expect((await (await portal.as.member()).get(walletBalance.path)).status).toBe(200);
    expect(portal.platform.faults).toEqual([]);
  });

  it('is independent: another one has its own accounts, limits, clock and address', async () => {
    const member = await other.as.member();
    expect([...member.cookies.keys()].some((name) => name.startsWith('__Host-'))).toBe(true);
    expect(accepted(await member.call(walletBalance)).currency).toBe('USD');
    const before = portal.clock.now().getTime();
    other.clock.advance(DAY_MS);
    expect(other.clock.now().getTime() - before).toBeGreaterThanOrEqual(DAY_MS);
    expect(portal.clock.now().getTime() - before).toBeLessThan(DAY_MS);
    expect((await member.call(walletBalance)).success).toBe(false);
  });

  it('reports what it does not have', () => {
    expect(() => portal.chaos).toThrow('no chaos');
    expect(() => portal.replay).toThrow('no recording');
  });
});
