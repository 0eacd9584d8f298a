import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../../base/uploads/test-pictures.ts';
import { addTestMember } from '../../../identity/sessions/test-member.ts';
import { readMerchant, saveSettings } from '../../../merchant/index.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';
import { verifyPoints } from '../index.ts';
import { addTestRedemption, fundRewards } from '../test-inputs.ts';

let test: TestPlatform;
let admin: TestOperator;
let cashier: TestOperator;
let support: TestOperator;
const why = { reason: 'Checked the order' };

beforeAll(async () => {
  test = await openTestPlatform();
  const { settings } = await readMerchant(test.db, test.merchant);
  const points = { ...settings.points, secondApprovalFrom: 1_000, maxAdjustment: 500 };
  await saveSettings(test.db, test.merchant, { ...settings, features: { ...settings.features, points: true }, points });
  [admin, cashier, support] = [await signInAs(test, 'admin'), await signInAs(test, 'cashier'), await signInAs(test, 'support')];
  await Promise.all([admin.get(''), cashier.get(''), support.get('')]);
});
afterAll(async () => {
  expect(await verifyPoints(test.db)).toEqual([]);
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const NEW = {
  id: '',
  kind: 'voucher',
  points: '250.5',
  amount: '10',
  stock: '20',
  memberLimit: '',
  minLevel: '1',
  contact: '',
  drawing: '',
  position: '3',
  shown: 'yes',
  'name-EN': 'Tea voucher',
  'text-EN': 'For one pot.',
  ...why,
};
async function added(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { location = '' } = (await cashier.post('/point-goods/save', { ...NEW, ...more })).headers as Record<string, string>;
  return /items\/([\w-]+)/.exec(location)?.[1] ?? '';
}
const goods = (id: string) => test.db.selectFrom('point_goods').selectAll().where('id', '=', id).executeTakeFirst();
const statusOf = async (id: string) =>
  (await test.db.selectFrom('point_redemption').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

describe('rewards of the mall', () => {
  it('are added and changed, and their kind stays', async () => {
    const id = await added();
    expect(await goods(id)).toMatchObject({
      kind: 'voucher',
      points: '250500000',
      amount: '100000',
      stock: 20,
      member_limit: null,
      shown: true,
    });
    expect((await cashier.get('/point-goods')).text).toContain('Tea voucher');
    expect((await cashier.post('/point-goods/save', { ...NEW, id, points: '300', shown: 'no' })).status).toBe(303);
    expect(await goods(id)).toMatchObject({ points: '300000000', shown: false });
    expect((await cashier.post('/point-goods/save', { ...NEW, id, kind: 'credit' })).status).toBe(422);
    expect((await support.post('/point-goods/save', NEW)).status).toBe(403);
  });

  it.each([
    ['points', '0'],
    ['points', '-5'],
    ['points', '1e9'],
    ['amount', '0'],
    ['amount', '-1'],
    ['stock', '-1'],
    ['stock', '99999999'],
    ['minLevel', '21'],
    ['contact', 'pigeon'],
    ['drawing', '../secret'],
    ['name-EN', ' '],
    ['name-EN', 'x'.repeat(81)],
  ])('refuse %s of %j', async (field, value) => {
    expect((await cashier.post('/point-goods/save', { ...NEW, [field]: value })).status).toBe(422);
  });

  it('get a picture, which the mall shows under a new address', async () => {
    const id = await added();
    expect((await cashier.send('/point-goods/picture', { id, focus: 'centre', ...why }, await png(64, 64))).status).toBe(422);
    expect((await cashier.send('/point-goods/picture', { id, focus: 'centre', ...why }, await png(800, 600))).status).toBe(303);
    const hash = (await goods(id))?.picture_hash;
    expect((await cashier.get(`/point-goods/items/${id}/picture/${hash}`)).type).toBe('image/webp');
  });

  it('get codes, which neither the log nor the page shows', async () => {
    const id = await added();
    expect((await cashier.post('/point-goods/codes', { id, codes: 'TEA-SECRET-1\n TEA-SECRET-2 \n\nTEA-SECRET-1', ...why })).status).toBe(
      303,
    );
    expect((await cashier.post('/point-goods/codes', { id, codes: 'TEA-SECRET-2', ...why })).status).toBe(303);
    expect((await cashier.post('/point-goods/codes', { id, codes: ' ', ...why })).status).toBe(422);
    const page = (await cashier.get(`/point-goods/items/${id}`)).text;
    expect(page).toContain('2 codes are free.');
    const log = await test.db.selectFrom('operator_log').select('detail').where('object', '=', `goods:${id}`).execute();
    expect(JSON.stringify(log) + page).not.toContain('TEA-SECRET');
  });
});

describe('a redemption', () => {
  const make = async (more: Omit<Parameters<typeof addTestRedemption>[1], 'memberId'> = {}) => {
    const member = await addTestMember(test);
    return { member, id: await addTestRedemption(test, { ...more, memberId: member.id }) };
  };

  it('is listed, approved once, and gives its codes', async () => {
    const { id, member } = await make({ kind: 'voucher' });
    expect((await cashier.get('/points')).text).toContain(id);
    expect((await cashier.get(`/points?member=${member.id}`)).text).toContain(member.account);
    expect((await cashier.post('/points/approve', { id, ...why })).status).toBe(422);
    const answers = await Promise.all(
      [cashier, admin].map((one) => one.post('/points/approve', { id, codes: `ONE-${id}`, note: 'Enjoy', ...why })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    expect(await statusOf(id)).toBe('approved');
    expect((await support.get(`/points/${id}`)).status).toBe(403);
    expect((await cashier.get('/points/unknown')).status).toBe(404);
  });

  it('above the limit needs two operators; the first one is not offered the form again', async () => {
    const { id } = await make({ points: 1_500n });
    expect((await cashier.post('/points/approve', { id, ...why })).headers.location).toContain('done_oneMore');
    expect((await cashier.get(`/points/${id}`)).text).not.toContain('/console/points/approve');
    expect((await cashier.post('/points/approve', { id, ...why })).headers.location).toContain('done_oneMore');
    expect(await statusOf(id)).toBe('in_process');
    expect((await admin.post('/points/approve', { id, ...why })).headers.location).toContain('done_approved');
  });

  it('of a credit waits for the account of rewards', async () => {
    const { id, member } = await make({ kind: 'credit' });
    const answer = await cashier.post('/points/approve', { id, ...why });
    expect([answer.status, answer.text.includes('The account of rewards does not cover this.')]).toEqual([422, true]);
    await fundRewards(test);
    expect((await cashier.post('/points/approve', { id, ...why })).status).toBe(303);
    const paid = await test.db
      .selectFrom('ledger_transfer')
      .select('id')
      .where('kind', '=', 'points')
      .where('member_id', '=', member.id)
      .execute();
    expect(paid).toHaveLength(1);
  });

  it('is rejected with a reason that the member reads', async () => {
    const { id, member } = await make();
    expect((await cashier.post('/points/reject', { id, reason: '' })).status).toBe(422);
    expect((await cashier.post('/points/reject', { id, reason: 'Not in stock' })).status).toBe(303);
    expect((await admin.post('/points/approve', { id, ...why })).status).toBe(422);
    const [message] = await test.db.selectFrom('inbox_message').selectAll().where('member_id', '=', member.id).execute();
    expect(message).toMatchObject({ template: 'points_rejected', params: expect.objectContaining({ reason: 'Not in stock' }) });
    expect((await cashier.get(`/member-points/${member.id}`)).text).toContain('Returned');
  });
});

describe('a correction of points', () => {
  it('is made once, within the limit, and is in the log', async () => {
    const { id: memberId } = await addTestMember(test);
    const order = { id: `p_${memberId}`, memberId, direction: 'up', points: '120.25', ...why };
    for (let time = 0; time < 2; time += 1) expect((await cashier.post('/member-points/adjust', order)).status).toBe(303);
    expect((await cashier.get(`/member-points/${memberId}`)).text).toContain('120.25');
    for (const points of ['0', '-5', '500.01', '1e3', ''])
      expect((await cashier.post('/member-points/adjust', { ...order, id: `${order.id}x`, points })).status).toBe(422);
    expect((await cashier.post('/member-points/adjust', { ...order, id: `${order.id}y`, direction: 'down', points: '121' })).status).toBe(
      422,
    );
    expect((await cashier.post('/member-points/adjust', { ...order, id: `${order.id}z`, memberId: 'unknown' })).status).toBe(422);
    const log = await test.db.selectFrom('operator_log').select(['action', 'reason']).where('object', '=', `member:${memberId}`).execute();
    expect(log.filter(({ action }) => action === 'points.adjust')).toHaveLength(2);
  });
});
