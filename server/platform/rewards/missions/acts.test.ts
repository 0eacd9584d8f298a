import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callById } from '../../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { mission, missionsOn } from './test-missions.ts';
import { verifyMissions } from './verify.ts';

/** Goals that are no play, through the calls with which members do them. */
let platform: TestPlatform;
let memberId = '';
let otherId = '';
let token = '';
beforeAll(async () => {
  platform = await openTestPlatform();
  const { settings } = await readMerchant(platform.db, 'lagoon');
  const list = [
    mission('verify', { goal: 'verified', target: 2, period: 'week' }),
    mission('limit', { goal: 'limits', target: 2, period: 'once' }),
  ];
  await saveSettings(platform.db, 'lagoon', Object.assign({}, settings, { missions: { claimDays: 7, list, boards: [] } }));
  const idOf = async (account: string) =>
    (await platform.db.selectFrom('member').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;
  [memberId, otherId] = [await idOf('demo01'), await idOf('agent01')];
  token = await platform.login('demo01');
});
afterAll(async () => {
  expect(await verifyMissions(platform.db)).toEqual([]);
  expect(platform.faults).toEqual([]);
  await platform.close();
});

const call = async (id: string, body: Readonly<Record<string, unknown>> = {}) =>
  (await platform.call(callById(id) as AnyCall, { token, body })).body;
let rounds = 0;
async function addBet(owner: string, state: 'lost' | 'open' | 'cancelled', more: { realm?: 'trial'; provider?: string } = {}) {
  rounds += 1;
  const names = { provider: more.provider ?? 'studio', round_id: `acts-${rounds}`, game_id: 'g', vassalage: 'NOVA', game_category: 'RNG' };
  const amounts = { currency: 'USD', realm: more.realm ?? 'real', stake: '10000', live_bets: 0, state } as const;
  const times = { opened_at: platform.clock.now(), settled_at: state === 'open' ? null : platform.clock.now() };
  const round = Object.assign({ member_id: owner }, names, amounts, times, state === 'cancelled' ? { refunded: '10000' } : {});
  return (await platform.db.insertInto('vendor_round').values(round).returning('id').executeTakeFirstOrThrow()).id;
}
const facts = async (kind: string) =>
  (await platform.db.selectFrom('member_fact').selectAll().where('member_id', '=', memberId).orderBy('id').execute())
    .filter((fact) => fact.kind.startsWith(kind))
    .map((fact) => (kind === 'limit' ? `${fact.kind} ${fact.subject}` : fact.subject));
const run = () => missionsOn(platform.db, platform.clock).runAt(platform.clock.now());
const shown = async (missionId: string) => {
  await run();
  const { missions } = (await platform.call(callById('missions.list') as AnyCall, { token })).body.value;
  const found = missions.find((one: { missionId: string }) => one.missionId === missionId);
  return `${found.have}/${found.need} ${found.step}`;
};

describe('a round is verified', () => {
  test('once, if it is settled, in real money, and the member’s own', async () => {
    const own = await addBet(memberId, 'lost');
    const answers = await Promise.all([1, 2, 3].map(() => call('bets.verified', { betId: own })));
    for (const { success, value } of answers) expect([success, value]).toEqual([true, { verifyUrl: '/studio/verify/acts-1' }]);
    expect(await facts('verified')).toEqual([own]);
    const refused = async (betId: string) => (await call('bets.verified', { betId })).code;
    expect(await refused(await addBet(otherId, 'lost'))).toBe('bet_not_found');
    expect(await refused('999999999')).toBe('bet_not_found');
    expect(await refused('x')).toBe('bet_not_found');
    expect(await refused(await addBet(memberId, 'open'))).toBe('bet_no_proof');
    expect(await refused(await addBet(memberId, 'cancelled'))).toBe('bet_no_proof');
    expect(await refused(await addBet(memberId, 'lost', { provider: 'unknown' }))).toBe('bet_no_proof');
    expect((await call('bets.verified', { betId: await addBet(memberId, 'lost', { realm: 'trial' }) })).success).toBe(true);
    expect(await facts('verified')).toEqual([own]);
    expect(await shown('verify')).toBe('1/2 open');
  });

  test('and the mission gives its reward once', async () => {
    await call('bets.verified', { betId: await addBet(memberId, 'lost') });
    expect(await shown('verify')).toBe('2/2 claim');
    await call('bets.verified', { betId: await addBet(memberId, 'lost') });
    await run();
    const rewards = await platform.db.selectFrom('mission_reward').select('state').where('mission_id', '=', 'verify').execute();
    expect(rewards).toEqual([{ state: 'claimable' }]);
  });

  test('not without a session', async () => {
    const answer = await platform.call(callById('bets.verified') as AnyCall, { body: { betId: await addBet(memberId, 'lost') } });
    expect(answer.body.code).toBe('unauthorized');
  });
});

describe('a limit counts', () => {
  const set = (kind: string, value: string | null) => call('protection.setLimit', { kind, period: 'day', value });

  test('while it is in force; not if it was raised or removed, and the reward goes with it', async () => {
    expect((await set('deposit', '500')).success).toBe(true);
    expect(await shown('limit')).toBe('1/2 open');
    await set('deposit', '400');
    expect(await shown('limit')).toBe('1/2 open');
    await set('session', '60');
    expect(await shown('limit')).toBe('2/2 claim');
    // A looser limit waits, and the present one is in force until it is confirmed.
    await set('deposit', '900');
    expect(await shown('limit')).toBe('2/2 claim');
    platform.clock.advance(49 * HOUR_MS);
    token = await platform.login('demo01');
    expect((await call('protection.confirmLimit', { kind: 'deposit', period: 'day' })).success).toBe(true);
    expect(await shown('limit')).toBe('1/2 open');
    await set('deposit', '300');
    expect(await shown('limit')).toBe('2/2 claim');
    expect(await facts('limit')).toEqual([
      'limit-set deposit:day',
      'limit-set deposit:day',
      'limit-set session:day',
      'limit-lifted deposit:day',
      'limit-set deposit:day',
    ]);
  });

  test('not if operators have set it', async () => {
    await platform.db
      .insertInto('protection_limit')
      .values({
        member_id: memberId,
        kind: 'loss',
        period: 'week',
        set_by: 'operator',
        value: '1',
        set_at: platform.clock.now(),
        pending_from: null,
      })
      .execute();
    expect((await facts('limit')).length).toBe(5);
  });
});
