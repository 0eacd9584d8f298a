import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ClientCall } from '../../../../shared/api/client-call.ts';
import { countryList, feedbackSend, languageUpdate, routerInfo, systemStatus } from '../../../../shared/api/system/calls.ts';
import { createSecrets } from '../../base/secrets.ts';
import { demoSettings, readMerchant, saveSettings } from '../../merchant/index.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const call = (definition: ClientCall, options?: Parameters<TestPlatform['call']>[1]) => test.call(definition, options);
const change = async (change: object) => {
  const { settings } = await readMerchant(test.db, test.merchant);
  await saveSettings(test.db, test.merchant, { ...settings, ...change });
};

describe('status', () => {
  it('returns the visitor’s address, country and the portal’s decision', async () => {
    const headers = { 'X-Client-Address': '203.0.113.9', 'X-Client-Country': 'TH', 'X-Region-Restricted': '1' };
    const { body } = await call(systemStatus, { headers });
    expect(body.value.location).toEqual({ ip: '203.0.113.9', country: 'TH' });
    expect(body.value.regionRestriction).toBe(true);
    expect((await call(systemStatus)).body.value).toMatchObject({ location: { country: null }, regionRestriction: false });
  });
});

describe('countries', () => {
  it('are those with phone numbers, or those that the merchant accepts', async () => {
    const all = (await call(countryList)).body.value.countries as { countryCode: string; countryDialingCode: string }[];
    expect(all.length).toBeGreaterThan(200);
    expect(all).toContainEqual({ countryCode: 'TH', countryDialingCode: '66' });
    const { settings } = await readMerchant(test.db, test.merchant);
    await change({ access: { ...settings.access, smsCountries: ['VN', 'TH'] } });
    expect((await call(countryList)).body.value.countries).toEqual([
      { countryCode: 'TH', countryDialingCode: '66' },
      { countryCode: 'VN', countryDialingCode: '84' },
    ]);
    await change({ access: settings.access });
  });
});

describe('language', () => {
  it('is stored for members, accepted from visitors, and must exist', async () => {
    const token = await test.login(test.demo.member.account);
    expect((await call(languageUpdate, { token, body: { language: 'JA' } })).body.success).toBe(true);
    const row = await test.db.selectFrom('member').select('language').where('account', '=', test.demo.member.account).executeTakeFirst();
    expect(row?.language).toBe('JA');
    expect((await call(languageUpdate, { body: { language: 'TH' } })).body.success).toBe(true);
    expect((await call(languageUpdate, { token, body: { language: 'XX' } })).body).toMatchObject({ success: false, code: 'bad_request' });
  });
});

describe('customer service', () => {
  it('is encrypted for the caller’s key', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    const key = Buffer.from(JSON.stringify(await exportJWK(publicKey))).toString('base64url');
    expect((await call(routerInfo, { query: { key } })).body.value.version.pathList).toEqual([]);
    await change({ customerService: 'https://chat.example/room' });
    const { pathList } = (await call(routerInfo, { query: { key } })).body.value.version;
    expect(pathList).toHaveLength(1);
    expect(pathList[0].type).toBe(3);
    expect(new TextDecoder().decode((await compactDecrypt(pathList[0].path, privateKey)).plaintext)).toBe('https://chat.example/room');
    for (const wrong of ['', 'x', Buffer.from('{"kty":"RSA"}').toString('base64url'), Buffer.from('null').toString('base64url')])
      expect((await call(routerInfo, { query: { key: wrong } })).body.code, wrong).toBe('bad_request');
    await change({ customerService: null });
  });

  it('is the personal one for members whose level has it', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    const key = Buffer.from(JSON.stringify(await exportJWK(publicKey))).toString('base64url');
    const { vipLevels, vip } = demoSettings();
    const levels = vipLevels.map((level, index) => ({ ...level, personalService: index >= 4 }));
    await change({
      customerService: 'https://chat.example/room',
      vipLevels: levels,
      vip: { ...vip, serviceAddress: 'https://chat.example/vip' },
    });
    const token = await test.login(test.demo.member.account);
    const placeOf = async (who: { token?: string }) => {
      const { pathList } = (await call(routerInfo, { ...who, query: { key } })).body.value.version;
      return new TextDecoder().decode((await compactDecrypt(pathList[0].path, privateKey)).plaintext);
    };
    const setLevel = (level: number) =>
      sql`insert into vip_member (member_id, stake, deposits, level, since, granted)
          select id, 0, 0, ${level}, now(), 0 from member where account = ${test.demo.member.account}
          on conflict (member_id) do update set level = excluded.level`.execute(test.db);
    await setLevel(4);
    expect([await placeOf({}), await placeOf({ token })]).toEqual(['https://chat.example/room', 'https://chat.example/room']);
    await setLevel(5);
    expect([await placeOf({}), await placeOf({ token })]).toEqual(['https://chat.example/room', 'https://chat.example/vip']);
    await change({ customerService: null, vipLevels, vip });
  });

  it('accepts requests of members, and of visitors with a solved challenge, and stores them sealed', async () => {
    const token = await test.login(test.demo.member.account);
    expect((await call(feedbackSend, { token, body: { content: 'My number is 4711.' } })).body.success).toBe(true);
    const stranger = await call(feedbackSend, { body: { content: 'Let me in.', contact: 'ann@example.com' } });
    expect(stranger.body).toMatchObject({ success: false, code: 'challenge_required' });
    const rows = await test.db.selectFrom('feedback').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('number is 4711');
    expect(JSON.parse(createSecrets(TEST_DATA_KEY).open('feedback', rows[0]?.sealed ?? ''))).toEqual({
      content: 'My number is 4711.',
      contact: '',
    });
  });

  it('counts characters, not bytes', async () => {
    const token = await test.login(test.demo.member.account);
    expect((await call(feedbackSend, { token, body: { content: '\u{1F3B2}'.repeat(140) } })).body.success).toBe(true);
    const long = await call(feedbackSend, { token, body: { content: 'x'.repeat(141) } });
    expect(long.body).toMatchObject({ code: 'invalid_fields', errors: { content: { code: 'field_length' } } });
  });
});
