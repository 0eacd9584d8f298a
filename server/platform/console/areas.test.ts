import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addTestMember } from '../identity/sessions/test-member.ts';
import { proveLog } from '../operators/log.ts';
import { addOperator, browser, OPERATOR_PASSWORD, signInAs, type TestOperator } from '../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';

let test: TestPlatform;
let admin: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  admin = await signInAs(test, 'admin');
  await admin.get('/log');
});
afterAll(async () => {
  expect(await proveLog(test.db, test.merchant)).not.toHaveProperty('broken');
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const idOf = async (name: string) =>
  (await test.db.selectFrom('operator').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
const logOf = (object: string) => test.db.selectFrom('operator_log').selectAll().where('object', '=', object).orderBy('id').execute();

describe('operators', () => {
  it('are added with a password that must be changed, and the log has the reason', async () => {
    const fields = { name: 'Quay.Two', role: 'cashier', password: 'first-password-1', reason: 'Joined the night shift' };
    expect((await admin.post('/operators/add', fields)).headers.location).toBe('/console/operators?done=done_operatorAdded');
    expect((await admin.get('/operators?done=done_operatorAdded')).text).toContain('The operator was added.');
    const [line] = await logOf(`operator:${await idOf('quay.two')}`);
    expect(line).toMatchObject({ action: 'operator.added', operator: admin.name, reason: 'Joined the night shift' });
    expect(line?.detail).not.toContain('first-password-1');
    const window = browser(test);
    await window.post('/sign-in', { name: 'quay.two', password: 'first-password-1' });
    expect((await window.get('/sign-in')).text).toContain('Choose your own password');
    expect((await admin.post('/operators/add', fields)).status).toBe(422);
    expect((await admin.post('/operators/add', { ...fields, name: 'quay3', reason: ' ' })).text).toContain('reason');
  });

  it('get no first password that is easy to guess', async () => {
    const other = await addOperator(test, 'support');
    for (const password of ['aaaaaaaaaaaa', '123456789012', `${other}-lantern-9`]) {
      const added = await admin.post('/operators/add', { name: other, role: 'cashier', password, reason: 'Night shift' });
      const reset = await admin.post('/operators/password', { operatorId: await idOf(other), password, reason: 'Forgotten' });
      for (const { status, text } of [added, reset]) expect([status, text.includes('too easy to guess')]).toEqual([422, true]);
    }
  });

  it('lose their sessions when disabled; they cannot disable themselves', async () => {
    const other = await signInAs(test, 'support');
    const change = { operatorId: await idOf(other.name), reason: 'Left the company' };
    await admin.post('/operators/disable', change);
    expect((await other.get('')).headers.location).toBe('/console/sign-in');
    expect((await browser(test).post('/sign-in', { name: other.name, password: OPERATOR_PASSWORD })).status).toBe(422);
    await admin.post('/operators/enable', change);
    expect((await browser(test).post('/sign-in', { name: other.name, password: OPERATOR_PASSWORD })).status).toBe(303);
    expect((await admin.post('/operators/disable', { operatorId: await idOf(admin.name), reason: 'Tired' })).status).toBe(422);
  });
});

describe('lists', () => {
  it('are paged, also for one member, and exported without formulas', async () => {
    const members = await Promise.all(Array.from({ length: 3 }, () => addTestMember(test)));
    const [one] = members;
    const row = (n: number) => ({
      id: `d_list${n}`,
      member_id: members[n % 2]?.id ?? '',
      channel: 'DEMO_BANK',
      client_reference: `list-${n}`,
      amount: '10000',
      payment_reference: n === 0 ? '=1+1' : `PAY-${n}`,
      fee: '0',
      paid_amount: null,
      currency: 'USD',
      status: 'checking' as const,
      reason: null,
      transfer_id: null,
      reversal_transfer_id: null,
      credited_at: null,
      expires_at: test.clock.now(),
      created_at: new Date(test.clock.now().getTime() + n * 1000),
    });
    await test.db
      .insertInto('deposit')
      .values(Array.from({ length: 60 }, (_, n) => row(n)))
      .execute();
    const idsOn = async (path: string) => [...(await admin.get(path)).text.matchAll(/deposits\/(d_list\d+)"/g)].map(([, id]) => id);
    const pages = [await idsOn('/deposits?status=checking'), await idsOn('/deposits?status=checking&page=2')];
    expect(pages.map(({ length }) => length)).toEqual([50, 10]);
    expect(new Set(pages.flat()).size).toBe(60);
    expect(await idsOn(`/deposits?member=${one?.id}`)).toHaveLength(30);
    const file = await admin.get(`/deposits.csv?member=${one?.id}`);
    expect(file.text.trim().split('\r\n')).toHaveLength(31);
    expect(file.text).toContain(`"'=1+1"`);
    expect((await admin.get('/withdrawals.csv')).headers['content-disposition']).toContain('withdrawals.csv');
  });
});

describe('other lists', () => {
  it('are paged too: corrections, support requests, chat room, content', async () => {
    const member = await addTestMember(test);
    const at = (n: number) => new Date(test.clock.now().getTime() + n * 1000);
    const { createSecrets } = await import('../base/secrets.ts');
    const { TEST_DATA_KEY } = await import('../test-platform.ts');
    const sealed = createSecrets(TEST_DATA_KEY).seal('feedback', JSON.stringify({ content: 'listed-letter', contact: '' }));
    const each = <T>(make: (n: number) => T) => Array.from({ length: 55 }, (_, n) => make(n));
    const own = { merchant: test.merchant, member_id: member.id };
    const correction = {
      ...own,
      currency: 'USD',
      units: '1',
      reason: 'listed-correction',
      status: 'rejected',
      approvals_needed: 1,
    } as const;
    await test.db
      .insertInto('adjustment')
      .values(each((n) => ({ ...correction, id: `a_listed${n}`, transfer_id: null, created_at: at(n), closed_at: at(n) })))
      .execute();
    const tickets = each((n) => ({ ...own, sealed, created_at: at(n) }));
    const ids = await test.db.insertInto('feedback').values(tickets).returning('id').execute();
    const notice = { merchant: test.merchant, kind: 'popup' as const, group_name: '', position: 0, href: '', tone: 'teal' };
    const kinds = { promotion_type: null, pop_time: 'instant' as const, topic: null, ends_at: null };
    await test.db
      .insertInto('content_item')
      .values(each((n) => ({ ...notice, ...kinds, id: `listed-item-${n}`, published_at: at(n) })))
      .execute();
    const count = async (path: string, what: RegExp) => ((await admin.get(path)).text.match(what) ?? []).length;
    for (const [path, what] of [
      ['/adjustments?list=all', /listed-correction/g],
      ['/feedback?list=waiting', /listed-letter/g],
      ['/content?kind=popup', /items\/listed-item-\d+"/g],
    ] as const)
      expect([path, await count(path, what), await count(`${path}&page=2`, what)]).toEqual([path, 50, 5]);
    await test.db
      .deleteFrom('feedback')
      .where(
        'id',
        'in',
        ids.map(({ id }) => id),
      )
      .execute();
  });
});

describe('the anchor of the log', () => {
  it('is used by the running service for a verification on request', async () => {
    const proved = async (anchor: string) => {
      const { status, body } = await test.request('GET', `/internal/audit?anchor=${anchor}`);
      return status === 200 ? (body.operatorLog.broken as string | undefined) : status;
    };
    const { text } = await admin.get('/log-anchor.txt');
    const anchor = /\d+:[0-9a-f]{64}/.exec(text)?.[0] ?? '';
    expect(await proved(anchor)).toBeUndefined();
    expect(await proved(`9999${anchor}`)).toContain('cut off');
    expect(await proved(`1:${'a'.repeat(64)}`)).toContain('rewritten');
    expect(await proved('nonsense')).toBe(400);
  });
});

describe('notes about a member', () => {
  it('are shown as text to roles that see members, and are in the log', async () => {
    const member = await addTestMember(test);
    const note = { id: member.id, note: 'Called twice <b>today</b>' };
    expect((await admin.post('/members/note', note)).headers.location).toContain('done_noted');
    const support = await signInAs(test, 'support');
    expect((await support.get(`/members/${member.id}`)).text).toContain('Called twice &lt;b&gt;today&lt;/b&gt;');
    expect((await logOf(`member:${member.id}`)).map(({ action }) => action)).toEqual(['member.note']);
    expect((await admin.post('/members/note', { ...note, id: 'nobody' })).status).toBe(422);
  });
});

describe('letters of members', () => {
  it('are shown as text, answered once, and the answer is in the log', async () => {
    const member = await addTestMember(test);
    const { createSecrets } = await import('../base/secrets.ts');
    const { TEST_DATA_KEY } = await import('../test-platform.ts');
    const sealed = createSecrets(TEST_DATA_KEY).seal('feedback', JSON.stringify({ content: '<script>alert(1)</script>', contact: '' }));
    const { id } = await test.db
      .insertInto('feedback')
      .values({ merchant: test.merchant, member_id: member.id, sealed, created_at: test.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const page = await admin.get('/feedback');
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.text).not.toContain('<script');
    await admin.post('/feedback/answer', { id, text: 'Thank you.' });
    expect((await admin.post('/feedback/answer', { id, text: 'Again.' })).status).toBe(422);
    expect(await logOf(`feedback:${id}`)).toHaveLength(1);
    expect((await admin.get('/feedback')).text).not.toContain('alert(1)');
  });
});
