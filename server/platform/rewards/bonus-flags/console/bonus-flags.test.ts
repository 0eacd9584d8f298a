import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';

let test: TestPlatform;
let risk: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  risk = await signInAs(test, 'risk');
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

/** A flag of `demo01` for a bonus; returns both ids. */
async function addFlag(rule: string): Promise<{ readonly id: string; readonly memberId: string }> {
  const { id: memberId } = await test.db.selectFrom('member').select('id').where('account', '=', 'demo01').executeTakeFirstOrThrow();
  const now = test.clock.now();
  const at = now.toISOString();
  const evidence = {
    examined: 31,
    matched: 30,
    stake: '600000',
    payout: '590000',
    from: at,
    until: at,
    links: rule === 'linked' ? [{ memberId, kinds: ['payout'] }] : [],
    examples: [{ at, what: 'NOVA, kestrel-1: round-77', count: 2, stake: '200000', payout: '195000', other: null }],
  };
  const { rows } = await sql<{ id: string }>`
    with b as (
      insert into bonus (member_id, currency, source, reference, reason, amount, held, wagering, required, weights, days, state, offer_until, created_at,
                         accepted_at, expires_at, ended_at)
      values (${memberId}, 'USD', 'operator', ${`flag-${rule}`}, 'Thank you', 500000, 0, 1, 500000, '{"RNG":100}', 7, 'left', ${now}, ${now}, ${now},
              ${now}, ${now}) returning id)
    insert into bonus_flag (member_id, bonus_id, rule, evidence, state, created_at)
    select ${memberId}, id, ${rule}, ${JSON.stringify(evidence)}::jsonb, 'open', ${now} from b returning id`.execute(test.db);
  return { memberId, id: rows[0]?.id ?? '' };
}

const isStopped = async () => (await test.db.selectFrom('bonus_stop').selectAll().execute()).length > 0;
const WHY = { reason: 'Known to us: plays red and black for fun' };

it('shows a flag with its evidence, and dismisses it once', async () => {
  const { id } = await addFlag('opposite');
  const list = (await risk.get('/bonus-checks')).text;
  for (const words of ['Opposite bets in one round', 'demo01', '30 of 31', '60.00 USD']) expect(list).toContain(words);
  expect((await risk.get('')).text).toContain('<a href="/console/bonus-checks">1</a>');
  const page = (await risk.get(`/bonus-checks/${id}`)).text;
  for (const words of ['such as red and black', '59.00 USD', 'round-77', '50.00 USD', 'Stop bonuses of this member'])
    expect(page).toContain(words);
  expect((await risk.post('/bonus-checks/dismiss', { id })).status).toBe(422);
  expect((await risk.post('/bonus-checks/dismiss', { id, ...WHY })).headers.location).toContain('done_bonusCheckDismissed');
  expect((await risk.post('/bonus-checks/stop', { id, ...WHY })).status).not.toBe(303);
  expect((await risk.get(`/bonus-checks/${id}`)).text).toContain(WHY.reason);
  expect((await risk.get('/bonus-checks')).text).not.toContain('30 of 31');
  expect((await risk.get('/bonus-checks?state=dismissed')).text).toContain('30 of 31');
  expect(await isStopped()).toBe(false);
  expect((await risk.get('/bonus-checks/0')).status).toBe(404);
  expect((await risk.get('/bonus-checks/one')).status).toBe(404);
});

it('stops the bonuses of a member, allows them again, and notes both in the log', async () => {
  const { id, memberId } = await addFlag('linked');
  expect((await risk.get(`/bonus-checks/${id}`)).text).toContain('payout account');
  expect((await risk.post('/bonus-checks/stop', { id, reason: 'One person with two accounts' })).headers.location).toContain(
    'done_bonusStopped',
  );
  expect(await isStopped()).toBe(true);
  expect((await risk.get(`/bonus-checks/${id}`)).text).toContain('This member can accept no bonuses now.');
  expect((await risk.post('/bonus-checks/allow', { id: memberId, ...WHY })).headers.location).toContain('done_bonusAllowed');
  expect((await risk.post('/bonus-checks/allow', { id: memberId, ...WHY })).status).not.toBe(303);
  expect(await isStopped()).toBe(false);
  const lines = await test.db.selectFrom('operator_log').select('action').where('action', 'like', 'bonus-check%').orderBy('id').execute();
  expect(lines.map(({ action }) => action)).toEqual(['bonus-check.dismiss', 'bonus-check.stop', 'bonus-check.allow']);
});
