import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { voucherCodes } from '../../../../shared/api/points/calls.ts';
import { protectionTimeOut } from '../../../../shared/api/responsible-gaming/calls.ts';
import { rewardClaim, rewardCount, rewardHistory, rewardList } from '../../../../shared/api/reward-centre/calls.ts';
import { PAST_PAGE_SIZE } from '../../../../shared/api/reward-centre/constants.ts';
import { testCounts } from '../../../../shared/test-reward-counts.ts';
import { addTestMember, openTestSession } from '../../identity/sessions/test-member.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { addTestStatement } from '../cashback/test-inputs.ts';
import { addApprovedVoucher, addTestRedemption, fundRewards } from '../points/test-inputs.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await openTestPlatform();
  await fundRewards(platform);
});
afterAll(() => platform.close());
afterEach(() => expect(platform.faults).toEqual([]));

async function newMember() {
  const member = await addTestMember(platform);
  const { token } = await openTestSession(platform, member);
  const get = async (call: typeof rewardList | typeof rewardHistory | typeof rewardCount, query = {}) =>
    (await platform.call(call, { token, query })).body.value;
  return {
    member,
    token,
    list: () => get(rewardList),
    counts: async () => (await get(rewardCount)).counts,
    history: (page = '1') => get(rewardHistory, { page }),
    claim: async (rewardId: string) => (await platform.call(rewardClaim, { token, body: { rewardId } })).body,
  };
}

describe('the reward centre', () => {
  test('has what waits of every source, the soonest end first, and counts what the member can act on', async () => {
    const { member, list, counts } = await newMember();
    const later = await addTestStatement(platform, member.account, 20);
    const sooner = await addTestStatement(platform, member.account, 3);
    const voucher = await addApprovedVoucher(platform, member.id);
    const redemption = await addTestRedemption(platform, { memberId: member.id });
    const { rewards, paused } = await list();
    expect(rewards.map((one: { rewardId: string; step: string }) => [one.rewardId, one.step])).toEqual([
      [`cashback:${sooner}`, 'claim'],
      [`cashback:${later}`, 'claim'],
      [`points:${voucher}`, 'open'],
      [`points:${redemption}`, 'processing'],
    ]);
    expect([paused, await counts()]).toEqual([false, testCounts({ cashback: 2, points: 1 })]);
    expect(rewards[0]).toMatchObject({ amount: '0.5000', points: null, name: '', href: `/member/manualRebate?statement=${sooner}` });
    expect(rewards[3]).toMatchObject({ amount: null, points: '100.000000', name: 'Lantern', until: null });
  });

  test('pays one claim once, and all that is left with one claim', async () => {
    const { member, claim, counts, list, history } = await newMember();
    const ids = [await addTestStatement(platform, member.account), await addTestStatement(platform, member.account)];
    const first = await claim(`cashback:${ids[0]}`);
    expect(first.value).toMatchObject({ count: 1, paid: '0.5000', waiting: '0.0000', counts: testCounts({ cashback: 1 }) });
    expect(await claim(`cashback:${ids[0]}`)).toMatchObject({ success: false, code: 'cashback_claimed' });
    expect((await claim('all')).value).toMatchObject({ count: 1, counts: testCounts() });
    expect(await claim('all')).toMatchObject({ success: false, code: 'reward_nothing' });
    expect([(await list()).rewards, await counts()]).toEqual([[], testCounts()]);
    expect((await history()).rewards).toMatchObject(ids.map(() => ({ source: 'cashback', outcome: 'claimed', amount: '0.5000' })));
  });

  test.each([
    ['mission:1', 'reward_not_found'],
    ['cashback:all', 'reward_not_found'],
    ['cashback:999999', 'cashback_not_found'],
    ['cashback:x', 'cashback_not_found'],
    ['points:none', 'reward_nothing'],
    ['', 'bad_request'],
    ['cashback:1;drop', 'bad_request'],
  ])('refuses "%s"', async (rewardId, code) => {
    const { claim } = await newMember();
    expect(await claim(rewardId)).toMatchObject({ success: false, code });
  });

  test('does not know rewards of another member', async () => {
    const [owner, other] = [await newMember(), await newMember()];
    const id = await addTestStatement(platform, owner.member.account);
    expect(await other.claim(`cashback:${id}`)).toMatchObject({ success: false, code: 'cashback_not_found' });
    expect(await owner.counts()).toMatchObject({ cashback: 1 });
  });

  test('counts approved goods until the member has noted them, and codes until they were shown', async () => {
    const { member, token, claim, counts, history } = await newMember();
    const goods = await addTestRedemption(platform, { memberId: member.id });
    await platform.db
      .updateTable('point_redemption')
      .set({ status: 'approved', closed_at: platform.clock.now(), note: 'Parcel 12' })
      .where('id', '=', goods)
      .execute();
    const voucher = await addApprovedVoucher(platform, member.id);
    expect(await counts()).toEqual(testCounts({ points: 2 }));
    // Goods hold nothing to claim, and codes need the payment password.
    expect(await claim('all')).toMatchObject({ code: 'reward_nothing' });
    expect(await claim(`points:${voucher}`)).toMatchObject({ code: 'reward_nothing' });
    expect((await claim(`points:${goods}`)).value).toMatchObject({ count: 1, paid: '0.0000', counts: { points: 1 } });
    expect(await claim(`points:${goods}`)).toMatchObject({ code: 'reward_nothing' });
    const body = { redemptionId: voucher, paymentPassword: '000000' };
    expect((await platform.call(voucherCodes, { token, body })).body.success).toBe(false);
    expect(await counts()).toEqual(testCounts({ points: 1 }));
    expect((await history()).rewards.map(({ rewardId }: { rewardId: string }) => rewardId)).toEqual([`points:${goods}`]);
  });

  test('has pages of what is over, the newest of all sources first', async () => {
    const { member, claim, history } = await newMember();
    for (let n = 0; n <= PAST_PAGE_SIZE; n += 1) await addTestStatement(platform, member.account);
    await claim('all');
    const redemption = await addTestRedemption(platform, { memberId: member.id });
    await platform.db
      .updateTable('point_redemption')
      .set({ status: 'rejected', closed_at: new Date(platform.clock.now().getTime() + 60_000) })
      .where('id', '=', redemption)
      .execute();
    const [first, second, beyond] = [await history(), await history('2'), await history('50')];
    expect([first.pages, first.rewards.length, second.rewards.length, beyond.page]).toEqual([2, PAST_PAGE_SIZE, 2, 2]);
    expect(first.rewards[0]).toMatchObject({ source: 'points', outcome: 'rejected', points: '100.000000' });
    const ids = [...first.rewards, ...second.rewards].map(({ rewardId }: { rewardId: string }) => rewardId);
    expect(new Set(ids).size).toBe(PAST_PAGE_SIZE + 2);
  });

  test('waits during a break: nothing is counted or claimed, and nothing is lost', async () => {
    const { member, token, claim, counts, list } = await newMember();
    const id = await addTestStatement(platform, member.account);
    await platform.call(protectionTimeOut, { token, body: { length: '24h', agreed: true } });
    expect([await counts(), await claim(`cashback:${id}`)]).toMatchObject([{ cashback: 0 }, { success: false, code: 'time_out' }]);
    const { paused, rewards } = await list();
    expect([paused, rewards.length]).toEqual([true, 1]);
  });
});
