import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import { movableClock } from '../../base/clock.ts';
import { createTranslate } from '../../base/http/translate-text.ts';
import type { Refusal } from '../../base/refusal.ts';
import { createSecrets } from '../../base/secrets.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import type { AccessRules } from '../../merchant/settings.ts';
import { createMessages } from '../../notify/messages/index.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { addTestMember } from '../factors/test-member.ts';
import { createCodes } from './codes.ts';
import type { CodePurpose, CodeRequest, Codes } from './contracts.ts';
import { testCaller } from './test-caller.ts';

let test: TestPlatform;
const lines: string[] = [];
/** Without time and process id, which could contain the searched digits. */
const log = pino({ level: 'trace', base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
const secrets = createSecrets(TEST_DATA_KEY);
const START = new Date();
/** Advances only when the test moves it, so that the machine's load does not matter. */
const clock = movableClock({ now: () => START });
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.deleteFrom('verification_code').execute();
  await test.db.deleteFrom('outbound_message').execute();
  await rules({});
});
afterEach(() => {
  expect(test.faults).toEqual([]);
  expect(lines.join('')).not.toMatch(/6681|203\.0\.113|2001:db8|ann@|\b\d{6}\b/);
  lines.length = 0;
});

async function rules(access: Partial<AccessRules>): Promise<void> {
  const { settings } = await readMerchant(test.db, test.merchant);
  const usual = { codeMinutes: 5, smsCountries: [], smsPerDay: 10_000, smsPerCountryAndDay: 2_000 };
  await saveSettings(test.db, test.merchant, { ...settings, access: { ...settings.access, ...usual, ...access } });
}
function open(): Codes {
  const { db, merchant } = test;
  const messages = createMessages({ db, clock, log, merchant, secrets, translate: createTranslate(), services: {} });
  return createCodes({ db, clock, log, merchant, secrets, messages, services: {} });
}
const NUMBER = '+66812345678';
let addresses = 0;
/** From a new address. */
function newCaller() {
  addresses += 1;
  return testCaller({ clientAddress: `2001:db8:${(addresses >> 8).toString(16)}:${((addresses & 255) << 8).toString(16)}::1` });
}
const request = (more: Partial<CodeRequest> = {}): CodeRequest => ({
  purpose: 'login',
  channel: 'sms',
  to: NUMBER,
  binding: '',
  memberId: null,
  deliver: true,
  caller: newCaller(),
  ...more,
});
const keyOf = ({ purpose, channel, to, binding }: CodeRequest) => ({ purpose, channel, to, binding });
async function outbox() {
  const { db, merchant } = test;
  return createMessages({ db, clock, log, merchant, secrets, translate: createTranslate(), services: {} }).recent(10_000);
}
/** The code of the newest message. */
async function lastCode(): Promise<string> {
  const [message] = await outbox();
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
}
async function sent(more: Partial<CodeRequest> = {}) {
  const sending = request(more);
  await open().send(sending);
  const code = await lastCode();
  return { ...keyOf(sending), code };
}
const other = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => 'sent',
    (error: { code: string }) => error.code,
  );

