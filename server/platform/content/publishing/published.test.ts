import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { type CallOptions, openTestPlatform, type TestPlatform } from '../../test-platform.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const callContent = async (id: string, options: CallOptions = {}) =>
  (await test.call(CALLS.find((call) => call.id === id) as AnyCall, options)).body;
const LISTS = { B: 'banners', PL: 'player', PU: 'popup', PR: 'promotion', H: 'help' } as const;

describe('announcements', () => {
  it.each(['B', 'PL', 'PU', 'PR', 'H', 'PU,B', 'B,PL,PU,PR,H'])('of the types %s leave the other lists empty', async (types) => {
    const { value } = await callContent('content.announcements', { query: { types, platform: 'W', execution: 'B' } });
    const filled = Object.entries(LISTS).filter(([, list]) => value[list].length > 0);
    expect(filled.map(([type]) => type).toSorted()).toEqual(types.split(',').toSorted());
  });

  it('of no types are all of them', async () => {
    const all = await callContent('content.announcements');
    expect(all).toEqual(await callContent('content.announcements', { query: { types: 'H,PR,PU,PL,B' } }));
    expect(all.value.popup.map(({ when }: { when: string }) => when)).toEqual(['visitor']);
  });

  it.each(['types=X', 'types=B,X', 'types=B,', 'types=', 'platform=M', 'execution=A'])('for %s are refused', async (query) => {
    const answer = await callContent('content.announcements', { query: Object.fromEntries(new URLSearchParams(query)) });
    expect(answer.code).toBe('bad_request');
  });
});

it('notices for agents are for agents only', async () => {
  const { player } = (await callContent('content.announcements', { query: { types: 'PL' } })).value;
  expect(player.filter(({ id }: { id: string }) => id.startsWith('agent-'))).toEqual([]);
  const own = async (account: string) => callContent('agent.announcements', { token: await test.login(account) });
  expect((await own('agent01')).value.notices.map(({ id }: { id: string }) => id)).toEqual(['agent-links', 'agent-start']);
  expect((await own('demo01')).code).toBe('not_agent');
});

it('promotions that are open now differ for members and trial accounts, and end', async () => {
  const open = async (account: string) => (await callContent('content.availablePromotions', { token: await test.login(account) })).value;
  const [member, trial] = [await open('demo01'), await open('trial01')];
  expect(member.availablePromoCount).toBe(member.availablePromo.length);
  expect(member.availablePromo).toContain('deposit-free');
  expect(member.availablePromo).not.toContain('trial');
  expect(trial.availablePromo.filter((id: string) => ['trial', 'deposit-free'].includes(id))).toEqual([]);
  expect(trial.availablePromoCount).toBeGreaterThan(0);
  const { promotion } = (await callContent('content.announcements', { query: { types: 'PR' } })).value;
  expect(promotion.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(member.availablePromo));
  await test.db.updateTable('content_item').set({ ends_at: test.clock.now() }).where('id', '=', 'deposit-free').execute();
  expect((await open('demo01')).availablePromoCount).toBe(member.availablePromoCount - 1);
});

it('a break is reported with the balance, its end and a text, and hides promotions', async () => {
  const token = await test.login('agent01');
  const balance = async () => (await callContent('wallet.balance', { token })).value;
  expect(await balance()).not.toHaveProperty('resting');
  const taken = await callContent('protection.timeOut', { token, body: { length: '24h', agreed: true } });
  expect(taken.success).toBe(true);
  const { resting } = await balance();
  expect(resting).toMatchObject({
    code: 'time_out',
    message: expect.stringContaining('Money that is not locked can be withdrawn at any time'),
  });
  expect(Date.parse(resting.until)).toBeGreaterThan(test.clock.now().getTime());
  expect((await callContent('content.availablePromotions', { token })).value).toEqual({ availablePromo: [], availablePromoCount: 0 });
  test.clock.advance(DAY_MS);
  const later = await test.login('agent01');
  expect((await callContent('wallet.balance', { token: later })).value).not.toHaveProperty('resting');
});

it('help articles have a topic and the id of their permanent address', async () => {
  const { articles } = (await callContent('content.help')).value;
  expect(articles.length).toBeGreaterThanOrEqual(24);
  expect(articles[0]).toMatchObject({ id: 'how-to-register', topic: 'account' });
  for (const { id, content } of articles) expect([/^[a-z-]+$/.test(id), content.startsWith('<')], id).toEqual([true, true]);
});

it('VIP levels are those that members have as their label, also right after the sign-in', async () => {
  const { levels, currencySymbol } = (await callContent('content.vipLevels')).value;
  expect(currencySymbol).toBe('$');
  expect(levels).toHaveLength(8);
  expect(levels[1]).toEqual({
    deposits: '0.0000',
    keepStake: '0.0000',
    upgradeGift: '5.0000',
    birthdayGift: '2.0000',
    rankLevel: 2,
    labelName: 'Ripple',
    stake: '1000.0000',
    pointFactor: '1.05',
    withdrawal: { fee: { fixed: '0.0000', basisPoints: 50 }, freePerMonth: 4, max: '10000.0000', maxPerDay: '25000.0000' },
    withdrawalsPerDay: 3,
    rebatePercent: '0.05',
    personalService: false,
  });
  const { account, password } = test.demo.member;
  const signedIn = (await callContent('session.login', { body: { username: account, password } })).value;
  expect(signedIn.member.memberLabel).toEqual([{ labelName: levels[0].labelName }]);
  expect((await callContent('member.info', { token: signedIn.token })).value.clubLabel.rankLevel).toBe(1);
  expect((await callContent('member.info', { token: await test.login('trial01') })).value.memberLabel).toEqual([]);
});
