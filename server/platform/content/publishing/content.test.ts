import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BANNER_GROUPS, HELP_TOPICS, PROMOTION_TYPES } from '../../../../shared/api/publishing/constants.ts';
import { NOTICES_PER_PAGE } from '../../../../shared/constants.ts';
import { cleanHtml } from '../../../html/clean-html.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant, readMerchant, saveSettings } from '../../merchant/settings.ts';
import { demoContent } from './demo-content.ts';
import { presentArticle, presentPopup, presentPromotion } from './present.ts';
import { findPublishedContent } from './reads.ts';
import { type ContentDraft, upsertContent } from './store.ts';

const MERCHANT = 'lagoon';
const NOON = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-12-21T12:00:00Z');
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
const put = (...drafts: readonly ContentDraft[]) => upsertContent(test.db, MERCHANT, drafts);
const version = async () => Number((await readMerchant(test.db, MERCHANT)).contentVersion);
const readNotices = async (language: string, now = NOON) => findPublishedContent(test.db, MERCHANT, ['notice'], language, now);

describe('content', () => {
  it('is shown in the reader’s language, or in English without a translation', async () => {
    const texts = { EN: { title: 'Hello', body: '<p>Hi</p>' }, TH: { title: 'สวัสดี', body: '<p>ดี</p>' } };
    await put(draft('hello', { texts }));
    expect((await readNotices('TH')).find((item) => item.id === 'hello')).toMatchObject({ title: 'สวัสดี', body: '<p>ดี</p>' });
    expect((await readNotices('JA')).find((item) => item.id === 'hello')).toMatchObject({ title: 'Hello', body: '<p>Hi</p>' });
  });

  it('is shown from its publication to its end', async () => {
    await put(draft('timed', { publishedAt: NOON, endsAt: new Date(NOON.getTime() + 1000) }));
    const isShown = async (shift: number) =>
      (await readNotices('EN', new Date(NOON.getTime() + shift))).some((item) => item.id === 'timed');
    expect([await isShown(-1), await isShown(0), await isShown(999), await isShown(1000)]).toEqual([false, true, true, false]);
  });

  it('raises the content version when it changes, and only then', async () => {
    const before = await version();
    expect(await put(draft('news'))).toBe(true);
    expect(await version()).toBe(before + 1);
    expect(await put(draft('news'))).toBe(false);
    expect(await version()).toBe(before + 1);
    expect(await put(draft('news', { texts: { EN: { title: 'Other', body: '' } } }))).toBe(true);
    expect(await version()).toBe(before + 2);
    await saveSettings(test.db, MERCHANT, { ...demoSettings(), maintenance: true });
    expect(await version()).toBe(before + 3);
  });

  it('is stored without anything that could run', async () => {
    const body = '<p onclick="x()">Hi<script>x()</script><img src=x onerror=x()><a href="javascript:x()">a</a><a href="/help">b</a></p>';
    await put(draft('hostile', { texts: { EN: { title: 'x', body } } }));
    expect((await readNotices('EN')).find((item) => item.id === 'hostile')?.body).toBe('<p>Hi<a>a</a><a href="/help">b</a></p>');
  });

  it('is listed by kind, with the fields of its kind', async () => {
    const more = { position: 0, publishedAt: new Date('2026-11-21T00:00:00Z') };
    const texts = { EN: { title: 'Title', body: '<p>Body</p>', summary: 'Short', action: 'Go' } };
    const draws: ContentDraft = { ...more, id: 'own-picture', kind: 'promotion', promotionType: 'rebate', image: '/picture.png', texts };
    await put(draws);
    await put({ ...more, id: 'drawn', kind: 'promotion', promotionType: 'event', endsAt: LATER, texts });
    await put({ ...more, id: 'after', kind: 'popup', when: 'login', texts });
    const [drawn, own, ...others] = (await findPublishedContent(test.db, MERCHANT, ['promotion'], 'EN', NOON)).map(presentPromotion);
    expect(others).toEqual([]);
    expect(own).toMatchObject({ type: 'rebate', imageUrl: '/picture.png', summary: 'Short', endsAt: null });
    expect(drawn).toMatchObject({ type: 'event', imageUrl: '/studio/art/banner-drawn.svg', endsAt: LATER.toISOString() });
    expect((await findPublishedContent(test.db, MERCHANT, ['popup'], 'EN', NOON)).map(presentPopup)).toMatchObject([
      { id: 'after', when: 'login' },
    ]);
    expect(await findPublishedContent(test.db, MERCHANT, [], 'EN', NOON)).toEqual([]);
  });

  it('may become another kind, and is refused without what its kind must have', async () => {
    const { position, publishedAt, texts } = draft('turned');
    await put(draft('turned'));
    await put({ id: 'turned', kind: 'help', topic: 'app', position, publishedAt, texts });
    expect((await findPublishedContent(test.db, MERCHANT, ['help'], 'EN', NOON)).map(presentArticle)).toMatchObject([
      { id: 'turned', topic: 'app' },
    ]);
    expect((await readNotices('EN')).some((item) => item.id === 'turned')).toBe(false);
    const broken = { id: 'broken', kind: 'help', position, publishedAt, texts, topic: null } as unknown as ContentDraft;
    await expect(put(broken)).rejects.toThrow('content_item_topic');
  });

  it('of the demo passes through the sanitiser unchanged, is complete in English and has one id each', () => {
    const items = demoContent();
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    for (const item of items) {
      const { title, body, summary, action } = item.texts.EN;
      expect(title, item.id).not.toBe('');
      expect(body, item.id).not.toBe('');
      expect([item.kind, summary !== '']).toEqual([item.kind, item.kind === 'promotion']);
      if (item.kind === 'promotion' || item.kind === 'popup') expect(action, item.id).not.toBe('');
      if (item.kind !== 'banner') expect(cleanHtml(body)).toBe(body);
    }
  });

  it('of the demo fills a second page of notices, every topic of the help and every filter of the promotions', () => {
    const items = demoContent();
    expect(items.filter(({ kind }) => kind === 'notice').length).toBeGreaterThan(NOTICES_PER_PAGE);
    expect(new Set(items.flatMap((item) => (item.kind === 'help' ? item.topic : [])))).toEqual(new Set(HELP_TOPICS));
    expect(new Set(items.flatMap((item) => (item.kind === 'promotion' ? item.promotionType : [])))).toEqual(new Set(PROMOTION_TYPES));
    expect(new Set(items.flatMap((item) => (item.kind === 'banner' ? item.groupName : [])))).toEqual(new Set(BANNER_GROUPS));
  });
});

describe('settings', () => {
  it.each([
    ['a pattern that is no regular expression', { registration: { ...demoSettings().registration, fields: badPattern() } }],
    ['an unknown time zone', { timeZone: 'Moon/Base' }],
    ['a host of games that is not encrypted', { launchGameCDNs: ['http://games.example'] }],
    ['a host of images with a path', { imageCDNs: ['https://images.example/cdn'] }],
    ['a malformed address', { domains: ['javascript:alert(1)'] }],
    ['all hosts at once', { imageCDNs: ['https://*'] }],
    ['two hosts in one', { launchGameCDNs: ['https://a.example,b.example'] }],
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