describe('a code', () => {
  it('of six digits is sent by SMS and works once', async () => {
    const proof = await sent();
    expect(proof.code).toMatch(/^\d{6}$/);
    const [message] = await outbox();
    expect(message).toMatchObject({ channel: 'sms', to: NUMBER, template: 'code_login', memberId: null });
    expect(await open().spend(proof)).toBe(true);
    expect(await open().spend(proof)).toBe(false);
  });

  it('is sent by e-mail as well, in the caller’s language', async () => {
    const proof = await sent({ channel: 'email', to: 'ann@example.com', purpose: 'step', caller: testCaller({ language: 'TH' }) });
    const [message] = await outbox();
    expect(message).toMatchObject({ channel: 'email', to: 'ann@example.com', template: 'code_step', language: 'TH' });
    expect(await open().spend(proof)).toBe(true);
  });

  it('is accepted with spaces', async () => {
    const proof = await sent();
    expect(await open().spend({ ...proof, code: ` ${proof.code.slice(0, 3)} ${proof.code.slice(3)}\n` })).toBe(true);
  });

  it('is drawn from all six digits', async () => {
    const codes = new Set<string>();
    for (let n = 0; n < 30; n += 1) codes.add((await sent({ to: `+66811${String(n).padStart(6, '0')}`.slice(0, 12) })).code);
    expect(codes.size).toBeGreaterThan(28);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  });

  it.each<[string, (proof: Awaited<ReturnType<typeof sent>>) => object]>([
    ['other code', ({ code }) => ({ code: other(code) })],
    ['other purpose', () => ({ purpose: 'reset' })],
    ['other number', () => ({ to: '+66812345679' })],
    ['other binding', () => ({ binding: 'ticket-2' })],
    ['other channel', () => ({ channel: 'email' })],
    ['empty code', () => ({ code: '' })],
    ['shorter code', ({ code }) => ({ code: code.slice(1) })],
    ['longer code', ({ code }) => ({ code: `${code}0` })],
  ])('does not work with the %s', async (_name, change) => {
    const proof = await sent({ binding: 'ticket-1' });
    expect(await open().spend({ ...proof, ...change(proof) })).toBe(false);
    expect(await open().spend(proof)).toBe(true);
  });

  it('works for its minutes and no longer', async () => {
    await rules({ codeMinutes: 2 });
    const early = await sent();
    clock.advance(2 * 60_000 - 5_000);
    expect(await open().spend(early)).toBe(true);
    clock.advance(60_000);
    const late = await sent();
    clock.advance(2 * 60_000 + 1);
    expect(await open().spend(late)).toBe(false);
  });

  it('ends the previous one, with any binding', async () => {
    const first = await sent({ binding: 'ticket-1' });
    clock.advance(60_000);
    const second = await sent({ binding: 'ticket-2' });
    expect(await open().spend(first)).toBe(false);
    expect(await open().spend(second)).toBe(true);
  });

  it('does not end one for another purpose', async () => {
    const first = await sent({ purpose: 'login' });
    clock.advance(60_000);
    await sent({ purpose: 'contact', binding: 'm_1' });
    expect(await open().spend(first)).toBe(true);
  });

  it('is invalid after five tries, even the correct one', async () => {
    const proof = await sent();
    for (let n = 0; n < 5; n += 1) expect(await open().spend({ ...proof, code: other(proof.code) })).toBe(false);
    expect(await open().spend(proof)).toBe(false);
  });

  it('allows ten guesses per hour and number, for any number of codes', async () => {
    let checksRun = 0;
    for (let n = 0; n < 3; n += 1) {
      if ((await refusal(open().send(request()))) !== 'sent') break;
      const code = await lastCode();
      for (let guess = 0; guess < 5; guess += 1) await open().spend({ ...keyOf(request()), code: other(code) });
      const rows = await test.db.selectFrom('verification_code').select('tries').execute();
      checksRun = rows.reduce((sum, { tries }) => sum + tries, 0);
      clock.advance(61_000);
    }
    expect(checksRun).toBe(10);
    clock.advance(5 * 60_000);
    expect(await refusal(open().send(request()))).toBe('sms_too_many');
    clock.advance(60 * 60_000);
    expect(await open().spend(await sent())).toBe(true);
  });

  it('is not compared after ten wrong tries over several valid codes', async () => {
    const guess = async (proof: Awaited<ReturnType<typeof sent>>, times: number) => {
      for (let n = 0; n < times; n += 1) await open().spend({ ...proof, code: other(proof.code) });
    };
    await guess(await sent({ purpose: 'login' }), 5);
    clock.advance(60_000);
    await guess(await sent({ purpose: 'register' }), 4);
    clock.advance(60_000);
    const last = await sent({ purpose: 'reset' });
    await guess(last, 1);
    expect(await open().spend(last)).toBe(false);
    const rows = await test.db.selectFrom('verification_code').select('tries').orderBy('created_at').execute();
    expect(rows.map(({ tries }) => tries)).toEqual([5, 4, 1]);
  });

  it('works for one of twenty at once', async () => {
    const proof = await sent();
    const results = await Promise.all(Array.from({ length: 20 }, () => open().spend(proof)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it('is compared five times for twenty concurrent guesses', async () => {
    const proof = await sent();
    await Promise.all(Array.from({ length: 20 }, () => open().spend({ ...proof, code: other(proof.code) })));
    const rows = await test.db.selectFrom('verification_code').select('tries').execute();
    expect(rows).toEqual([{ tries: 5 }]);
  });

  it('is nowhere in the database, nor the number nor the address', async () => {
    const { code } = await sent({ caller: testCaller({ clientAddress: '203.0.113.77' }) });
    const rows = JSON.stringify([
      await test.db.selectFrom('verification_code').selectAll().execute(),
      await test.db.selectFrom('outbound_message').selectAll().execute(),
    ]);
    for (const canary of [code, '66812345678', '203.0.113.77']) expect(rows).not.toContain(canary);
    expect(rows).toContain('"country":"TH"');
  });

  it('for an unknown recipient is counted and never sent', async () => {
    await open().send(request({ deliver: false }));
    expect(await outbox()).toEqual([]);
    expect(await refusal(open().send(request({ deliver: false })))).toBe('sms_wait');
    const rows = await test.db.selectFrom('verification_code').select(['code_hash', 'country']).execute();
    expect(rows).toEqual([{ code_hash: null, country: 'TH' }]);
    for (const code of ['', '000000', 'null', 'undefined']) expect(await open().spend({ ...keyOf(request()), code })).toBe(false);
  });

  it('is removed when no limit needs it', async () => {
    await sent();
    clock.advance(25 * HOUR_MS);
    await open().sweep();
    expect(await test.db.selectFrom('verification_code').select('id').execute()).toHaveLength(1);
    clock.advance(DAY_MS);
    await open().sweep();
    expect(await test.db.selectFrom('verification_code').select('id').execute()).toEqual([]);
  });
});

describe('the countdown', () => {
  it.each<[CodePurpose, number]>([
    ['login', 60],
    ['step', 60],
    ['account', 60],
    ['register', 300],
    ['reset', 300],
    ['contact', 300],
  ])('of %s is %i seconds', async (purpose, waitSeconds) => {
    expect(await open().send(request({ purpose }))).toEqual({ expiredMinutes: 5, waitSeconds, channel: 'sms' });
  });
});

describe('sending', () => {
  it('waits a minute between two, and names the time', async () => {
    await open().send(request());
    clock.advance(20_000);
    const again = open().send(request({ purpose: 'register' }));
    await expect(again).rejects.toMatchObject({ code: 'sms_wait', params: { seconds: 40 } });
    clock.advance(40_000);
    expect(await refusal(open().send(request()))).toBe('sent');
  });

  it('accepts one of twenty concurrent requests', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => refusal(open().send(request()))));
    expect(results.filter((result) => result === 'sent')).toHaveLength(1);
    expect(await outbox()).toHaveLength(1);
  });

  it('accepts thirty of forty concurrent requests from one address', async () => {
    const caller = newCaller();
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) => refusal(open().send(request({ to: `+668123450${10 + n}`, caller })))),
    );
    expect(results.filter((result) => result === 'sent')).toHaveLength(30);
    expect(new Set(results)).toEqual(new Set(['sent', 'sms_too_many']));
  });

  it('gives twenty concurrent numbers the rest of the budget', async () => {
    await rules({ smsPerCountryAndDay: 7 });
    const results = await Promise.all(Array.from({ length: 20 }, (_, n) => refusal(open().send(request({ to: `+668123460${10 + n}` })))));
    expect(results.filter((result) => result === 'sent')).toHaveLength(7);
    expect(new Set(results)).toEqual(new Set(['sent', 'sms_unavailable']));
  });

  it('stops at three in ten minutes and five in an hour for one number', async () => {
    const results: string[] = [];
    for (let minute = 0; minute < 62; minute += 1) {
      results.push(await refusal(open().send(request())));
      clock.advance(60_000);
    }
    const sentAt = results.flatMap((result, minute) => (result === 'sent' ? [minute] : []));
    expect(sentAt).toEqual([0, 1, 2, 10, 11, 60, 61]);
    expect(results[3]).toBe('sms_too_many');
  });

  it('names the actual time until the next code', async () => {
    const wait = async () => {
      const error = await open()
        .send(request())
        .then(
          () => undefined,
          (refused: Refusal) => refused,
        );
      return error && [error.code, error.params.seconds, error.params.minutes];
    };
    for (let n = 0; n < 3; n += 1) {
      expect(await wait()).toBeUndefined();
      clock.advance(61_000);
    }
    // Three in ten minutes: the first one expires ten minutes after it was sent.
    expect(await wait()).toEqual(['sms_too_many', 600 - 183, 7]);
    clock.advance((600 - 183) * 1_000);
    expect(await wait()).toBeUndefined();
    clock.advance(61_000);
    expect(await wait()).toBeUndefined();
    clock.advance(61_000);
    // Five in an hour.
    expect(await wait()).toEqual(['sms_too_many', 3_600 - 722, 48]);
  });

  it('counts a known browser separately: neighbours behind one address do not use up its codes', async () => {
    const { memberId } = await addTestMember(test);
    const deviceToken = 'd'.repeat(43);
    const device = {
      id: 'codes-device',
      member_id: memberId,
      token_hash: hashOfToken(deviceToken),
      browser: 'codes-browser',
      user_agent: '',
    };
    await test.db
      .insertInto('member_device')
      .values({ ...device, created_at: clock.now(), seen_at: clock.now() })
      .execute();
    const [neighbour, known] = [newCaller(), newCaller()].map((caller, n) => ({
      ...caller,
      clientAddress: '203.0.113.77',
      deviceToken: n ? deviceToken : null,
    }));
    const send = (n: number, caller: CodeRequest['caller']) => refusal(open().send(request({ to: `+6681234${6000 + n}`, caller })));
    for (let n = 0; n < 30; n += 1) await send(n, neighbour as CodeRequest['caller']);
    expect(await send(40, neighbour as CodeRequest['caller'])).toBe('sms_too_many');
    const own = [];
    for (let n = 50; n < 61; n += 1) own.push(await send(n, known as CodeRequest['caller']));
    expect(own).toEqual([...Array(10).fill('sent'), 'sms_too_many']);
  });

  it('counts e-mail addresses in the same way', async () => {
    const sendMail = () => open().send(request({ channel: 'email', to: 'ann@example.com' }));
    expect(await refusal(sendMail())).toBe('sent');
    expect(await refusal(sendMail())).toBe('sms_wait');
  });

  it.each([
    ['203.0.113.9', '::ffff:203.0.113.9'],
    ['2001:db8:77:1100::1', '2001:db8:77:11ff::2'],
  ])('counts %s and %s as one address', async (one, another) => {
    const results: string[] = [];
    for (let n = 0; n < 31; n += 1) {
      const caller = testCaller({ clientAddress: n % 2 === 0 ? one : another });
      results.push(await refusal(open().send(request({ to: `+668123451${10 + n}`, caller }))));
    }
    expect(results.slice(-2)).toEqual(['sent', 'sms_too_many']);
    const neighbour = testCaller({ clientAddress: '2001:db8:77:1200::1' });
    expect(await refusal(open().send(request({ caller: neighbour })))).toBe('sent');
    clock.advance(HOUR_MS);
  });

  it('goes to the countries of the merchant only', async () => {
    await rules({ smsCountries: ['TH', 'VN'] });
    const to = (number: string) => refusal(open().send(request({ to: number })));
    expect(await to('+66812345678')).toBe('sent');
    expect(await to('+84912345678')).toBe('sent');
    expect(await to('+14155552671')).toBe('mobile_country_closed');
    await rules({});
    expect(await to('+14155552671')).toBe('sent');
    expect(await to('+881612345678')).toBe('mobile_country_closed');
  });

  it('respects the budget per country and in total', async () => {
    await rules({ smsPerCountryAndDay: 3, smsPerDay: 5 });
    const results: string[] = [];
    for (const to of ['+66812345001', '+66812345002', '+66812345003', '+66812345004', '+84912345001', '+84912345002', '+84912345003'])
      results.push(await refusal(open().send(request({ to, deliver: to !== '+66812345002' }))));
    expect(results).toEqual(['sent', 'sent', 'sent', 'sms_unavailable', 'sent', 'sent', 'sms_unavailable']);
    expect(await refusal(open().send(request({ channel: 'email', to: 'ann@example.com' })))).toBe('sent');
    clock.advance(DAY_MS);
    expect(await refusal(open().send(request({ to: '+66812345004' })))).toBe('sent');
  });

  it('of a thousand over numbers and addresses never goes above a limit', async () => {
    const [DAY, COUNTRY] = [120, 70];
    await rules({ smsPerDay: DAY, smsPerCountryAndDay: COUNTRY });
    const numbers = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? `+6681234${1000 + n}` : `+8491234${5000 + n}`));
    const sendings: { to: string; address: number; at: number }[] = [];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let batch = 0; batch < 50; batch += 1) {
      const at = clock.now().getTime();
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const to = numbers[random(numbers.length)] as string;
          const address = random(3);
          const caller = testCaller({ clientAddress: `203.0.113.${address}` });
          const purpose = random(2) === 0 ? 'login' : 'register';
          const result = await refusal(open().send(request({ to, caller, purpose, deliver: random(4) > 0 })));
          if (result === 'sent') sendings.push({ to, address, at });
        }),
      );
      clock.advance(random(600_000));
    }
    expect(sendings.length).toBeGreaterThan(60);
    const max = (key: (sending: (typeof sendings)[number]) => unknown, windowMs: number) =>
      Math.max(
        ...sendings.map(
          (last) => sendings.filter((one) => key(one) === key(last) && one.at <= last.at && one.at > last.at - windowMs).length,
        ),
      );
    expect(max(({ to }) => to, 60_000)).toBe(1);
    expect(max(({ to }) => to, 600_000)).toBeLessThanOrEqual(3);
    expect(max(({ to }) => to, HOUR_MS)).toBeLessThanOrEqual(5);
    expect(max(({ address }) => address, HOUR_MS)).toBeLessThanOrEqual(30);
    expect(max(() => 'all', DAY_MS)).toBeLessThanOrEqual(DAY);
    expect(max(({ to }) => to.slice(0, 3), DAY_MS)).toBeLessThanOrEqual(COUNTRY);
    expect((await outbox()).length).toBeLessThanOrEqual(sendings.length);
  });
});

