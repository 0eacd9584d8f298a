import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { contentPicture, listAnnouncements } from '../../../../../shared/api/publishing/calls.ts';
import type { Banner } from '../../../../../shared/api/publishing/schemas.ts';
import { HOUR_MS } from '../../../../../shared/time.ts';
import { hostileFiles, png, stuffedPictures } from '../../../base/uploads/test-pictures.ts';
import { proveLog } from '../../../operators/log.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';

const why = { reason: 'Agreed with the head of content' };
const banner = {
  id: '',
  kind: 'banner',
  position: '0',
  from: '',
  to: '',
  href: '/rng',
  'title-EN': 'Tide week',
  'body-EN': 'Here',
  ...why,
};

let test: TestPlatform;
let admin: TestOperator;
let id = '';
beforeAll(async () => {
  test = await openTestPlatform();
  admin = await signInAs(test, 'admin');
  await admin.get('');
  const saved = await admin.post('/content/save', banner);
  id = /items\/([\w-]+)/.exec(saved.headers.location ?? '')?.[1] ?? '';
});
afterAll(async () => {
  expect(await proveLog(test.db, test.merchant)).not.toHaveProperty('broken');
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const readBanner = async (): Promise<Banner | undefined> =>
  (await test.call(listAnnouncements, { query: { types: 'B' } })).body.value.banners.find((one: Banner) => one.id === id);
const put = (picture: Buffer, more: Readonly<Record<string, string>> = {}) =>
  admin.send('/content/picture', { id, focus: 'centre', ...why, ...more }, picture);
const fetched = (address: string) => supertest(test.url).get(address).buffer(true);
const sizeOf = async (address: string) => {
  const { width, height, format } = await sharp((await fetched(address)).body as Buffer).metadata();
  return [width, height, format];
};
const kept = () => test.db.selectFrom('content_picture').select(['id', 'replaced_at']).orderBy('created_at').execute();

it('a picture on a banner has two sizes, survives a change of texts, and can be removed', async () => {
  const drawn = (await readBanner())?.imageUrl;
  expect(drawn).toContain(`banner-${id}.svg`);
  expect((await put(await png(2_000, 1_200))).headers.location).toBe(`/console/content/items/${id}?done=done_picture`);
  const first = await readBanner();
  expect(await sizeOf(first?.imageUrl ?? '')).toEqual([1_600, 534, 'webp']);
  expect(await sizeOf(first?.smallImageUrl ?? '')).toEqual([800, 267, 'webp']);
  expect((await fetched(first?.imageUrl ?? '')).headers['cache-control']).toBe('public, max-age=2592000, immutable');
  const [picture] = await kept();
  expect((await admin.get(`/content/items/${id}`)).text).toContain(`/console/content/items/${id}/picture/${picture?.id}`);
  expect((await admin.get(`/content/items/${id}/picture/${picture?.id}?size=narrow`)).type).toBe('image/webp');
  expect((await admin.get(`/content/items/welcome/picture/${picture?.id}`)).status).toBe(404);

  await admin.post('/content/save', { ...banner, id, 'title-EN': 'Tide fortnight' });
  await test.platform.seed();
  expect(await readBanner()).toMatchObject({ title: 'Tide fortnight', imageUrl: first?.imageUrl });

  await admin.post('/content/picture-off', { id, ...why });
  expect((await readBanner())?.imageUrl).toBe(drawn);
  expect((await admin.post('/content/picture-off', { id, ...why })).status).toBe(422);
  const log = (await admin.get(`/log.csv?object=content:${id}`)).text;
  expect([log.includes('content.picture'), log.includes('content.pictureOff'), log.includes(String(picture?.id))]).toEqual([
    true,
    true,
    true,
  ]);
});

it('what was replaced stays for a day, for pages that still name it', async () => {
  await put(await png(1_600, 600));
  const old = (await readBanner())?.imageUrl ?? '';
  await put(await png(1_700, 600), { focus: 'right' });
  expect((await readBanner())?.imageUrl).not.toBe(old);
  expect((await fetched(old)).status).toBe(200);
  test.clock.advance(25 * HOUR_MS);
  await test.platform.runJob('content pictures');
  expect((await test.call(contentPicture, { query: { id: 'p_none' } })).body.code).toBe('upload_not_found');
  expect((await fetched(old)).body.code).toBe('upload_not_found');
  expect((await kept()).map(({ replaced_at }) => replaced_at)).toEqual([null]);
  // The operator's session has expired.
  admin = await signInAs(test, 'admin');
  await admin.get('');
});

it('what is no picture, too small, missing, or for something without one changes nothing', async () => {
  const before = await readBanner();
  const files = Object.entries(await hostileFiles());
  for (const [name, bytes] of files) expect([name, (await put(bytes)).status]).toEqual([name, 422]);
  const small = await put(await png(1_599, 534));
  expect([small.status, small.text.includes('at least 1600 by 534 pixels')]).toEqual([422, true]);
  expect((await put(Buffer.alloc(0))).text).toContain('Choose a file.');
  expect((await put(await png(1_600, 600), { focus: 'elsewhere' })).status).toBe(422);
  expect((await put(await png(1_600, 600), { id: 'no-such-item' })).status).toBe(422);
  expect((await put(await png(1_600, 600), { reason: ' ' })).status).toBe(422);
  const notice = await admin.post('/content/save', { ...banner, kind: 'notice', href: '' });
  const noticeId = /items\/([\w-]+)/.exec(notice.headers.location ?? '')?.[1] ?? '';
  expect((await put(await png(1_600, 600), { id: noticeId })).status).toBe(422);
  expect((await put(Buffer.alloc(5 * 1024 * 1024 + 64 * 1024))).status).toBe(413);
  expect(await readBanner()).toEqual(before);
});

it('embedded data of a picture is not stored', async () => {
  const [pictureWithMetadata] = Object.values(await stuffedPictures());
  const big = await png(1_600, 600);
  await put(Buffer.concat([big, pictureWithMetadata ?? Buffer.alloc(0), Buffer.from('<script>alert(1)</script>')]));
  expect(((await fetched((await readBanner())?.imageUrl ?? '')).body as Buffer).includes('<script>')).toBe(false);
});

it('a picture without the session’s key or without a session is not read', async () => {
  expect((await put(await png(1_600, 600), { formKey: 'another' })).status).toBe(403);
  const anonymous = supertest(test.url).post('/internal/console/content/picture').field('id', id);
  expect((await anonymous.attach('picture', await png(1_600, 600), { filename: 'a.png' })).status).toBe(303);
  const garbled = await supertest(test.url)
    .post('/internal/console/content/picture')
    .set({ Cookie: admin.cookie(), 'Content-Type': 'multipart/form-data; boundary=x' })
    .send('--y\r\nnothing');
  expect(garbled.status).toBe(403);
});
