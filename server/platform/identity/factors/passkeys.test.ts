import { beforeEach, describe, expect, it } from 'vitest';
import { passkeyAdd, passkeyRemove, passkeyStart, securityState } from '../../../../shared/api/security/calls.ts';
import { passkeyLogin, passkeyOptions } from '../../../../shared/api/sign-in/calls.ts';
import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { readMerchant, saveSettings } from '../../merchant/settings.ts';
import type { TestPlatform } from '../../test-platform.ts';
import type { Factors } from './index.ts';
import { type Bent, testAuthenticator } from './test-authenticator.ts';
import { addTestMember, openTestSession } from './test-member.ts';
import { openFactorScene } from './test-scene.ts';

const ORIGIN = 'https://play.example';
const headers = { 'X-Site-Origin': ORIGIN };

const scene = openFactorScene();
let test: TestPlatform;
let factors: Factors;
let token: string;
let memberId: string;
let account: string;
beforeEach(() => {
  ({ test, factors, token, memberId, account } = scene);
});

const post = async (call: Parameters<TestPlatform['call']>[0], body?: unknown) => (await test.call(call, { token, body, headers })).body;
const start = async () => (await post(passkeyStart)).value.options as { challenge: string };
const requestOptions = async () => (await test.call(passkeyOptions, { headers })).body.value.options as { challenge: string };
const login = async (proof: string, side?: 'agent') =>
  (await test.call(passkeyLogin, { body: { proof, ...(side && { side }) }, headers })).body;
async function addKey(name = 'Laptop') {
  const key = testAuthenticator(ORIGIN, memberId);
  const answer = await post(passkeyAdd, { proof: key.create(await start()), name });
  expect(answer).toMatchObject({ success: true, value: { id: key.id } });
  return key;
}

