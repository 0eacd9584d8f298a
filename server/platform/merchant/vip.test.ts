import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movableClock } from '../base/clock.ts';
import { openTestDatabase, type TestDatabase } from '../base/db/test-database.ts';
import { findById, insertMember } from '../identity/members/store.ts';
import { presentMember } from '../identity/sign-in/present.ts';
import { vipOn } from '../rewards/vip/test-vip.ts';
import { demoSettings } from './demo-settings.ts';
import { addMerchant, completeSettings, readMerchant, saveSettings } from './settings.ts';

const MERCHANT = 'lagoon';
const NOW = new Date('2026-11-21T12:00:00Z');
let test: TestDatabase;
let rounds = 0;
beforeAll(async () => {
  test = await openTestDatabase();
  await addMerchant(test.db, MERCHANT, demoSettings());
});
afterAll(() => test.close());

async function member(account: string, type = 0): Promise<string> {
  const row = { merchant: MERCHANT, account, type, currency: 'USD', passwordHash: 'x', ownPassword: true };
  return (await insertMember(test.db, row, NOW))?.id ?? '';
}
/** An open round with a stake in whole units. */
async function bet(memberId: string, stake: number, realm: 'real' | 'trial' = 'real'): Promise<string> {
  rounds += 1;
  const row = {
    provider: 'p',
    round_id: `r${rounds}`,
    member_id: memberId,
    game_id: 'g',
    vassalage: 'V',
    game_category: 'RNG',
    currency: 'USD',
    realm,
    stake: `${stake}0000`,
    live_bets: 1,
    state: 'open' as const,
    opened_at: NOW,
    settled_at: null,
  };
  return (await test.db.insertInto('vendor_round').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
const change = (id: string, to: { state?: 'open' | 'won' | 'lost' | 'cancelled'; stake?: string; refunded?: string; payout?: string }) =>
  test.db
    .updateTable('vendor_round')
    .set({ ...to, ...(to.state && { settled_at: to.state === 'open' ? null : NOW }) })
    .where('id', '=', id)
    .execute();
/** Levels are counted from the facts that the trigger of settled rounds has written. */
async function rank(memberId: string) {
  await vipOn(test.db, movableClock({ now: () => NOW })).runAt(NOW);
  return (await findById(test.db, memberId))?.rank;
}

describe('the VIP level of a member', () => {
  it('follows from the settled stake in real money, exactly at the border', async () => {
    const id = await member('vip01');
    expect(await rank(id)).toEqual({ rankLevel: 1, labelName: 'Drift', stake: '0' });
    const first = await bet(id, 999);
    expect((await rank(id))?.rankLevel).toBe(1);
    await change(first, { state: 'lost' });
    expect((await rank(id))?.rankLevel).toBe(1);
    const second = await bet(id, 1);
    await change(second, { state: 'won', payout: '10000' });
    expect(await rank(id)).toEqual({ rankLevel: 2, labelName: 'Ripple', stake: '10000000' });
  });

  it('does not count open, cancelled or refunded stakes, nor play money', async () => {
    const id = await member('vip02');
    await change(await bet(id, 5_000), { state: 'cancelled', refunded: '50000000' });
    await change(await bet(id, 5_000, 'trial'), { state: 'lost' });
    await bet(id, 5_000);
    const partly = await bet(id, 1_500);
    await change(partly, { refunded: '5000000' });
    expect((await rank(id))?.rankLevel).toBe(1);
    await change(partly, { state: 'lost' });
    expect((await rank(id))?.rankLevel).toBe(2);
    // A further bet opens the round again; its settlement counts it in full.
    await change(partly, { state: 'open', stake: '60000000' });
    expect((await rank(id))?.rankLevel).toBe(1);
    await change(partly, { state: 'won' });
    expect((await rank(id))?.rankLevel).toBe(3);
  });

  it('is the first label of the member info, and absent for trial accounts', async () => {
    const readLevel = async (id: string) => {
      const row = await findById(test.db, id);
      if (!row) throw new Error('no member');
      const { clubLabel, memberLabel } = presentMember(row);
      return { clubLabel, memberLabel };
    };
    expect(await readLevel(await member('vip03'))).toEqual({
      clubLabel: { labelName: 'Drift', rankLevel: 1, stake: '0.0000' },
      memberLabel: [{ labelName: 'Drift' }],
    });
    expect(await readLevel(await member('vip04', 4))).toEqual({ clubLabel: null, memberLabel: [] });
  });

  it('is absent if the merchant has no levels', async () => {
    const id = await member('vip05');
    await saveSettings(test.db, MERCHANT, { ...demoSettings(), vipLevels: [] });
    expect(await rank(id)).toBeNull();
    await saveSettings(test.db, MERCHANT, demoSettings());
  });
});

describe('the levels of a merchant', () => {
  const [drift, ripple] = demoSettings().vipLevels;
  if (!drift || !ripple) throw new Error('no levels');
  it.each([
    ['start above nothing', [ripple]],
    ['do not rise', [drift, ripple, { ...ripple, labelName: 'Other' }]],
    ['share a name', [drift, { ...ripple, labelName: 'Drift' }]],
  ])('are refused when they %s', async (_what, vipLevels) => {
    await expect(saveSettings(test.db, MERCHANT, { ...demoSettings(), vipLevels })).rejects.toThrow();
  });
});

it('adds missing settings of an older version once, and keeps existing ones', async () => {
  const { vipLevels: _levels, chat: _chat, features, ...older } = demoSettings();
  const stored = { ...older, brandName: 'Other', features: { freePlay: false } };
  await test.db
    .updateTable('merchant')
    .set({ settings: JSON.stringify(stored) })
    .where('code', '=', MERCHANT)
    .execute();
  await completeSettings(test.db, MERCHANT, demoSettings());
  const { settings, contentVersion } = await readMerchant(test.db, MERCHANT);
  expect(settings).toEqual({ ...demoSettings(), brandName: 'Other', features: { ...features, freePlay: false } });
  await completeSettings(test.db, MERCHANT, demoSettings());
  expect((await readMerchant(test.db, MERCHANT)).contentVersion).toBe(contentVersion);
});
