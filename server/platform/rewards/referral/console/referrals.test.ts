import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';

let test: TestPlatform;
let cashier: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  cashier = await signInAs(test, 'cashier');
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const WHY = { reason: 'Two phones of one household, both are known' };

/** A held reward of `demo01` for a friend, with what they share; returns its id. */
async function heldReward(stage: 'deposited' | 'played'): Promise<string> {
  const members = await test.db.selectFrom('member').select(['id', 'account']).where('account', 'in', ['demo01', 'agent01']).execute();
  const idOf = (name: string) => members.find(({ account }) => account === name)?.id ?? '';
  const [referrer, friend] = [idOf('demo01'), idOf('agent01')];
  const now = test.clock.now();
  await sql`
    insert into referral (friend_id, referrer_id, code, registered_at) values (${friend}, ${referrer}, 'PEARL234', ${now}) on conflict do nothing`.execute(
    test.db,
  );
  await sql`
    insert into referral_goal (friend_id, stage, need_deposits, need_stake, ends_at, referrer_amount, friend_amount, currency)
    values (${friend}, ${stage}, 500000, 0, ${now}, 70000, 0, 'USD')`.execute(test.db);
  const { rows } = await sql<{ id: string }>`
    insert into referral_reward (friend_id, stage, side, member_id, amount, currency, state, cause, links, checked_at, claim_until, created_at)
    values (${friend}, ${stage}, 'referrer', ${referrer}, 70000, 'USD', 'held', 'linked',
            ${JSON.stringify([{ memberId: referrer, kinds: ['browser', 'payout'] }])}::jsonb, ${now}, ${now}, ${now}) returning id`.execute(
    test.db,
  );
  return rows[0]?.id ?? '';
}

const stateOf = async (id: string) =>
  (await test.db.selectFrom('referral_reward').select(['state', 'decided_by']).where('id', '=', id).executeTakeFirstOrThrow()).state;

it('shows a held reward with its evidence, and releases it once', async () => {
  const id = await heldReward('deposited');
  const page = (await cashier.get('/referrals')).text;
  for (const words of ['demo01', 'agent01', '7.00 USD', 'browser, payout account', 'Held', 'Has invited', 'At most 50 friends'])
    expect(page).toContain(words);
  expect((await cashier.post('/referrals/release', { id })).status).toBe(422);
  expect((await cashier.post('/referrals/release', { id, ...WHY })).headers.location).toContain('done_referralReleased');
  expect(await stateOf(id)).toBe('claimable');
  expect((await cashier.post('/referrals/refuse', { id, ...WHY })).status).not.toBe(303);
  expect(await stateOf(id)).toBe('claimable');
  expect((await cashier.get('/referrals')).text).toContain(WHY.reason);
});

it('refuses a reward with a reason that the member reads, and notes it in the log', async () => {
  const id = await heldReward('played');
  expect((await cashier.post('/referrals/refuse', { id, reason: 'One person' })).headers.location).toContain('done_rejected');
  expect(await stateOf(id)).toBe('refused');
  const message = await test.db
    .selectFrom('inbox_message')
    .selectAll()
    .where('template', '=', 'referral_refused')
    .executeTakeFirstOrThrow();
  expect(message.params).toMatchObject({ amount: '$7.00', reason: 'One person' });
  const lines = await test.db.selectFrom('operator_log').select(['action', 'object']).where('object', '=', `referral:${id}`).execute();
  expect(lines).toEqual([{ action: 'referral.refuse', object: `referral:${id}` }]);
});
