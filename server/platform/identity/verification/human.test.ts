import { createServer, type Server } from 'node:http';
import { type Challenge, createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { captchaImage } from '../../../../shared/api/verification/calls.ts';
import { CHALLENGE_ACTIONS, type ChallengeAction } from '../../../../shared/api/verification/constants.ts';
import { listenLocally, localUrl } from '../../../net/test-server.ts';
import { type Clock, movableClock } from '../../base/clock.ts';
import { createSecrets } from '../../base/secrets.ts';
import type { ServiceSettings } from '../../base/service-settings.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { createHumanCheck, type HumanCheckService } from './human.ts';
import { testCaller } from './test-caller.ts';
import { solveForTest, testProof } from './test-human.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const secrets = createSecrets(TEST_DATA_KEY);
const START = new Date();
/** Advances only when the test moves it, so that the machine's load does not matter. */
const clock = movableClock({ now: () => START });
const caller = testCaller();
function check(
  services: ServiceSettings = { challengeCost: 1 },
  dataKey?: string,
  merchant = test.merchant,
  at: Clock = clock,
): HumanCheckService {
  const { db } = test;
  const log = pino({ level: 'silent' });
  return createHumanCheck({ db, clock: at, log, merchant, secrets: dataKey ? createSecrets(dataKey) : secrets, services });
}
async function solved(human: HumanCheckService, action: ChallengeAction): Promise<string> {
  const offer = await human.offer(action);
  if (offer.provider !== 'altcha') throw new Error('no proof of work');
  return solveForTest(offer.challenge as unknown as Challenge);
}
type Payload = { challenge: Challenge; solution: { counter: number; derivedKey: string } };
function altered(solution: string, change: (payload: Payload) => void): string {
  const payload = JSON.parse(Buffer.from(solution, 'base64').toString()) as Payload;
  change(payload);
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

describe('proof of work', () => {
  it.each(CHALLENGE_ACTIONS)('accepts a solution for %s once', async (action) => {
    const human = check();
    const challenge = await solved(human, action);
    await human.require(action, { challenge }, caller);
    await expect(human.require(action, { challenge }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
  });

  it('requires some work by default', async () => {
    const offer = await check({}).offer('sms');
    expect(offer).toMatchObject({ provider: 'altcha', challenge: { parameters: { cost: 1_000, algorithm: 'PBKDF2/SHA-256' } } });
  });

  it('accepts one of twenty concurrent uses', async () => {
    const human = check();
    const challenge = await solved(human, 'sms');
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => human.require('sms', { challenge }, caller)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('that is absent or empty is refused, unless the challenge is optional', async () => {
    const human = check();
    for (const proof of [{}, { challenge: '' }, { challenge: undefined }]) {
      await expect(human.require('sms', proof, caller)).rejects.toMatchObject({ code: 'challenge_required' });
      await expect(human.require('sms', proof, caller, 'optional')).resolves.toBeUndefined();
    }
    await expect(human.require('sms', { captchaKey: 'a-key-of-the-asker' }, caller)).rejects.toMatchObject({ code: 'captcha_required' });
  });

  it('of another action is refused, and used up by it', async () => {
    const human = check();
    const challenge = await solved(human, 'login');
    await expect(human.require('sms', { challenge }, caller, 'optional')).rejects.toMatchObject({ code: 'challenge_failed' });
    await expect(human.require('login', { challenge }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
  });

  it('after five minutes is refused', async () => {
    const human = check();
    const [early, late] = [await solved(human, 'sms'), await solved(human, 'sms')];
    clock.advance(5 * 60_000 - 2_000);
    await human.require('sms', { challenge: early }, caller);
    clock.advance(3_000);
    await expect(human.require('sms', { challenge: late }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
  });

  it.each<[string, (payload: Payload) => void]>([
    ['another action', ({ challenge }) => void Object.assign(challenge.parameters, { data: { action: 'register' } })],
    ['a longer life', ({ challenge }) => void Object.assign(challenge.parameters, { expiresAt: 9_999_999_999 })],
    ['no life', ({ challenge }) => void Reflect.deleteProperty(challenge.parameters, 'expiresAt')],
    ['another nonce', ({ challenge }) => void Object.assign(challenge.parameters, { nonce: '00'.repeat(16) })],
    ['less work', ({ challenge }) => void Object.assign(challenge.parameters, { keyPrefix: '0' })],
    ['no key signature', ({ challenge }) => void Reflect.deleteProperty(challenge.parameters, 'keySignature')],
    ['no signature', ({ challenge }) => void Reflect.deleteProperty(challenge, 'signature')],
    ['another solution', ({ solution }) => void Object.assign(solution, { derivedKey: 'ab'.repeat(32) })],
    ['a broken solution', ({ solution }) => void Object.assign(solution, { counter: -1, derivedKey: 'x' })],
    ['no solution', (payload) => void Reflect.deleteProperty(payload, 'solution')],
  ])('altered (%s) is refused', async (_name, change) => {
    const human = check();
    const challenge = altered(await solved(human, 'sms'), change);
    await expect(human.require('sms', { challenge }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
  });

  it.each(['x', '{}', 'bnVsbA==', '{"__proto__":{}}', '✓', 'A'.repeat(4_096)])('%s is refused', async (challenge) => {
    await expect(check().require('sms', { challenge }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
  });

  it('with another key, merchant or signature is refused', async () => {
    const foreign = await solved(check({ challengeCost: 1 }, 'another-data-key-of-32-characters-ok'), 'sms');
    const neighbour = await solved(check({ challengeCost: 1 }, undefined, 'elsewhere'), 'sms');
    const own = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      deriveKey,
      data: { action: 'sms' },
      expiresAt: 9_999_999_999,
      hmacSignatureSecret: 'the secret of a stranger',
    });
    for (const challenge of [foreign, neighbour, await solveForTest(own)])
      await expect(check().require('sms', { challenge }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
  });

  it('is offered by its call', async () => {
    const { challenge } = await testProof(test, 'register');
    // Checked with the clock of its creation: the test's clock has passed the challenge's validity.
    const human = check(undefined, undefined, undefined, test.clock);
    await expect(human.require('register', { challenge }, caller)).resolves.toBeUndefined();
  });

  it('is removed when it cannot be used any more', async () => {
    const human = check();
    await human.require('sms', { challenge: await solved(human, 'sms') }, caller);
    clock.advance(16 * 60_000);
    await human.sweep();
    expect(await test.db.selectFrom('challenge_spent').selectAll().execute()).toEqual([]);
  });
});

describe.each(['turnstile', 'hcaptcha'] as const)('%s', (provider) => {
  let server: Server;
  let reply: (form: URLSearchParams) => unknown;
  const requests: URLSearchParams[] = [];
  const human = () =>
    check({
      challenge: {
        provider,
        siteKey: 'site-key',
        secret: 'server-secret',
        verifyUrl: `${localUrl(server)}/siteverify`,
      },
    });
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const form = new URLSearchParams(body);
      requests.push(form);
      const answer = reply(form);
      if (answer !== undefined) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
    await listenLocally(server);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const yes = { success: true, ...(provider === 'turnstile' && { action: 'sms' }) };

  it('gives the browser its site key, and calls the provider with the secret', async () => {
    reply = () => yes;
    expect(await human().offer('sms')).toEqual({ provider, siteKey: 'site-key' });
    await human().require('sms', { challenge: `${provider}-1` }, caller);
    expect(Object.fromEntries(requests.at(-1) ?? [])).toMatchObject({
      secret: 'server-secret',
      response: `${provider}-1`,
      remoteip: caller.clientAddress,
    });
  });

  it('accepts a solution once, also if the provider would accept it twice', async () => {
    await human().require('sms', { challenge: `${provider}-2` }, caller);
    await expect(human().require('sms', { challenge: `${provider}-2` }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
  });

  it.each<[string, () => unknown]>([
    ['no', () => ({ success: false, 'error-codes': ['invalid-input-response'] })],
    ['a page', () => '<html>'],
    ['something else', () => ({ success: 'true' })],
    ...(provider === 'turnstile'
      ? ([
          ['yes for another action', () => ({ success: true, action: 'login' })],
          ['yes for no action', () => ({ success: true })],
        ] as [string, () => unknown][])
      : []),
  ])('refuses when the provider replies %s', async (name, answer) => {
    reply = answer;
    await expect(human().require('sms', { challenge: `${provider} ${name}` }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
  });

  it('refuses if the provider does not respond within three seconds, or is unreachable', async () => {
    reply = () => undefined;
    await expect(human().require('sms', { challenge: `${provider}-3` }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
    const unreachable = check({ challenge: { provider, siteKey: 's', secret: 's', verifyUrl: 'http://127.0.0.1:9/' } });
    await expect(unreachable.require('sms', { challenge: `${provider}-4` }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
  });

  it('does not accept proof of work, but still the image captcha', async () => {
    reply = () => ({ success: false });
    const challenge = await solved(check(), 'sms');
    await expect(human().require('sms', { challenge }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
    const { captchaKey, captcha } = await knownCaptcha();
    await expect(human().require('sms', { captchaKey, captcha }, caller)).resolves.toBeUndefined();
  });
});

let keys = 0;
/** An image whose text is set afterwards, because only the image contains the real one. */
async function knownCaptcha(captcha = 'K7WXH') {
  keys += 1;
  const captchaKey = `key-of-the-asker-${keys}`;
  clock.advance(1_100);
  await check().draw(captchaKey, caller);
  const key = (purpose: string, text: string) => secrets.keyOf(purpose, `${test.merchant}\0${text}`);
  await test.db
    .updateTable('captcha')
    .set({ answer_hash: key('captcha.answer', `${captchaKey}\0${captcha}`) })
    .where('key_hash', '=', key('captcha.key', captchaKey))
    .execute();
  return { captchaKey, captcha };
}

describe('the image captcha', () => {
  it('is a new PNG each time', async () => {
    const images = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      test.clock.advance(1_100);
      const answer = await test.call(captchaImage, { query: { key: 'a-key-of-the-asker' } });
      images.add(answer.body.value);
      const { format, width } = await sharp(Buffer.from(answer.body.value, 'base64')).metadata();
      expect([format, width]).toEqual(['png', 240]);
    }
    expect(images.size).toBe(3);
  });

  it('is read in any case, with spaces, once', async () => {
    const { captchaKey } = await knownCaptcha();
    await check().require('login', { captchaKey, captcha: ' k7w xh' }, caller);
    await expect(check().require('login', { captchaKey, captcha: 'K7WXH' }, caller)).rejects.toMatchObject({ code: 'captcha_wrong' });
  });

  it('is used up by a wrong text', async () => {
    const { captchaKey, captcha } = await knownCaptcha();
    for (const text of ['K7WXA', captcha])
      await expect(check().require('login', { captchaKey, captcha: text }, caller)).rejects.toMatchObject({ code: 'captcha_wrong' });
  });

  it('is valid for its own key only', async () => {
    const one = await knownCaptcha('AAAAA');
    const other = await knownCaptcha('CCCCC');
    const swapped = { captchaKey: one.captchaKey, captcha: other.captcha };
    await expect(check().require('login', swapped, caller)).rejects.toMatchObject({ code: 'captcha_wrong' });
    await expect(check().require('login', { captcha: other.captcha }, caller)).rejects.toMatchObject({ code: 'captcha_wrong' });
    await expect(check().require('login', other, caller)).resolves.toBeUndefined();
  });

  it('is too old after two minutes, and forgotten then', async () => {
    const proof = await knownCaptcha();
    clock.advance(2 * 60_000 + 1);
    await expect(check().require('login', proof, caller)).rejects.toMatchObject({ code: 'captcha_wrong' });
    await check().sweep();
    expect(await test.db.selectFrom('captcha').selectAll().execute()).toEqual([]);
  });

  it('does not replace a failed challenge, nor the reverse', async () => {
    const proof = await knownCaptcha();
    await expect(check().require('login', { ...proof, challenge: 'x' }, caller)).rejects.toMatchObject({ code: 'challenge_failed' });
    await expect(check().require('login', proof, caller)).rejects.toMatchObject({ code: 'captcha_wrong' });
    const challenge = await solved(check(), 'login');
    const wrong = { challenge, captchaKey: 'no-such-key-anywhere', captcha: 'AAAAA' };
    await expect(check().require('login', wrong, caller)).rejects.toMatchObject({ code: 'captcha_wrong' });
  });

  it('is limited to one per second and key, and per address to ten at once and one per second', async () => {
    const human = check();
    const draw = (key: string, clientAddress: string) => human.draw(`${key}-of-sixteen-signs`, testCaller({ clientAddress }));
    const refused = { code: 'too_many_requests', params: { seconds: 1 } };
    await draw('first', '203.0.113.1');
    await expect(draw('first', '203.0.113.2')).rejects.toMatchObject(refused);
    for (let more = 1; more < 10; more++) await draw(`more-${more}`, more % 2 ? '203.0.113.1' : '::ffff:203.0.113.1');
    await expect(draw('eleventh', '203.0.113.1')).rejects.toMatchObject(refused);
    clock.advance(1_000);
    await expect(draw('first', '203.0.113.1')).resolves.toMatch(/^iVBOR/);
    await expect(draw('eleventh', '203.0.113.1')).rejects.toMatchObject(refused);
    clock.advance(60_000);
    for (let more = 0; more < 10; more++) await draw(`later-${more}`, '203.0.113.1');
    await expect(draw('too-many', '203.0.113.1')).rejects.toMatchObject(refused);
  });

  it('counts a household of IPv6 addresses as one', async () => {
    const human = check();
    const draw = (key: number) => human.draw(`household-key-${key}`, testCaller({ clientAddress: `2001:db8:0:1::${key}` }));
    for (let key = 1; key <= 10; key++) await draw(key);
    await expect(draw(11)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('stores its answer as a keyed digest', async () => {
    const human = check();
    clock.advance(1_100);
    await human.draw('one-more-key-of-the-asker', caller);
    const [row] = await test.db.selectFrom('captcha').selectAll().where('answer_hash', '!=', '').execute();
    expect(row?.answer_hash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain('one-more-key');
  });
});
