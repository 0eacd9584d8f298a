import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  passkeyAdd,
  passkeyStart,
  recoveryCodes,
  securityState,
  totpConfirm,
  totpRemove,
  totpStart,
} from '../../../../shared/api/security/calls.ts';
import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { TestPlatform } from '../../test-platform.ts';
import type { Factors } from './index.ts';
import { testAuthenticator } from './test-authenticator.ts';
import { addTestMember, openTestSession } from './test-member.ts';
import { openFactorScene } from './test-scene.ts';

const ORIGIN = 'https://play.example';
const STEP_MS = 30_000;

const scene = openFactorScene();
let test: TestPlatform;
let factors: Factors;
let token: string;
let memberId: string;
let account: string;
beforeEach(() => {
  ({ test, factors, token, memberId, account } = scene);
});

const post = async (call: Parameters<TestPlatform['call']>[0], body?: unknown) => (await test.call(call, { token, body })).body;
const codeAt = (secret: string, shiftMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.now().getTime() + shiftMs });
const right = (code: string, method: 'totp' | 'recovery' = 'totp') => factors.check(memberId, method, code, ORIGIN);
/** Six digits that match no nearby time step. */
function wrongCode(secret: string): string {
  const near = [-1, 0, 1].map((step) => codeAt(secret, step * STEP_MS));
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) as string;
}
/** A pending sign-in from elsewhere. */
const waiting = () => ({
  ticket_hash: `waiting-${memberId}`,
  reason: 'unregistered_address' as const,
  detail: 'sealed',
  created_at: test.clock.now(),
  expires_at: new Date(test.clock.now().getTime() + MINUTE_MS),
  ended_at: null,
});
async function enrol() {
  const { secret, uri } = (await post(totpStart)).value as { secret: string; uri: string };
  const { recoveryCodes: codes } = (await post(totpConfirm, { code: codeAt(secret) })).value as { recoveryCodes: string[] };
  return { secret, uri, codes };
}