describe('making a passkey', () => {
  it('requests a discoverable one with user verification, for the site’s host', async () => {
    expect(await start()).toMatchObject({
      rp: { id: 'play.example', name: 'Lagoon' },
      user: { id: Buffer.from(memberId).toString('base64url'), name: account },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
  });

  it('stores it with its name and adds a history line', async () => {
    const key = await addKey('  My phone ');
    expect((await post(securityState)).value.passkeys).toEqual([
      { id: key.id, name: 'My phone', createdAt: expect.any(String), lastUsedAt: null, backedUp: false },
    ]);
    expect(await factors.held(test.db, memberId)).toMatchObject({ passkeys: 1 });
    const row = await test.db.selectFrom('member_passkey').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow();
    expect(row.transports).toBe('internal,hybrid');
    const kinds = await test.db.selectFrom('account_event').select('kind').where('member_id', '=', memberId).execute();
    expect(kinds).toContainEqual({ kind: 'passkey_added' });
  });

  it.each<[string, Bent]>([
    ['of another site', { origin: 'https://play.example.evil.test' }],
    ['of another port', { origin: 'https://play.example:8443' }],
    ['for another host', { rpId: 'evil.test' }],
    ['over the challenge of another member', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['in a frame of another site', { crossOrigin: true }],
    ['without finger, face or PIN', { userVerified: false }],
  ])('refuses one %s', async (_name, bent) => {
    const key = testAuthenticator(ORIGIN, memberId);
    expect(await post(passkeyAdd, { proof: key.create(await start(), bent), name: 'x' })).toMatchObject({ code: 'passkey_invalid' });
    expect(await factors.held(test.db, memberId)).toMatchObject({ passkeys: 0 });
  });

  it.each(['', '{}', 'null', '[]', '{"id":"a","response":{"clientDataJSON":"e30"}}', '{"id":1,"response":null}'])(
    'refuses %s',
    async (proof) => {
      expect(await post(passkeyAdd, { proof, name: 'x' })).toMatchObject({ success: false, code: 'passkey_invalid' });
    },
  );

  it('accepts each challenge once, within five minutes, from its member', async () => {
    const options = await start();
    const key = testAuthenticator(ORIGIN, memberId);
    expect(await post(passkeyAdd, { proof: key.create(options), name: 'x' })).toMatchObject({ success: true });
    const again = testAuthenticator(ORIGIN, memberId);
    expect(await post(passkeyAdd, { proof: again.create(options), name: 'x' })).toMatchObject({ code: 'passkey_invalid' });

    const late = await start();
    test.clock.advance(5 * MINUTE_MS);
    token = await openTestSession(test, memberId);
    expect(await post(passkeyAdd, { proof: again.create(late), name: 'x' })).toMatchObject({ code: 'passkey_invalid' });

    const foreign = await start();
    ({ token, memberId } = await addTestMember(test));
    expect(await post(passkeyAdd, { proof: again.create(foreign), name: 'x' })).toMatchObject({ code: 'passkey_invalid' });
    // An assertion's challenge is not valid for a creation.
    expect(await post(passkeyAdd, { proof: again.create(await requestOptions()), name: 'x' })).toMatchObject({ code: 'passkey_invalid' });
  });

  it('refuses a known key, also of another member', async () => {
    const key = await addKey();
    expect((await start()) as object).toMatchObject({ excludeCredentials: [{ id: key.id, transports: ['internal', 'hybrid'] }] });
    ({ token, memberId } = await addTestMember(test));
    expect(await post(passkeyAdd, { proof: key.create(await start()), name: 'x' })).toMatchObject({ code: 'passkey_invalid' });
  });

  it('stops at ten', async () => {
    const spare = await start();
    for (let made = 0; made < 10; made += 1) await addKey(`Key ${made}`);
    expect(await post(passkeyStart)).toMatchObject({ code: 'passkey_limit', params: { max: 10 } });
    const key = testAuthenticator(ORIGIN, memberId);
    expect(await post(passkeyAdd, { proof: key.create(spare), name: 'x' })).toMatchObject({ code: 'passkey_limit' });
    expect(await factors.held(test.db, memberId)).toMatchObject({ passkeys: 10 });
  });

  it('is for real accounts that have just been confirmed', async () => {
    const { token: trial } = await addTestMember(test, TRIAL_TYPE);
    expect((await test.call(passkeyStart, { token: trial, headers })).body.code).toBe('in_need_true_account');
    const proof = testAuthenticator(ORIGIN, memberId).create(await start());
    test.clock.advance(5 * MINUTE_MS);
    expect((await post(passkeyStart)).code).toBe('confirmation_required');
    expect((await post(passkeyAdd, { proof, name: 'x' })).code).toBe('confirmation_required');
    expect((await post(passkeyRemove, { id: 'x' })).code).toBe('confirmation_required');
  });
});

describe('showing a passkey', () => {
  it('requests no name, but user verification', async () => {
    expect(await requestOptions()).toMatchObject({
      rpId: 'play.example',
      userVerification: 'required',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await requestOptions()) as object).not.toHaveProperty('allowCredentials.0');
  });

  it('proves whose it is, once per challenge', async () => {
    const key = await addKey();
    const proof = key.show(await requestOptions());
    expect(await factors.memberOfPasskey(proof, ORIGIN)).toBe(memberId);
    expect(await factors.memberOfPasskey(proof, ORIGIN)).toBeNull();
    expect(await factors.check(memberId, 'passkey', key.show(await requestOptions()), ORIGIN)).toBe(true);
    expect((await post(securityState)).value.passkeys[0].lastUsedAt).not.toBeNull();
  });

  it.each<[string, Bent]>([
    ['of another site', { origin: 'https://evil.test' }],
    ['over http', { origin: 'http://play.example' }],
    ['for another host', { rpId: 'evil.test' }],
    ['over a made-up challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['in a frame of another site', { crossOrigin: true }],
    ['without finger, face or PIN', { userVerified: false }],
    ['with the user handle of another member', { userHandle: 'm_000000000000000000000000' }],
    ['that is not registered', { id: Buffer.alloc(32).toString('base64url') }],
  ])('proves nothing for one %s, and uses up its challenge', async (_name, bent) => {
    const key = await addKey();
    const options = await requestOptions();
    expect(await factors.memberOfPasskey(key.show(options, bent), ORIGIN)).toBeNull();
    if (!bent.challenge) expect(await factors.memberOfPasskey(key.show(options), ORIGIN)).toBeNull();
  });

  it('proves nothing with the signature of another key', async () => {
    const key = await addKey();
    const forger = testAuthenticator(ORIGIN, memberId);
    expect(await factors.memberOfPasskey(forger.show(await requestOptions(), { id: key.id }), ORIGIN)).toBeNull();
  });

  it('refuses a counter that has decreased, as with a cloned key', async () => {
    const key = await addKey();
    expect(await factors.memberOfPasskey(key.show(await requestOptions(), { counter: 40 }), ORIGIN)).toBe(memberId);
    for (const counter of [39, 40, 0])
      expect(await factors.memberOfPasskey(key.show(await requestOptions(), { counter }), ORIGIN)).toBeNull();
    expect(await factors.memberOfPasskey(key.show(await requestOptions(), { counter: 41 }), ORIGIN)).toBe(memberId);
  });

  it('proves nothing after five minutes', async () => {
    const key = await addKey();
    const options = await requestOptions();
    test.clock.advance(5 * MINUTE_MS);
    expect(await factors.memberOfPasskey(key.show(options), ORIGIN)).toBeNull();
  });

  it('of one member does not confirm another', async () => {
    const key = await addKey();
    const other = await addTestMember(test);
    expect(await factors.check(other.memberId, 'passkey', key.show(await requestOptions()), ORIGIN)).toBe(false);
  });

  it('proves nothing once it is removed; only its owner can remove it', async () => {
    const key = await addKey();
    const { token: stranger } = await addTestMember(test);
    expect((await test.call(passkeyRemove, { token: stranger, body: { id: key.id } })).body.code).toBe('passkey_unknown');
    expect(await post(passkeyRemove, { id: key.id })).toMatchObject({ success: true });
    expect(await post(passkeyRemove, { id: key.id })).toMatchObject({ code: 'passkey_unknown' });
    expect(await factors.memberOfPasskey(key.show(await requestOptions()), ORIGIN)).toBeNull();
  });
});

describe('signing in with a passkey', () => {
  it('opens a session', async () => {
    const key = await addKey();
    const answer = await login(key.show(await requestOptions()));
    expect(answer).toMatchObject({ success: true, value: { token: expect.stringMatching(/^[\w-]{43}$/), member: { id: memberId } } });
  });

  it('reveals nothing to strangers', async () => {
    const key = await addKey();
    const unknown = await login(testAuthenticator(ORIGIN, 'm_1').show(await requestOptions()));
    await test.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', memberId).execute();
    const blocked = await login(key.show(await requestOptions()));
    expect(unknown).toMatchObject({ success: false, code: 'passkey_unknown' });
    expect(blocked).toEqual(unknown);
  });

  it.each([
    [0, 'not_agent'],
    [4, 'not_agent'],
    [1, 'ok'],
    [42, 'ok'],
  ])('of type %i on the agent side: %s', async (type, expected) => {
    const key = await addKey();
    await test.db.updateTable('member').set({ type }).where('id', '=', memberId).execute();
    const answer = await login(key.show(await requestOptions()), 'agent');
    expect(answer.success ? 'ok' : answer.code).toBe(expected);
  });

  it('is off where the merchant has switched it off', async () => {
    const key = await addKey();
    const { settings } = await readMerchant(test.db, test.merchant);
    await saveSettings(test.db, test.merchant, { ...settings, features: { ...settings.features, passkeyLogin: false } });
    expect(await login(key.show(await requestOptions()))).toMatchObject({ success: false, code: 'sign_in_method_off' });
    await saveSettings(test.db, test.merchant, settings);
  });
});