describe('codes that are not verified', () => {
  async function day(sendings: number, verified: number): Promise<unknown[]> {
    for (let n = 0; n < sendings; n += 1) {
      const proof = await sent({ to: `+668123${20_000 + n}` });
      if (n < verified) await open().spend(proof);
    }
    await open().send(request({ to: '+66812399999', deliver: false }));
    lines.length = 0;
    await open().sweep();
    return lines.map((line) => JSON.parse(line)).map(({ msg, sent: all, verified: verifiedCount }) => [msg, all, verifiedCount]);
  }

  it('are reported when fifty are sent and fewer than thirty percent verified', async () => {
    expect(await day(49, 0)).toEqual([]);
    await test.db.deleteFrom('verification_code').execute();
    expect(await day(50, 14)).toEqual([['low SMS verification rate', 50, 14]]);
    await test.db.deleteFrom('verification_code').execute();
    expect(await day(50, 15)).toEqual([]);
  });
});

describe('a mobile number', () => {
  const read = (dialling: string, mobile: string) => {
    try {
      return open().readMobile(dialling, mobile);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it.each([
    ['66', '0812345678', NUMBER],
    ['66', '812345678', NUMBER],
    ['+66', '081-234-5678', NUMBER],
    ['0066', '(081) 234.5678', NUMBER],
    ['66', '+66 81 234 5678', NUMBER],
    ['６６', '０８１２３４５６７８', NUMBER],
    ['1', '415 555 2671', '+14155552671'],
    ['86', '13912345678', '+8613912345678'],
  ])('+%s %s is %s', (dialling, mobile, number) => expect(read(dialling, mobile)).toBe(number));

  it.each([
    ['66', '', 'mobile_missing'],
    ['66', '  ', 'mobile_missing'],
    ['66', '123', 'mobile_invalid'],
    ['66', 'call me at 0812345678', 'mobile_invalid'],
    ['66', '0812345678 ext. 5', 'mobile_invalid'],
    ['66', '021234567', 'mobile_invalid'],
    ['44', '+66812345678', 'mobile_invalid'],
    ['', '0812345678', 'mobile_invalid'],
    ['999', '0812345678', 'mobile_invalid'],
    ['44', '09098790000', 'mobile_invalid'],
    ['66', '8123456789012345678901234567890', 'mobile_invalid'],
  ])('+%s %s is refused', (dialling, mobile, code) => expect(read(dialling, mobile)).toBe(code));
});