describe('setting up an authenticator app', () => {
  it('returns a secret of 160 bits with the names that apps show', async () => {
    const { secret, uri } = (await post(totpStart)).value;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(`otpauth://totp/Lagoon:${account}?issuer=Lagoon&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
  });

  it('continues with the same secret, and with another one after a quarter hour', async () => {
    const first = (await post(totpStart)).value.secret;
    expect((await post(totpStart)).value.secret).toBe(first);
    test.clock.advance(16 * MINUTE_MS);
    token = await openTestSession(test, memberId);
    expect(await post(totpConfirm, { code: codeAt(first) })).toMatchObject({ success: false, code: 'totp_not_started' });
    expect((await post(totpStart)).value.secret).not.toBe(first);
  });

  it('changes nothing before a correct code', async () => {
    const { secret } = (await post(totpStart)).value;
    expect(await post(totpConfirm, { code: wrongCode(secret) })).toMatchObject({
      code: 'invalid_fields',
      errors: { code: { code: 'field_code_wrong' } },
    });
    expect((await post(securityState)).value).toMatchObject({ totp: false, totpSince: null, recoveryCodesLeft: 0 });
    expect(await factors.held(test.db, memberId)).toEqual({ totp: false, recoveryCodesLeft: 0, passkeys: 0 });
    expect(await right(codeAt(secret))).toBe(false);
  });

  it('answers with ten recovery codes of 80 bits, once, and is on from then', async () => {
    const { codes } = await enrol();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await post(securityState)).value).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
    expect((await post(securityState)).value.totpSince).not.toBeNull();
    expect(await factors.held(test.db, memberId)).toEqual({ totp: true, recoveryCodesLeft: 10, passkeys: 0 });
    expect(await post(totpStart)).toMatchObject({ success: false, code: 'totp_already_on' });
  });

  it('notifies the member and adds a history line', async () => {
    await enrol();
    await post(totpRemove);
    const kinds = await test.db.selectFrom('account_event').select('kind').where('member_id', '=', memberId).orderBy('id').execute();
    expect(kinds.map(({ kind }) => kind).filter((kind) => kind.startsWith('totp'))).toEqual(['totp_added', 'totp_removed']);
  });

  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, codes } = await enrol();
    const rows = JSON.stringify([
      await test.db.selectFrom('member_totp').selectAll().execute(),
      await test.db.selectFrom('recovery_code').selectAll().execute(),
    ]);
    for (const canary of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) expect(rows).not.toContain(canary);
  });

  it('is for real accounts that have just been confirmed', async () => {
    const { token: trial } = await addTestMember(test, TRIAL_TYPE);
    for (const call of [totpStart, totpRemove, recoveryCodes])
      expect((await test.call(call, { token: trial })).body.code).toBe('in_need_true_account');
    token = await openTestSession(test, memberId);
    test.clock.advance(6 * MINUTE_MS);
    for (const call of [totpStart, totpRemove, recoveryCodes])
      expect((await test.call(call, { token })).body.code).toBe('confirmation_required');
    expect((await test.call(totpConfirm, { token, body: { code: '123456' } })).body.code).toBe('confirmation_required');
  });
});

describe('another session of the member', () => {
  const start = async (of: string) => (await test.call(totpStart, { token: of })).body.value.secret as string;
  const confirm = async (of: string, secret: string) =>
    (await test.call(totpConfirm, { token: of, body: { code: codeAt(secret) } })).body as { success: boolean; code?: string };
  const isSignedIn = async (of: string) => (await test.call(securityState, { token: of })).body.success as boolean;

  it('gets its own secret, which confirms nothing elsewhere', async () => {
    const other = await openTestSession(test, memberId);
    const [own, foreign] = [await start(token), await start(other)];
    expect(foreign).not.toBe(own);
    expect(await confirm(token, foreign)).toMatchObject({ code: 'invalid_fields' });
    expect(await confirm(other, own)).toMatchObject({ code: 'invalid_fields' });
  });

  it('ends when an app is confirmed, with all that it has begun', async () => {
    const other = await openTestSession(test, memberId);
    const foreign = await start(other);
    const key = testAuthenticator('http://localhost', memberId);
    const proof = key.create((await test.call(passkeyStart, { token: other })).body.value.options);
    await test.db
      .insertInto('pending_sign_in')
      .values({ ...waiting(), member_id: memberId })
      .execute();
    const own = await start(token);
    expect(await confirm(token, own)).toMatchObject({ success: true });
    expect(await Promise.all([token, other].map(isSignedIn))).toEqual([true, false]);
    expect(await confirm(other, foreign)).toMatchObject({ success: false, code: 'unauthorized' });
    const left = await test.db.selectFrom('totp_enrolment').select('member_id').where('member_id', '=', memberId).execute();
    expect(left).toEqual([]);
    const stale = await test.db.selectFrom('pending_sign_in').select('ended_at').where('member_id', '=', memberId).execute();
    expect(stale).toEqual([{ ended_at: expect.any(Date) }]);
    // The challenge belonged to the ended session.
    expect((await test.call(passkeyAdd, { token, body: { proof, name: 'Phone' } })).body).toMatchObject({ code: 'passkey_invalid' });
    test.clock.advance(STEP_MS);
    expect([await right(codeAt(foreign)), await right(codeAt(own))]).toEqual([false, true]);
  });

  it('accepts one of two concurrent confirmations: one app and one session remain', async () => {
    const tokens = [token, await openTestSession(test, memberId), await openTestSession(test, memberId)];
    const secrets = await Promise.all(tokens.map(start));
    const outcomes = await Promise.all(tokens.map((of, index) => confirm(of, secrets[index] as string)));
    expect(outcomes.filter(({ success }) => success)).toHaveLength(1);
    const winner = outcomes.findIndex(({ success }) => success);
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual(tokens.map((_, index) => index === winner));
    test.clock.advance(STEP_MS);
    for (const [index, secret] of secrets.entries()) expect(await right(codeAt(secret))).toBe(index === winner);
  });

  it('ends when a passkey is added, and cannot add one that another session has begun', async () => {
    const other = await openTestSession(test, memberId);
    const key = testAuthenticator('http://localhost', memberId);
    const begun = key.create((await test.call(passkeyStart, { token: other })).body.value.options);
    expect((await test.call(passkeyAdd, { token, body: { proof: begun, name: 'Phone' } })).body).toMatchObject({ code: 'passkey_invalid' });
    const proof = key.create((await test.call(passkeyStart, { token })).body.value.options);
    expect((await test.call(passkeyAdd, { token, body: { proof, name: 'Phone' } })).body).toMatchObject({ success: true });
    expect(await Promise.all([token, other].map(isSignedIn))).toEqual([true, false]);
  });
});

describe('a code of the app', () => {
  it('works once, the code that set it up not at all', async () => {
    const { secret } = await enrol();
    expect(await right(codeAt(secret))).toBe(false);
    test.clock.advance(STEP_MS);
    const code = codeAt(secret);
    expect([await right(code), await right(code)]).toEqual([true, false]);
  });

  it('counts once among several at the same time', async () => {
    const { secret } = await enrol();
    test.clock.advance(STEP_MS);
    const code = codeAt(secret);
    const seen = await Promise.all([right(code), right(code), right(code)]);
    expect(seen.filter(Boolean)).toHaveLength(1);
  });

  it('works when a clock is one step off, and no further', async () => {
    const { secret } = await enrol();
    test.clock.advance(10 * STEP_MS);
    expect(await right(codeAt(secret, 2 * STEP_MS))).toBe(false);
    expect(await right(codeAt(secret, -2 * STEP_MS))).toBe(false);
    expect(await right(codeAt(secret, -STEP_MS))).toBe(true);
    expect(await right(codeAt(secret, STEP_MS))).toBe(true);
    // The step in between is older than the last used one.
    expect(await right(codeAt(secret))).toBe(false);
  });

  it('may be typed with a space, and is nothing but six digits', async () => {
    const { secret } = await enrol();
    test.clock.advance(STEP_MS);
    for (const malformed of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦']) expect(await right(malformed)).toBe(false);
    test.clock.advance(16 * MINUTE_MS);
    const code = codeAt(secret);
    expect(await right(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe(true);
  });

  it('may be guessed five times in a quarter of an hour, recovery codes included', async () => {
    const { secret, codes } = await enrol();
    test.clock.advance(STEP_MS);
    for (let guess = 0; guess < 3; guess += 1) expect(await right(wrongCode(secret))).toBe(false);
    for (let guess = 0; guess < 2; guess += 1) expect(await right('0000-0000-0000-0000', 'recovery')).toBe(false);
    await expect(right(codeAt(secret))).rejects.toMatchObject({ code: 'factor_locked', params: { minutes: 15 } });
    await expect(right(codes[0] as string, 'recovery')).rejects.toMatchObject({ code: 'factor_locked' });
    test.clock.advance(15 * MINUTE_MS);
    expect(await right(codeAt(secret))).toBe(true);
  });

  it('is counted before the comparison, for concurrent codes', async () => {
    const { secret } = await enrol();
    test.clock.advance(STEP_MS);
    const seen = await Promise.allSettled(Array.from({ length: 12 }, () => right(wrongCode(secret))));
    expect(seen.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('resets the count when it is correct', async () => {
    const { secret } = await enrol();
    for (let round = 0; round < 3; round += 1) {
      test.clock.advance(STEP_MS);
      for (let guess = 0; guess < 4; guess += 1) await right(wrongCode(secret));
      expect(await right(codeAt(secret))).toBe(true);
    }
  });

  it('of another member is refused', async () => {
    const { secret } = await enrol();
    test.clock.advance(STEP_MS);
    const other = await addTestMember(test);
    expect(await factors.check(other.memberId, 'totp', codeAt(secret), ORIGIN)).toBe(false);
  });
});

describe('a recovery code', () => {
  it('works once, in any spelling', async () => {
    const { codes } = await enrol();
    const [first = '', second = ''] = codes;
    expect([await right(first, 'recovery'), await right(first, 'recovery')]).toEqual([true, false]);
    const sloppy = second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await right(sloppy, 'recovery')).toBe(true);
    expect((await post(securityState)).value.recoveryCodesLeft).toBe(8);
  });

  it('counts once among several at the same time', async () => {
    const { codes } = await enrol();
    const seen = await Promise.all([1, 2, 3].map(() => right(codes[0] as string, 'recovery')));
    expect(seen.filter(Boolean)).toHaveLength(1);
  });

  it('stops working when new ones are made, or the app is removed', async () => {
    const { codes } = await enrol();
    const { recoveryCodes: renewed } = (await post(recoveryCodes)).value as { recoveryCodes: string[] };
    expect(await right(codes[0] as string, 'recovery')).toBe(false);
    expect(await right(renewed[0] as string, 'recovery')).toBe(true);
    await post(totpRemove);
    expect(await right(renewed[1] as string, 'recovery')).toBe(false);
    expect((await post(securityState)).value).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
    expect(await post(recoveryCodes)).toMatchObject({ success: false, code: 'totp_not_started' });
  });
});

it('unfinished enrolments and old tries are removed', async () => {
  const { secret } = (await post(totpStart)).value;
  await post(totpConfirm, { code: wrongCode(secret) });
  test.clock.advance(16 * MINUTE_MS);
  await factors.sweep();
  for (const table of ['totp_enrolment', 'factor_try'] as const)
    expect(await test.db.selectFrom(table).select('member_id').where('member_id', '=', memberId).execute()).toEqual([]);
});
