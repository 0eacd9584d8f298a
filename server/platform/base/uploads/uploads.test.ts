import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UploadPurpose } from '../../../../shared/api/upload-purposes.ts';
import { uploadAvatar, uploadGet, uploadImage } from '../../../../shared/api/uploads/calls.ts';
import { MAX_IMAGE_BYTES } from '../../../../shared/constants.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { addTestMember, openTestSession, type TestMember } from '../../identity/sessions/test-member.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { inTransaction } from '../db/transaction.ts';
import { createUploads } from './index.ts';
import { bombs, CANARY, hostileFiles, jpeg, photo, png, stuffedPictures } from './test-pictures.ts';

const MEGABYTE = 1024 * 1024;

let test: TestPlatform;
let member: TestMember;
let token = '';
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));
beforeEach(async () => {
  member = await addTestMember(test);
  token = (await openTestSession(test, member)).token;
});

const uploads = () => createUploads({ db: test.db, clock: test.clock, merchant: test.merchant });
const upload = async (raw: Buffer, purpose: UploadPurpose = 'feedback', as = token) =>
  await test.call(uploadImage, { token: as, query: { purpose }, raw });
const idOf = async (raw: Promise<Buffer>, purpose?: UploadPurpose) => (await upload(await raw, purpose)).body.value.id as string;
const stored = async () =>
  test.db.selectFrom('upload').selectAll().where('member_id', '=', member.id).orderBy('created_at').orderBy('id').execute();
const claim = (memberId: string, purpose: UploadPurpose, ids: readonly string[]) =>
  inTransaction(test.db, (tx) => uploads().claim(tx, memberId, purpose, ids)).then(
    () => 'claimed',
    (error: { code: string }) => error.code,
  );

describe('a picture', () => {
  it.each(['png', 'jpg'])('that is a %s is re-encoded and shown to its member', async (kind) => {
    const { body } = await upload(await (kind === 'png' ? png(40, 30) : jpeg(40, 30)));
    expect(body).toEqual({ success: true, value: { id: expect.stringMatching(/^u_[0-9a-f]{32}$/), width: 40, height: 30 } });
    const picture = await test.call(uploadGet, { token, query: { id: body.value.id } });
    expect(await sharp(picture.body as Buffer).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 });
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'attachment; filename="picture"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('is scaled down to a readable size, an avatar to a square', async () => {
    await upload(await png(3_000, 1_500));
    await upload(await png(300, 100), 'avatar');
    const sizes = await Promise.all((await stored()).map(({ bytes }) => sharp(Buffer.from(bytes)).metadata()));
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [2_048, 1_024],
      [256, 256],
    ]);
  });

  it('is rotated upright and contains no location', async () => {
    await upload(await photo());
    const [row] = await stored();
    const { width, height, exif, orientation } = await sharp(Buffer.from(row?.bytes ?? [])).metadata();
    expect([width, height, exif, orientation]).toEqual([30, 40, undefined, undefined]);
  });

  it('is judged by what is in it and not by what it is called', async () => {
    const answer = await test
      .request('POST', uploadImage.path)
      .query({ purpose: 'feedback' })
      .set({ Authorization: `Bearer ${token}`, 'Content-Type': 'image/gif' })
      .send(await png());
    expect(answer.body.success).toBe(true);
  });
});

describe('malicious files', () => {
  it('are refused, and nothing of them is stored', async () => {
    const files = Object.entries(await hostileFiles());
    expect(files.length).toBeGreaterThanOrEqual(30);
    const outcomes: [string, unknown][] = [];
    for (const [name, bytes] of files) outcomes.push([name, (await upload(bytes)).body.code]);
    expect(outcomes).toEqual(files.map(([name]) => [name, 'upload_not_image']));
    expect(await stored()).toEqual([]);
  });

  it('of a small file and a huge picture are refused before they are unpacked', async () => {
    const files = Object.entries(bombs());
    // Peak memory: a picture that was decoded may have been released since, and late garbage collection does not count.
    const before = process.resourceUsage().maxRSS;
    for (const [name, bytes] of files) {
      const { code } = (await upload(bytes)).body;
      expect([name, code]).toEqual([name, expect.stringMatching(/^upload_(?:too_large|not_image)$/)]);
    }
    expect((process.resourceUsage().maxRSS - before) * 1024).toBeLessThan(100 * MEGABYTE);
    expect(await stored()).toEqual([]);
  });

  it('hidden in a picture are left behind', async () => {
    for (const [name, bytes] of Object.entries(await stuffedPictures())) {
      expect([name, bytes.includes(CANARY)]).toEqual([name, true]);
      expect([name, (await upload(bytes)).body.success]).toEqual([name, true]);
    }
    for (const { bytes } of await stored()) {
      expect(Buffer.from(bytes).includes(CANARY)).toBe(false);
    }
  });

  it('above 5 MB are refused by declared and by actual size', async () => {
    const big = Buffer.concat([await png(), Buffer.alloc(MAX_IMAGE_BYTES)]);
    const oversized = await upload(big.subarray(0, MAX_IMAGE_BYTES + 1));
    expect([oversized.status, oversized.body.code]).toEqual([413, 'upload_too_large']);
    const fits = await upload(big.subarray(0, MAX_IMAGE_BYTES));
    expect(fits.body.success).toBe(true);
    const unsaid = await fetch(`${test.url}${uploadImage.path}?purpose=feedback`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png' },
      body: new Blob([new Uint8Array(big)]).stream(),
      duplex: 'half',
    } as RequestInit).then(
      async (answer) => ((await answer.json()) as { code: string }).code,
      // The platform has closed the connection during the upload.
      () => 'upload_too_large',
    );
    expect(unsaid).toBe('upload_too_large');
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'as a body of the type "%s" are refused',
    async (type) => {
      const sent = test.request('POST', uploadImage.path).query({ purpose: 'feedback' }).set('Authorization', `Bearer ${token}`);
      const answer = await sent.set('Content-Type', type).send(type === 'application/json' ? '{}' : (await png()).toString('latin1'));
      expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
    },
  );
});

