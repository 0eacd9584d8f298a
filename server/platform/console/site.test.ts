import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { listAnnouncements } from '../../../shared/api/publishing/calls.ts';
import { systemStatus } from '../../../shared/api/system/calls.ts';
import { addTestMember, openTestSession } from '../identity/sessions/test-member.ts';
import { proveLog } from '../operators/log.ts';
import { signInAs, type TestOperator } from '../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';

const XSS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p style="background:url(javascript:alert(1))" onclick="alert(1)">x</p>',
];
/** Everything that a browser would execute: tags, event attributes, script addresses. */
function runs(html: string): boolean {
  const tags = html.replace(/"[^"]*"/g, '""');
  return /<script|<svg\/|<iframe|<img|<[a-z]+[^>]*\son\w+=/i.test(tags) || /\s(?:href|src|action)="javascript:/i.test(html);
}
/** A time of the demo's zone, as a `datetime-local` field holds it. */
const inMinutes = (minutes: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Bangkok', dateStyle: 'short', timeStyle: 'short' })
    .format(test.clock.now().getTime() + minutes * 60_000)
    .replace(' ', 'T');
const why = { reason: 'Agreed with the head of content' };
let test: TestPlatform;
let admin: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  admin = await signInAs(test, 'admin');
  await admin.get('');
});
afterAll(async () => {
  expect(await proveLog(test.db, test.merchant)).not.toHaveProperty('broken');
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const noticesOf = async (language = 'EN') =>
  (await test.call(listAnnouncements, { query: { types: 'PL' }, language })).body.value.player as {
    id: string;
    title: string;
    content: string;
  }[];
const notice = {
  id: '',
  kind: 'notice',
  position: '0',
  from: '',
  to: '',
  'title-EN': 'Tide tables',
  'body-EN': '<p>High water at nine.</p>',
  ...why,
};
const idOf = (answer: { headers: Record<string, string> }) => /items\/([\w-]+)/.exec(answer.headers.location ?? '')?.[1] ?? '';

describe('content', () => {
  it('is published in its languages, changed, scheduled and withdrawn; the seed does not overwrite it', async () => {
    const id = idOf(await admin.post('/content/save', { ...notice, 'title-CN': '潮汐表', 'body-CN': '<p>九点</p>' }));
    expect((await noticesOf()).find((one) => one.id === id)).toMatchObject({ title: 'Tide tables' });
    expect((await noticesOf('CN')).find((one) => one.id === id)).toMatchObject({ title: '潮汐表' });
    // Without its own text the language uses English again.
    await admin.post('/content/save', { ...notice, id });
    expect((await noticesOf('CN')).find((one) => one.id === id)).toMatchObject({ title: 'Tide tables' });
    await admin.post('/content/save', { ...notice, id, from: '2099-01-01T00:00' });
    expect((await noticesOf()).map((one) => one.id)).not.toContain(id);
    expect((await admin.get('/content?kind=notice')).text).toContain('Planned');
    await admin.post('/content/save', { ...notice, id });
    await admin.post('/content/withdraw', { id, ...why });
    expect((await noticesOf()).map((one) => one.id)).not.toContain(id);
    expect((await admin.post('/content/withdraw', { id, ...why })).status).toBe(422);

    await admin.post('/content/save', { ...notice, id: 'welcome', kind: 'banner', 'body-EN': 'Ours', 'title-EN': 'Our own', href: '/rng' });
    await test.platform.seed();
    expect((await admin.get('/content/items/welcome')).text).toContain('value="Our own"');
  });

  it.each([
    ['without an English title', { 'title-EN': ' ' }],
    ['that ends before it begins', { from: '2030-01-02T00:00', to: '2030-01-01T00:00' }],
    ['with a link to a script', { kind: 'popup', href: 'javascript:alert(1)' }],
    ['with a link to another protocol', { kind: 'popup', href: '//elsewhere.example' }],
    ['with a title without end', { 'title-EN': 'x'.repeat(121) }],
    ['of another kind than it is', { id: 'welcome' }],
    ['that is not there', { id: 'nobody-wrote-this' }],
  ])('%s is refused', async (_name, wrong) => {
    const before = await noticesOf();
    expect((await admin.post('/content/save', { ...notice, ...wrong })).status).toBe(422);
    expect(await noticesOf()).toEqual(before);
  });

  it.each(XSS)('%s is removed from it, in the preview and on the page', async (hostile) => {
    const fields = { ...notice, 'title-EN': hostile, 'body-EN': `<p>before</p>${hostile}` };
    const preview = await admin.post('/content/preview', fields);
    expect([preview.status, runs(preview.text)]).toEqual([200, false]);
    const id = idOf(await admin.post('/content/save', fields));
    for (const path of ['/content?kind=notice', `/content/items/${id}`, '/log'])
      expect([path, runs((await admin.get(path)).text)]).toEqual([path, false]);
    expect(runs((await noticesOf()).find((one) => one.id === id)?.content ?? '<script')).toBe(false);
  });
});

describe('members', () => {
  it.each(XSS)('may call themselves %s', async (nickname) => {
    const member = await addTestMember(test, { columns: { nickname } });
    for (const path of [`/members?q=${member.account}`, `/members/${member.id}`]) {
      const { status, text } = await admin.get(path);
      expect([status, runs(text)]).toEqual([200, false]);
    }
  });

  it('are found by account, its prefix, a complete number or address, and shown with masked contacts', async () => {
    for (const typed of ['demo01', 'DEMO0', '+61 491 570 156', 'Demo01@example.com']) {
      const { text } = await admin.get(`/members?q=${encodeURIComponent(typed)}`);
      expect([typed, text.includes('<bdi>demo01</bdi>')]).toEqual([typed, true]);
    }
    expect((await admin.get('/members?q=491570156')).text).toContain('Nothing here yet');
    const id = (await test.db.selectFrom('member').select('id').where('account', '=', 'demo01').executeTakeFirstOrThrow()).id;
    const { text } = await admin.get(`/members/${id}`);
    expect(text).toContain('•••• 0156');
    expect(text).not.toContain('demo01@example.com');
  });

  it('lose their sessions when locked, and can sign in again afterwards', async () => {
    const member = await addTestMember(test);
    const { token } = await openTestSession(test, member);
    expect((await admin.get(`/members/${member.id}`)).text).toContain('192.0.2.10');
    await admin.post('/members/lock', { id: member.id, ...why });
    const session = test.db.selectFrom('member_session').select('ended_at').where('member_id', '=', member.id);
    expect((await session.executeTakeFirstOrThrow()).ended_at).not.toBeNull();
    expect(token).not.toBe('');
    expect((await admin.post('/members/lock', { id: member.id, ...why })).status).toBe(422);
    await admin.post('/members/unlock', { id: member.id, ...why });
    expect((await admin.get(`/members/${member.id}`)).text).toContain('Member unlocked');
  });

  it('get limits of the operator, which can be removed again', async () => {
    const member = await addTestMember(test);
    const limit = { id: member.id, kind: 'deposit', period: 'day', value: '50', ...why };
    await admin.post('/members/limit', limit);
    await admin.post('/members/limit', { ...limit, kind: 'session', value: '60' });
    const rows = test.db
      .selectFrom('protection_limit')
      .select(['kind', 'value', 'set_by'])
      .where('member_id', '=', member.id)
      .orderBy('kind');
    expect(await rows.execute()).toEqual([
      { kind: 'deposit', value: '500000', set_by: 'operator' },
      { kind: 'session', value: '60', set_by: 'operator' },
    ]);
    expect((await admin.post('/members/limit', { ...limit, kind: 'session', value: '0.5' })).status).toBe(422);
    expect((await admin.post('/members/limit', { ...limit, kind: 'session', value: '60.5' })).status).toBe(422);
    await test.db.updateTable('member').set({ currency: 'VND' }).where('id', '=', member.id).execute();
    expect((await admin.post('/members/limit', { ...limit, value: '50000.50' })).text).toContain('Amounts in VND have no decimals');
    const page = (await admin.get(`/members/${member.id}`)).text;
    expect(page).toMatch(/inputMode="numeric"[^>]* name="value"/);
    await admin.post('/members/limit', { ...limit, value: '' });
    expect(await rows.execute()).toHaveLength(1);
  });
});

describe('a deposit limit of a member', () => {
  it('below the least amount of every method is marked', async () => {
    const member = await addTestMember(test);
    const { currency } = await test.db.selectFrom('member').select('currency').where('id', '=', member.id).executeTakeFirstOrThrow();
    const methods = test.db.selectFrom('deposit_channel').where('enabled', '=', true).where('kind', '<>', 'VOUCHER');
    const { least } = await methods
      .where('currency', '=', currency)
      .select(({ fn }) => fn.min('min_amount').as('least'))
      .executeTakeFirstOrThrow();
    const limit = { id: member.id, kind: 'deposit', period: 'day', ...why };
    const page = async (value: bigint) => {
      await admin.post('/members/limit', { ...limit, value: String(value / 10_000n) });
      return (await admin.get(`/members/${member.id}`)).text;
    };
    expect(await page(BigInt(least) - 10_000n)).toContain('Below the least amount of every deposit method');
    expect(await page(BigInt(least))).not.toContain('Below the least amount');
  });
});

describe('switches', () => {
  it.each(['all', 'vendor:NOVA'])('of %s close games to new rounds and open them again', async (scope) => {
    const game = test.db.selectFrom('game').select('id').where('vendor', '=', 'NOVA').orderBy('position').limit(1);
    const { id } = await game.executeTakeFirstOrThrow();
    const { createGameDirectory } = await import('../play/games/index.ts');
    const isOpen = async () => (await createGameDirectory(test).find(test.db, id, 'EN'))?.enabled;
    await admin.post('/switches/off', { scope, until: '2099-01-01T00:00', ...why });
    expect(await isOpen()).toBe(false);
    const { findGamesById } = await import('../play/games/reads.ts');
    expect((await findGamesById(test.db, [id], test.clock.now()))[0]?.maintenanceEnd?.toISOString()).toBe('2098-12-31T17:00:00.000Z');
    expect((await admin.get('/switches')).text).toContain('2099-01-01 00:00:00');
    await admin.post('/switches/on', { scope, ...why });
    expect(await isOpen()).toBe(true);
    expect((await admin.post('/switches/off', { scope: 'game:NOBODY', until: '', ...why })).status).toBe(422);
  });

  it.each(['all', 'vendor:NOVA', 'game'])('of %s close and open by the clock, in lists and at the launch alike', async (which) => {
    const { id } = await test.db
      .selectFrom('game')
      .select('id')
      .where('vendor', '=', 'NOVA')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const scope = which === 'game' ? `game:${id}` : which;
    const { createGameDirectory } = await import('../play/games/index.ts');
    const { createCatalogue } = await import('../play/games/catalogue.ts');
    const [directory, catalogue] = [createGameDirectory(test), createCatalogue(test)];
    // Both sources: the launch, and the cached list.
    const isOpen = async () => [
      (await directory.find(test.db, id, 'EN'))?.enabled,
      (await catalogue()).byId.get(id)?.maintenance === false,
    ];
    await admin.post('/switches/off', { scope, from: inMinutes(4), until: inMinutes(8), ...why });
    expect(await isOpen()).toEqual([true, true]);
    expect((await admin.get('/switches')).text).toContain('Planned');
    expect((await admin.get('')).text).toContain('Closed, or about to be');
    test.clock.advance(5 * 60_000);
    expect(await isOpen()).toEqual([false, false]);
    test.clock.advance(4 * 60_000);
    expect(await isOpen()).toEqual([true, true]);
    expect((await admin.get('')).text).not.toContain('Closed, or about to be');
    // Opened before the planned closure, it stays open.
    await admin.post('/switches/off', { scope, from: inMinutes(4), until: '', ...why });
    await admin.post('/switches/on', { scope, ...why });
    test.clock.advance(5 * 60_000);
    expect(await isOpen()).toEqual([true, true]);
    expect((await admin.post('/switches/off', { scope, from: inMinutes(8), until: inMinutes(4), ...why })).status).toBe(422);
  });

  it('of the site close and open it by the clock', async () => {
    const isClosed = async () => (await test.call(systemStatus)).body.value.maintenance as boolean;
    const planned = await admin.post('/site/close', { from: inMinutes(4), end: inMinutes(8), 'text-EN': 'New engines', ...why });
    expect([planned.headers.location, await isClosed()]).toEqual(['/console/site?done=done_closePlanned', false]);
    test.clock.advance(5 * 60_000);
    expect(await isClosed()).toBe(true);
    test.clock.advance(4 * 60_000);
    expect(await isClosed()).toBe(false);
    expect((await admin.get('/site')).text).toContain('The site is open');
  });

  it('of the site show visitors the reopening time in their language', async () => {
    const status = async () => (await test.call(systemStatus)).body.value;
    await admin.post('/site/close', { end: '2099-01-01T00:00', 'text-EN': 'New engines', 'text-CN': '新引擎', ...why });
    const texts = { EN: 'New engines', CN: '新引擎' };
    expect(await status()).toMatchObject({ maintenance: true, maintenanceEnd: '2098-12-31T17:00:00.000Z', maintenanceTexts: texts });
    expect((await admin.post('/site/close', { end: 'soon', ...why })).status).toBe(422);
    await admin.post('/site/open', why);
    expect(await status()).toMatchObject({ maintenance: false, maintenanceEnd: null, maintenanceTexts: {} });
  });
});

it('deletes messages of the chat room, which can be restored', async () => {
  const call = (id: string, more: object = {}) => test.call(CALLS.find((one) => one.id === id) as AnyCall, more);
  const body = { text: 'Good evening.', reference: 'console-test-reference' };
  const { id } = (await call('chat.send', { token: await test.login('demo01'), body })).body.value;
  const readMessage = async () => (await call('chat.messages')).body.value.messages[0];
  expect((await admin.get('/chat')).text).toContain('Good evening.');
  await admin.post('/chat/delete', { id, ...why });
  expect(await readMessage()).toMatchObject({ id, text: '', deleted: true });
  expect((await admin.post('/chat/delete', { id, ...why })).status).toBe(422);
  expect((await admin.post('/chat/delete', { id: 'x', ...why })).status).toBe(422);
  await admin.post('/chat/restore', { id, ...why });
  expect(await readMessage()).toMatchObject({ id, text: 'Good evening.', deleted: false });
});

it('the log is found by what it was about, and saved without formulas', async () => {
  await admin.post('/site/open', { reason: '=HYPERLINK("http://elsewhere.example")' });
  const file = await admin.get('/log.csv?object=site&action=site.opened');
  expect(file.headers['content-disposition']).toContain('operator-log.csv');
  expect(file.text).toContain(`"'=HYPERLINK(""http://elsewhere.example"")"`);
  expect(file.text).not.toContain('content.added');
  expect((await admin.get('/log?object=site')).text).not.toContain('content.added');
  expect((await admin.get('')).text).toContain('The books balance');
});
