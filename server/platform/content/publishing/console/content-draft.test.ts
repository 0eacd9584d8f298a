import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { helpCenter, listAnnouncements } from '../../../../../shared/api/publishing/calls.ts';
import { DAY_MS, HOUR_MS } from '../../../../../shared/time.ts';
import { png } from '../../../base/uploads/test-pictures.ts';
import { readMerchant, saveSettings } from '../../../merchant/index.ts';
import { proveLog } from '../../../operators/log.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';

const WHY = { reason: 'Agreed with the head of content' };
const BANNER = {
  id: '',
  kind: 'banner',
  position: '0',
  from: '',
  to: '',
  href: '/rng',
  'title-EN': 'Tide week',
  'body-EN': 'Here',
  ...WHY,
};

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

type Banner = { readonly title: string; readonly imageUrl: string };
const banners = async () => (await test.call(listAnnouncements, { query: { types: 'B' } })).body.value.banners as Banner[];
const idOf = (location: string | undefined) => /items\/([\w-]+)/.exec(location ?? '')?.[1] ?? '';

it('a draft is stored and shown only when it is published', async () => {
  const saved = await admin.post('/content/save', { ...BANNER, state: 'draft' });
  expect(saved.headers.location).toContain('done=done_savedDraft');
  const id = idOf(saved.headers.location);
  expect((await banners()).map(({ title }) => title)).not.toContain('Tide week');
  expect((await admin.get(`/content/items/${id}`)).text).toContain('>Draft<');
  await admin.post('/content/save', { ...BANNER, id, state: 'published' });
  expect((await banners()).map(({ title }) => title)).toContain('Tide week');
  await admin.post('/content/save', { ...BANNER, id, state: 'draft' });
  expect((await banners()).map(({ title }) => title)).not.toContain('Tide week');
});

it('a new banner is saved together with its picture, or not at all', async () => {
  const small = await admin.send('/content/save', { ...BANNER, 'title-EN': 'Reef week' }, await png(800, 300));
  expect([small.status, small.text.includes('at least 1600 by 534 pixels')]).toEqual([422, true]);
  expect((await banners()).map(({ title }) => title)).not.toContain('Reef week');
  const saved = await admin.send('/content/save', { ...BANNER, 'title-EN': 'Reef week' }, await png(1_600, 600));
  expect(saved.headers.location).toContain('done=done_saved');
  expect((await banners()).find(({ title }) => title === 'Reef week')?.imageUrl).toContain('/wps/content/picture');
});

it('help articles are written in the console', async () => {
  const article = { ...BANNER, kind: 'help', topic: 'deposit', 'title-EN': 'Where is my money?', 'body-EN': '<p>On its way.</p>' };
  await admin.post('/content/save', article);
  const { articles } = (await test.call(helpCenter)).body.value;
  expect(articles).toContainEqual(
    expect.objectContaining({ topic: 'deposit', title: 'Where is my money?', content: '<p>On its way.</p>' }),
  );
});

it('a merchant without English needs a title in its own language', async () => {
  const { settings } = await readMerchant(test.db, test.merchant);
  await saveSettings(test.db, test.merchant, { ...settings, languages: ['TH', 'VI'], defaultLanguage: 'TH' });
  const notice = { ...BANNER, kind: 'notice', href: '', 'title-EN': '', 'body-EN': '', 'title-VI': 'Xin chào', 'body-VI': '<p>a</p>' };
  const refused = await admin.post('/content/save', notice);
  expect([refused.status, refused.text.includes('TH')]).toEqual([422, true]);
  expect((await admin.post('/content/save', { ...notice, 'title-TH': 'สวัสดี', 'body-TH': '<p>ก</p>' })).status).toBe(303);
  const titles = async (language: string) =>
    (await test.call(listAnnouncements, { query: { types: 'PL' }, language })).body.value.player.map(({ title }: Banner) => title);
  expect(await titles('VI')).toContain('Xin chào');
  expect(await titles('TH')).toContain('สวัสดี');
  await saveSettings(test.db, test.merchant, settings);
});