describe('claiming', () => {
  it('accepts the member’s uploads once, for their purpose', async () => {
    const [one, two] = [await idOf(png()), await idOf(png())];
    expect(await claim(member.id, 'feedback', [one])).toBe('claimed');
    expect(await claim(member.id, 'feedback', [one])).toBe('upload_not_found');
    expect(await claim(member.id, 'deposit-proof', [two])).toBe('upload_not_found');
    expect(await claim((await addTestMember(test)).id, 'feedback', [two])).toBe('upload_not_found');
    expect(await claim(member.id, 'feedback', [two, two])).toBe('upload_not_found');
    expect(await claim(member.id, 'feedback', [two, 'u_none'])).toBe('upload_not_found');
    expect(await claim(member.id, 'feedback', [])).toBe('claimed');
    expect(await claim(member.id, 'feedback', [two])).toBe('claimed');
  });

  it('accepts three at most', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => idOf(png())));
    expect(await claim(member.id, 'feedback', ids)).toBe('upload_too_many');
    expect(await claim(member.id, 'feedback', ids.slice(1))).toBe('claimed');
  });

  it('of one picture by two concurrent calls accepts one', async () => {
    const id = await idOf(png());
    const both = await Promise.all([claim(member.id, 'feedback', [id]), claim(member.id, 'feedback', [id])]);
    expect(both.toSorted()).toEqual(['claimed', 'upload_not_found']);
  });

  it('is too late a day after', async () => {
    const [claimed, left] = [await idOf(png()), await idOf(png())];
    await claim(member.id, 'feedback', [claimed]);
    test.clock.advance(24 * HOUR_MS);
    await test.platform.runJob('uploads');
    expect((await stored()).map(({ id }) => id)).toEqual([claimed]);
    expect(await claim(member.id, 'feedback', [left])).toBe('upload_not_found');
  });
});

describe('access to a picture', () => {
  it('is limited to its member, except for avatars', async () => {
    const other = (await openTestSession(test, await addTestMember(test))).token;
    const [proof, avatar] = [await idOf(png(), 'deposit-proof'), await idOf(png(), 'avatar')];
    const unknown = await test.call(uploadGet, { token: other, query: { id: 'u_none' } });
    const theirs = await test.call(uploadGet, { token: other, query: { id: proof } });
    expect([theirs.status, theirs.body]).toEqual([unknown.status, unknown.body]);
    expect(theirs.body.code).toBe('upload_not_found');
    expect((await test.call(uploadAvatar, { query: { id: proof } })).body.code).toBe('upload_not_found');
    const picture = await test.call(uploadAvatar, { query: { id: avatar } });
    expect([picture.headers['content-type'], picture.headers['cache-control']]).toEqual(['image/webp', 'public, max-age=3600, immutable']);
  });
});

it('limits the uploads of a member', async () => {
  const outcomes: unknown[] = [];
  for (let n = 0; n < 13; n += 1) outcomes.push((await upload(await png())).status);
  expect(outcomes).toEqual([...Array(12).fill(200), 429]);
  const ids = (await stored()).map(({ id }) => id);
  await test.db.updateTable('upload').set({ claimed_at: test.clock.now() }).where('id', 'in', ids).execute();
  expect((await upload(await png())).status).toBe(200);
  test.clock.advance(HOUR_MS);
});

it('limits the unclaimed uploads of a member for as long as they are stored, and names the time until the first is removed', async () => {
  for (let n = 0; n < 12; n += 1) await idOf(png());
  // Sessions end sooner.
  const advance = async (hours: number) => {
    test.clock.advance(hours * HOUR_MS);
    token = (await openTestSession(test, member)).token;
  };
  await advance(2);
  const refused = await upload(await png());
  const left = 22 * 3_600;
  expect([refused.status, refused.body, refused.headers['retry-after']]).toEqual([
    429,
    expect.objectContaining({
      code: 'too_many_requests',
      message: 'Too many requests. Wait a moment and try again.',
      params: { seconds: left },
    }),
    String(left),
  ]);
  const [first] = await stored();
  await claim(member.id, 'feedback', [first?.id ?? '']);
  const again = await Promise.all([upload(await png()), upload(await png())]);
  expect(again.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  await advance(22);
  await test.platform.runJob('uploads');
  expect((await upload(await png())).status).toBe(200);
});
