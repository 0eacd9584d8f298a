import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../shared/time.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { createSecrets } from '../base/secrets.ts';
import { proveLog, writeLog } from '../operators/log.ts';
import { createOperatorSessions } from '../operators/sessions.ts';
import { addOperator, browser, codeFor, OPERATOR_PASSWORD, operatorsOf, signInAgain, signInAs } from '../operators/test-operator.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../test-platform.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

/** The secret of an operator's confirmed app. */
async function ownSecret(name: string): Promise<{ secret: string }> {
  const { totp_secret } = await test.db.selectFrom('operator').select('totp_secret').where('name', '=', name).executeTakeFirstOrThrow();
  return { secret: createSecrets(TEST_DATA_KEY).open('operator.totp', totp_secret ?? '') };
}

const signedIn = async (name: string) => ({ own: await signInAgain(test, name), ...(await ownSecret(name)) });
const secretOn = (html: string) => /<code>([A-Z2-7]+)<\/code>/.exec(html)?.[1] ?? '';

describe('the sign-in', () => {
  it('requires a password, its first change, an app and its code, in that order', async () => {
    const name = await addOperator(test, 'support', true);
    const window = browser(test);
    expect((await window.get('')).headers.location).toBe('/console/sign-in');
    await window.post('/sign-in', { name, password: OPERATOR_PASSWORD });
    expect((await window.get('')).headers.location).toBe('/console/sign-in');
    expect((await window.get('/sign-in')).text).toContain('Choose your own password');
    expect((await window.post('/password', { password: 'short' })).status).toBe(422);
    expect((await window.post('/password', { password: OPERATOR_PASSWORD })).text).toContain('differs from the old one');
    for (const password of ['aaaaaaaaaaaa', 'password1234', `${name}-lantern-9`])
      expect((await window.post('/password', { password })).text).toContain('too easy to guess');
    await window.post('/password', { password: 'quiet-water-2026' });
    const enrol = await window.get('/sign-in');
    expect(enrol.text).toContain('Set up an authenticator app');
    expect((await window.post('/code', { code: '000000' })).status).toBe(422);
    const before = window.cookie();
    const code = codeFor(test, secretOn(enrol.text));
    expect((await window.post('/code', { code })).headers.location).toBe('/console');
    // Each step replaces the session token: a token seen earlier is invalid.
    expect(window.cookie()).not.toBe(before);
    expect((await window.get('/sign-in')).headers.location).toBe('/console');
    await window.get('');
    await window.post('/sign-out');
    expect((await window.get('')).headers.location).toBe('/console/sign-in');
    const lines = await test.db.selectFrom('operator_log').select('action').where('operator', '=', name).orderBy('id').execute();
    expect(lines.map(({ action }) => action)).toEqual(['password.changed', 'code.failed', 'app.confirmed', 'signed-in', 'signed-out']);
  });

  const waiting = async (name: string) => {
    const window = browser(test);
    await window.post('/sign-in', { name, password: OPERATOR_PASSWORD });
    return { ...window, secret: secretOn((await window.get('/sign-in')).text) };
  };
  const isIn = async (window: { get: ReturnType<typeof browser>['get'] }) => (await window.get('')).headers.location !== '/console/sign-in';

  it('is limited by address, and says until when', async () => {
    const other = await openTestPlatform();
    try {
      const name = await addOperator(other, 'support');
      const post = (address: string, password: string) =>
        supertest(other.url).post('/internal/console/sign-in').set('X-Client-Address', address).type('form').send({ name, password });
      for (let attempt = 0; attempt < 100; attempt += 1) expect((await post('203.0.113.7', '')).status).toBe(422);
      const refused = await post('203.0.113.7', OPERATOR_PASSWORD);
      expect([refused.status, refused.get('Retry-After'), refused.text]).toEqual([
        429,
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/Too many attempts from this address. Try again in \d min/),
      ]);
      expect(refused.get('Set-Cookie')).toBeUndefined();
      expect((await post('203.0.113.8', OPERATOR_PASSWORD)).status).toBe(303);
    } finally {
      await other.close();
    }
  });

  it('accepts a code once', async () => {
    const { name, post } = await signInAs(test, 'support');
    const { secret } = await ownSecret(name);
    await post('/sign-out');
    test.clock.advance(MINUTE_MS);
    const windows = [await waiting(name), await waiting(name)];
    const outcomes = await Promise.all(windows.map((window) => window.post('/code', { code: codeFor(test, secret) })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([303, 422]);
  });

  it('shows each session its own secret, and the same one after a reload', async () => {
    const name = await addOperator(test, 'support');
    const [owner, other] = [await waiting(name), await waiting(name)];
    expect(owner.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(other.secret).not.toBe(owner.secret);
    expect(secretOn((await owner.get('/sign-in')).text)).toBe(owner.secret);
    expect((await other.post('/code', { code: codeFor(test, owner.secret) })).status).toBe(422);
  });

  it('ends every other session when an app is confirmed; their secrets become invalid', async () => {
    const name = await addOperator(test, 'admin');
    const [owner, other] = [await waiting(name), await waiting(name)];
    expect((await owner.post('/code', { code: codeFor(test, owner.secret) })).headers.location).toBe('/console');
    test.clock.advance(MINUTE_MS);
    expect((await other.post('/code', { code: codeFor(test, other.secret) })).headers.location).toMatch(/^\/console\/sign-in/);
    expect([await isIn(owner), await isIn(other)]).toEqual([true, false]);
    const later = await waiting(name);
    expect(later.secret).toBe('');
    expect((await later.post('/code', { code: codeFor(test, other.secret) })).status).toBe(422);
    expect((await later.post('/code', { code: codeFor(test, owner.secret) })).headers.location).toBe('/console');
  });

  it('accepts one of several concurrent confirmations', async () => {
    const name = await addOperator(test, 'admin');
    const windows = [await waiting(name), await waiting(name), await waiting(name)];
    await Promise.all(windows.map((window) => window.post('/code', { code: codeFor(test, window.secret) })));
    expect((await Promise.all(windows.map(isIn))).filter(Boolean)).toHaveLength(1);
  });

  it('ends every other session when the first password is replaced', async () => {
    const name = await addOperator(test, 'support', true);
    const [owner, other] = [await waiting(name), await waiting(name)];
    expect((await owner.post('/password', { password: 'quiet-water-2026' })).status).toBe(303);
    expect((await other.post('/password', { password: 'other-water-2026' })).headers.location).toMatch(/^\/console\/sign-in/);
    for (const [password, status] of [
      ['other-water-2026', 422],
      ['quiet-water-2026', 303],
    ] as const)
      expect((await browser(test).post('/sign-in', { name, password })).status).toBe(status);
  });

  it('changes the own password with both factors, and ends the other sessions', async () => {
    const name = await addOperator(test, 'cashier');
    const { own, secret } = await signedIn(name);
    test.clock.advance(MINUTE_MS);
    const other = browser(test);
    await other.post('/sign-in', { name, password: OPERATOR_PASSWORD });
    await other.get('/sign-in');
    await other.post('/code', { code: codeFor(test, secret) });
    expect((await other.get('')).status).toBe(200);
    test.clock.advance(MINUTE_MS);
    expect((await own.get('/account')).text).toContain('Current password');
    const change = (fields: object) =>
      own.post('/account/password', {
        current: OPERATOR_PASSWORD,
        code: codeFor(test, secret),
        password: 'quiet-water-2026',
        ...fields,
      });
    for (const [fields, text] of [
      [{ password: 'short' }, 'at least 12 characters'],
      [{ password: `${name}-${name}` }, 'too easy'],
      [{ current: 'another-password' }, 'The current password or the code is wrong'],
      [{ code: codeFor(test, secret) === '000000' ? '000001' : '000000' }, 'The current password or the code is wrong'],
      [{ password: OPERATOR_PASSWORD }, 'differs from the old one'],
    ] as const) {
      const answer = await change(fields);
      expect([answer.status, answer.text.includes(text)]).toEqual([422, true]);
    }
    expect((await other.get('')).status).toBe(200);
    expect((await change({})).headers.location).toContain('done_ownPassword');
    expect((await own.get('')).status).toBe(200);
    expect((await other.get('')).headers.location).toBe('/console/sign-in');
    for (const [password, status] of [
      [OPERATOR_PASSWORD, 422],
      ['quiet-water-2026', 303],
    ] as const)
      expect((await browser(test).post('/sign-in', { name, password })).status).toBe(status);
    const actions = await test.db.selectFrom('operator_log').select('action').where('operator', '=', name).orderBy('id').execute();
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['password.change-failed', 'password.changed']));
  });

  it('locks the account after three wrong changes of the password; the code of a change is used up', async () => {
    const name = await addOperator(test, 'cashier');
    const { own, secret } = await signedIn(name);
    test.clock.advance(MINUTE_MS);
    await own.get('/account');
    const code = codeFor(test, secret);
    const change = (current: string, password = 'quiet-water-2026') => own.post('/account/password', { current, code, password });
    expect((await change(OPERATOR_PASSWORD)).status).toBe(303);
    expect((await change('quiet-water-2026', 'another-water-2026')).status).toBe(422);
    for (const current of ['wrong-1', 'wrong-2']) expect((await change(current)).status).toBe(422);
    test.clock.advance(MINUTE_MS);
    const late = { current: 'quiet-water-2026', code: codeFor(test, secret), password: 'another-water-2026' };
    expect((await own.post('/account/password', late)).text).toContain('locked');
    expect((await browser(test).post('/sign-in', { name, password: 'quiet-water-2026' })).status).toBe(422);
  });

  it('locks for half an hour after three failures, and reveals nothing', async () => {
    const name = await addOperator(test, 'support');
    const tries = [];
    for (const password of ['wrong-1', 'wrong-2', 'wrong-3', OPERATOR_PASSWORD])
      tries.push(await browser(test).post('/sign-in', { name, password }));
    const stranger = await browser(test).post('/sign-in', { name: 'nobody', password: 'wrong' });
    for (const { status, text } of tries) expect([status, text.replaceAll(name, 'nobody')]).toEqual([422, stranger.text]);
    test.clock.advance(31 * MINUTE_MS);
    expect((await browser(test).post('/sign-in', { name, password: OPERATOR_PASSWORD })).status).toBe(303);
  });

  it('compares at most three of many concurrent guesses', async () => {
    const name = await addOperator(test, 'risk');
    const operators = operatorsOf(test);
    const operator = await operators.checkPassword(name, OPERATOR_PASSWORD, '');
    if (!operator) throw new Error('no operator');
    const sessions = createOperatorSessions(test);
    const session = await sessions.resolve((await sessions.open(operator, '')) ?? '');
    if (!session) throw new Error('no session');
    const enrolment = await operators.enrolment(session, 'Test');
    const right = codeFor(test, enrolment?.secret ?? '');
    const wrong = right === '000000' ? '000001' : '000000';
    await Promise.all(Array.from({ length: 9 }, () => operators.checkCode(session, wrong, '')));
    expect(await operators.checkCode(session, right, '')).toBe('wrong');
    const lines = await test.db.selectFrom('operator_log').select('action').where('object', '=', `operator:${operator.id}`).execute();
    expect(lines.map(({ action }) => action).sort()).toEqual(['code.failed', 'code.failed', 'code.failed.locked']);
  });

  it('expires after a quarter hour without activity, and after half a day', async () => {
    const idle = await signInAs(test, 'support');
    expect((await idle.get('/sign-in')).headers.location).toBe('/console');
    test.clock.advance(16 * MINUTE_MS);
    expect((await idle.get('')).headers.location).toBe('/console/sign-in');
    const busy = await signInAs(test, 'support');
    for (let spent = 0; spent < 12 * 60; spent += 14) {
      expect((await busy.get('/sign-in')).headers.location).toBe('/console');
      test.clock.advance(14 * MINUTE_MS);
    }
    expect((await busy.get('')).headers.location).toBe('/console/sign-in');
  });

  it('accepts forms of its own session only', async () => {
    const [own, other] = [await signInAs(test, 'support'), await signInAs(test, 'support')];
    await other.get('');
    const forged = await own.post('/sign-out', { formKey: 'made-up' });
    expect([forged.status, forged.text]).toEqual([403, expect.stringContaining('was not sent from this session')]);
    expect((await own.get('/sign-in')).headers.location).toBe('/console');
  });

  it('refuses text with a NUL character in every field', async () => {
    const operator = await signInAs(test, 'admin');
    await operator.get('');
    const asked = ['/members?q=%00', '/members/a%00b', '/log?object=%00', '/deposits.csv?member=%00', '/content/items/%00/picture/x'];
    for (const path of asked) expect([path, (await operator.get(path)).status]).toEqual([path, 400]);
    expect((await operator.post('/switches/on', { scope: 'all', reason: 'a\0b' })).status).toBe(400);
    expect((await browser(test).post('/sign-in', { name: '\0', password: OPERATOR_PASSWORD })).status).toBe(400);
    // A refused form is shown on the page named by its field.
    for (const formPage of ['/members/%00', '/members?q=%00'])
      expect((await operator.post('/switches/on', { scope: 'all', reason: '', formPage })).status).toBe(422);
  });

  it('is stored in a cookie that scripts and other sites cannot use', async () => {
    const name = await addOperator(test, 'support');
    const answer = await browser(test).post('/sign-in', { name, password: OPERATOR_PASSWORD });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^console_\w+=[\w-]{43}; Max-Age=43200; Path=\/console; .*HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('the log of what operators do', () => {
  const entry = (object: string) => ({
    operator: 'ops',
    action: 'member.note' as const,
    object,
    reason: 'asked by the member',
    address: '127.0.0.1',
  });
  const write = (object: string) => inTransaction(test.db, (tx) => writeLog(tx, test, entry(object)));

  it('is one chain, also for concurrent writers', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => write(`parallel-${n}`)));
    const proof = await proveLog(test.db, test.merchant);
    expect(proof.broken).toBeUndefined();
    expect(proof.lines).toBeGreaterThanOrEqual(20);
  });

  it('has no lines of rolled back actions', async () => {
    const { lines } = await proveLog(test.db, test.merchant);
    const failed = inTransaction(test.db, async (tx) => {
      await writeLog(tx, test, entry('undone'));
      throw new Error('not today');
    });
    await expect(failed).rejects.toThrow('not today');
    expect((await proveLog(test.db, test.merchant)).lines).toBe(lines);
  });

  it.each(['update', 'delete'] as const)('refuses an %s', async (kind) => {
    await write('kept');
    const change =
      kind === 'update'
        ? test.db.updateTable('operator_log').set({ reason: 'another' })
        : test.db.deleteFrom('operator_log').where('id', '>', '0');
    await expect(change.execute()).rejects.toThrow('append only');
  });

  it.each([
    [
      'changed',
      "update operator_log set reason = 'another' where id = (select id from operator_log order by id limit 1 offset 2)",
      'was changed',
    ],
    ['removed', 'delete from operator_log where id = (select id from operator_log order by id limit 1 offset 2)', 'does not follow'],
    [
      'inserted',
      `insert into operator_log (merchant, at, operator, action, object, reason, detail, address, previous, hash)
       select merchant, at, operator, action, object, reason, detail, address, 'somewhere', 'made-up' from operator_log order by id limit 1`,
      'does not follow',
    ],
  ])('names the line that was %s behind its back', async (_name, change, expectedText) => {
    const { sql } = await import('kysely');
    const undo = new Error('put it back');
    const seen = await test.db
      .transaction()
      .execute(async (tx) => {
        await sql.raw('alter table operator_log disable trigger operator_log_append_only').execute(tx);
        await sql.raw(change).execute(tx);
        throw Object.assign(undo, { proof: await proveLog(tx as unknown as typeof test.db, test.merchant) });
      })
      .catch((error: typeof undo & { proof: Awaited<ReturnType<typeof proveLog>> }) => error.proof);
    expect(seen?.broken).toContain(expectedText);
  });
});