it('the log is filtered by beginning, person and day of the merchant', async () => {
  const lines = async (query: string) => ((await admin.get(`/log.csv?${query}`)).text.match(/\n/g)?.length ?? 1) - 1;
  const all = await lines('object=content:');
  expect(all).toBeGreaterThan(3);
  expect(await lines('action=content.')).toBe(all);
  expect(await lines('action=ontent.')).toBe(0);
  expect(await lines(`action=content.&operator=${admin.name.toUpperCase()}`)).toBe(all);
  expect(await lines('action=content.%25')).toBe(0);
  const day = (at: Date) => new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Bangkok' }).format(at);
  const now = test.clock.now();
  const today = day(now);
  expect(await lines(`action=content.&since=${today}&to=${today}`)).toBe(all);
  expect(await lines(`action=content.&to=${day(new Date(now.getTime() - DAY_MS))}`)).toBe(0);
  expect(await lines(`action=content.&since=${day(new Date(now.getTime() + DAY_MS))}`)).toBe(0);
});

it('legal texts are written with draft, date and language; the latest one of a page applies', async () => {
  const pages = async (language: string) =>
    (await test.call(helpCenter, { language, query: {} })).body.value.pages as { page: string; language: string; content: string }[];
  const terms = {
    id: '',
    kind: 'legal',
    page: 'terms',
    position: '0',
    from: '',
    to: '',
    'title-EN': 'Terms 1',
    'body-EN': '<p>First</p>',
    ...WHY,
  };
  const before = await pages('EN');
  expect(before).toEqual([]);
  const draft = await admin.post('/content/save', { ...terms, state: 'draft' });
  expect(await pages('EN')).toEqual([]);
  const id = idOf(draft.headers.location);
  const texts = { 'title-TH': 'ข้อกำหนด', 'body-TH': '<p>แรก</p><script>alert(1)</script>' };
  await admin.post('/content/save', { ...terms, ...texts, id, state: 'published' });
  expect(await pages('EN')).toEqual([{ page: 'terms', language: 'EN', content: '<p>First</p>' }]);
  expect(await pages('TH')).toEqual([{ page: 'terms', language: 'TH', content: '<p>แรก</p>' }]);
  expect(await pages('VI')).toEqual([{ page: 'terms', language: 'EN', content: '<p>First</p>' }]);
  // In the time of the demo's zone, Asia/Bangkok.
  const next = new Date(test.clock.now().getTime() + HOUR_MS + 7 * HOUR_MS).toISOString().slice(0, 16);
  await admin.post('/content/save', { ...terms, 'title-EN': 'Terms 2', 'body-EN': '<p>Second</p>', from: next });
  expect((await pages('EN')).map(({ content }) => content)).toEqual(['<p>First</p>']);
  expect((await admin.get('/content?kind=legal')).text).toContain('Terms 2');
  expect((await admin.post('/content/save', { ...terms, page: 'no-page' })).status).toBe(422);
  test.clock.advance(3_700_000);
  expect((await pages('EN')).map(({ content }) => content)).toEqual(['<p>Second</p>']);
});

it('the editor begins with the default language of the merchant', async () => {
  const { settings } = await readMerchant(test.db, test.merchant);
  const editor = await signInAs(test, 'admin');
  const order = async () =>
    [...(await editor.get('/content/new?kind=notice')).text.matchAll(/name="title-([A-Z]{2})"/g)].map(([, code]) => code);
  await saveSettings(test.db, test.merchant, { ...settings, languages: ['EN', 'VI', 'TH'], defaultLanguage: 'TH' });
  expect(await order()).toEqual(['TH', 'EN', 'VI']);
  await saveSettings(test.db, test.merchant, settings);
});
