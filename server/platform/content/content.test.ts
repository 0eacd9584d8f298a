import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { demoContent } from '../seed/demo-content.ts';
import { demoSettings } from '../seed/demo-settings.ts';
import { shownContent } from './reads.ts';
import { sanitiseHtml } from './sanitise.ts';
import { addMerchant, readMerchant, saveSettings } from './settings.ts';
import { type ContentDraft, putContent } from './store.ts';

const MERCHANT = 'lagoon';
const NOON = new Date('2026-11-21T12:00:00Z');
let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
  await addMerchant(test.db, MERCHANT, demoSettings());
});
afterAll(() => test.close());

const draft = (id: string, more: Partial<Pick<ContentDraft, 'publishedAt' | 'endsAt' | 'texts'>> = {}): ContentDraft => ({
  id,
  kind: 'notice',
  position: 0,
  publishedAt: new Date('2026-11-21T00:00:00Z'),
  texts: { EN: { title: `Title of ${id}`, body: '<p>Body</p>' } },
  ...more,
});
const version = async () => Number((await readMerchant(test.db, MERCHANT)).contentVersion);
const shown = async (language: string, now = NOON) => shownContent(test.db, MERCHANT, ['notice'], language, now);

describe('content', () => {
  it('is shown in the language of the reader, in English where it is not translated', async () => {
    const texts = { EN: { title: 'Hello', body: '<p>Hi</p>' }, TH: { title: 'สวัสดี', body: '<p>ดี</p>' } };
    await putContent(test.db, MERCHANT, draft('hello', { texts }));
    expect((await shown('TH')).find((item) => item.id === 'hello')).toMatchObject({ title: 'สวัสดี', body: '<p>ดี</p>' });
    expect((await shown('JA')).find((item) => item.id === 'hello')).toMatchObject({ title: 'Hello', body: '<p>Hi</p>' });
  });

  it('is shown from its publication to its end', async () => {
    await putContent(test.db, MERCHANT, draft('timed', { publishedAt: NOON, endsAt: new Date(NOON.getTime() + 1000) }));
    const isShown = async (shift: number) => (await shown('EN', new Date(NOON.getTime() + shift))).some((item) => item.id === 'timed');
    expect([await isShown(-1), await isShown(0), await isShown(999), await isShown(1000)]).toEqual([false, true, true, false]);
  });

  it('raises the content version when it changes, and only then', async () => {
    const before = await version();
    expect(await putContent(test.db, MERCHANT, draft('news'))).toBe(true);
    expect(await version()).toBe(before + 1);
    expect(await putContent(test.db, MERCHANT, draft('news'))).toBe(false);
    expect(await version()).toBe(before + 1);
    expect(await putContent(test.db, MERCHANT, draft('news', { texts: { EN: { title: 'Other', body: '' } } }))).toBe(true);
    expect(await version()).toBe(before + 2);
    await saveSettings(test.db, MERCHANT, { ...demoSettings(), maintenance: true });
    expect(await version()).toBe(before + 3);
  });

  it('is stored without anything that could run', async () => {
    const body = '<p onclick="x()">Hi<script>x()</script><img src=x onerror=x()><a href="javascript:x()">a</a><a href="/help">b</a></p>';
    await putContent(test.db, MERCHANT, draft('hostile', { texts: { EN: { title: 'x', body } } }));
    expect((await shown('EN')).find((item) => item.id === 'hostile')?.body).toBe('<p>Hi<a>a</a><a href="/help">b</a></p>');
  });

  it('of the demo passes through the sanitiser unchanged and is complete in English', () => {
    for (const item of demoContent()) {
      expect(item.texts.EN.title, item.id).not.toBe('');
      expect(item.texts.EN.body, item.id).not.toBe('');
      if (item.kind !== 'banner') expect(sanitiseHtml(item.texts.EN.body)).toBe(item.texts.EN.body);
    }
  });
});

describe('settings', () => {
  it.each([
    ['a pattern that is no regular expression', { registration: { ...demoSettings().registration, fields: badPattern() } }],
    ['an unknown time zone', { timeZone: 'Moon/Base' }],
    ['a host of games that is not encrypted', { launchGameCDNs: ['http://games.example'] }],
    ['a host of images with a path', { imageCDNs: ['https://images.example/cdn'] }],
    ['an address that is none', { domains: ['javascript:alert(1)'] }],
    ['a measurement id that is code', { gtagId: "G-1');alert(1)//" }],
    ['an age below eighteen', { registration: { ...demoSettings().registration, minimumAge: 17 } }],
  ])('are refused with %s', async (_name, change) => {
    await expect(saveSettings(test.db, MERCHANT, { ...demoSettings(), ...change })).rejects.toThrow();
  });
});

function badPattern() {
  const { fields } = demoSettings().registration;
  return { ...fields, username: { ...fields.username, acceptedPattern: '(' } } as typeof fields;
}
