import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMerchant, saveSettings } from '../merchant/index.ts';
import { signInAs, type TestOperator } from '../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';

let test: TestPlatform;
let admin: TestOperator;
const why = { reason: 'Harbour works' };
beforeAll(async () => {
  test = await openTestPlatform();
  await useZone('America/New_York');
  admin = await signInAs(test, 'admin');
  await admin.get('');
});
afterAll(async () => {
  expect(test.faults).toEqual([]);
  await test.close();
});

async function useZone(timeZone: string): Promise<void> {
  const { settings } = await readMerchant(test.db, test.merchant);
  await saveSettings(test.db, test.merchant, { ...settings, timeZone });
}
const shownTimes = (html: string) =>
  [...html.matchAll(/<time dateTime="([^"]+)">([^<]+)<\/time>/gi)].map(([, at = '', text = '']) => ({ at, text }));
const inZone = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date(at));

it('every page names the zone once and shows its times in it', async () => {
  await admin.post('/content/save', {
    id: '',
    kind: 'notice',
    position: '1',
    from: '',
    to: '',
    'title-EN': 'Tides',
    'body-EN': 'High',
    ...why,
  });
  let seen = 0;
  for (const path of ['', '/log', '/operators', '/members', '/content', '/site', '/switches', '/deposits', '/account']) {
    const { text, status } = await admin.get(path);
    expect([path, status, text.split('Times: America/New_York').length - 1]).toEqual([path, 200, 1]);
    expect(text).not.toContain('UTC');
    for (const { at, text: shown } of shownTimes(text)) expect([path, shown]).toEqual([path, inZone(at, 'America/New_York')]);
    seen += shownTimes(text).length;
  }
  expect(seen).toBeGreaterThan(5);
});

it.each([
  ['in summer time', '2098-07-01T20:30', '2098-07-02T00:30:00.000Z'],
  ['in winter time', '2098-12-01T20:30', '2098-12-02T01:30:00.000Z'],
])('an entered time is a time of the zone, %s, and is shown again as it was entered', async (_name, entered, instant) => {
  await admin.post('/site/close', { from: entered, end: '2099-01-01T00:00', 'text-EN': 'New engines', ...why });
  expect((await readMerchant(test.db, test.merchant)).settings.maintenanceFrom).toBe(instant);
  expect((await admin.get('/site')).text).toContain(`value="${entered}"`);
  await admin.post('/site/open', why);
  await admin.post('/content/save', {
    id: '',
    kind: 'notice',
    position: '1',
    from: entered,
    to: '',
    'title-EN': 'Tides',
    'body-EN': 'High',
    ...why,
  });
  const { published_at, id } = await test.db
    .selectFrom('content_item')
    .select(['published_at', 'id'])
    .orderBy('published_at', 'desc')
    .executeTakeFirstOrThrow();
  expect(published_at.toISOString()).toBe(instant);
  expect((await admin.get(`/content/items/${id}`)).text).toContain(`value="${entered}"`);
});

it('a refused form keeps the entered time', async () => {
  const { text } = await admin.post('/site/close', {
    from: '2098-07-01T20:30',
    end: '2098-07-01T10:00',
    formPage: '/site',
    'text-EN': 'x',
    ...why,
  });
  expect(text).toContain('value="2098-07-01T20:30"');
});
