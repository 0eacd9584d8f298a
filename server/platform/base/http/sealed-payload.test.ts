import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../../../shared/api/call-table.ts';
import { type PayloadKey, sealPayload } from '../../../../shared/api/seal.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/time.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { createPayloadKeys } from '../payload-keys/payload-keys.ts';

/** Encrypted calls: those that the API requires, and all others with credentials. */
const SEALED = [
  'session.login',
  'member.register',
  'member.registerMobile',
  'member.password',
  'member.passwordVerification',
  'member.passwordReset',
  'session.freePlay',
  'session.passkeyLogin',
  'session.stepVerify',
  'session.confirm',
  'payment.change',
  'transfer.upline',
  'transfer.downline',
  'agent.downlineRegister',
];

let test: TestPlatform;
let token = '';
let agentToken = '';
let key: PayloadKey;
beforeAll(async () => {
  test = await openTestPlatform();
  token = await test.login('demo01');
  agentToken = await test.login('agent01');
  key = (await test.request('GET', '/wps/session/keys')).body.value.keys[0] as PayloadKey;
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const now = () => test.clock.now().getTime();
const bytes = (content: unknown) => new TextEncoder().encode(JSON.stringify(content));
const contentFor = (call: string) => ({ iat: Math.floor(now() / 1000), nonce: crypto.randomUUID(), call, data: {} });
async function seal(content: unknown, header: Record<string, unknown> = {}, to: JWK = key): Promise<string> {
  return new CompactEncrypt(bytes(content))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid, ...header })
    .encrypt(await importJWK(to, 'ECDH-ES'));
}

it('includes all calls with proofs of identity', () => {
  const sealed = CALLS.filter(({ encrypted }) => encrypted).map(({ id }) => id);
  expect(sealed.toSorted()).toEqual(SEALED.toSorted());
});

it('is sealed to keys that are published without their private part', () => {
  expect(Object.keys(key).sort()).toEqual(['crv', 'kid', 'kty', 'x', 'y']);
});

describe.each(CALLS.filter(({ encrypted }) => encrypted).map((call) => [call.id, call] as const))('a payload of %s', (id, call) => {
  const request = () => test.request(call.method, call.path).set('Authorization', `Bearer ${call.actors === 'agent' ? agentToken : token}`);
  const codeOf = async (payload: string) => {
    const { status, body } = await request().send({ payload });
    return body.success ? 'ok' : `${status} ${body.code}`;
  };
  const INVALID = '400 payload_invalid';

  it('is opened once, also of many at the same time', async () => {
    // The decrypted payload has no valid field: a refusal of its shape proves that it was opened.
    const payload = await sealPayload(key, id, { surprise: 1 }, now());
    const answers = await Promise.all(Array.from({ length: 4 }, () => codeOf(payload)));
    expect(answers.toSorted()).toEqual(['400 bad_request', ...Array.from({ length: 3 }, () => '400 payload_replayed')]);
    expect(await codeOf(payload)).toBe('400 payload_replayed');
  });

  it('is refused more than two minutes off in either direction', async () => {
    for (const shift of [-2.5 * MINUTE_MS, 2.5 * MINUTE_MS])
      expect(await codeOf(await sealPayload(key, id, {}, now() + shift))).toBe('400 payload_expired');
  });

  it('is refused when it was sealed for another call', async () => {
    for (const other of SEALED.filter((one) => one !== id)) expect(await codeOf(await sealPayload(key, other, {}, now()))).toBe(INVALID);
  });

  it('is refused when a single character was changed', async () => {
    const parts = (await sealPayload(key, id, {}, now())).split('.');
    for (const index of [0, 2, 3, 4]) {
      const changed = parts.map((part, at) => (at === index ? (part.startsWith('A') ? 'B' : 'A') + part.slice(1) : part)).join('.');
      expect(await codeOf(changed)).toBe(INVALID);
    }
  });

  it('is refused with another key, algorithm or header than ours', async () => {
    const foreign = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
    expect(await codeOf(await seal(contentFor(id), {}, await exportJWK(foreign.publicKey)))).toBe(INVALID);
    for (const header of [{ kid: 'unknown' }, { enc: 'A128GCM' }, { alg: 'ECDH-ES+A256KW' }, { cty: 'JSON' }])
      expect(await codeOf(await seal(contentFor(id), header))).toBe(INVALID);
  });

  it.each([
    ['alg none', { alg: 'none', enc: 'A256GCM' }],
    ['a direct key', { alg: 'dir', enc: 'A256GCM' }],
    ['a password with an excessive count', { alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2c: 2_147_483_647, p2s: 'AAAA' }],
    ['compression', { alg: 'ECDH-ES', enc: 'A256GCM', zip: 'DEF', epk: {} }],
    ['an embedded key', { alg: 'ECDH-ES', enc: 'A256GCM', jwk: { kty: 'oct', k: 'AAAA' }, epk: {} }],
    ['extensions that must be understood', { alg: 'ECDH-ES', enc: 'A256GCM', crit: ['x'], x: 1, epk: {} }],
    ['a point that is on no curve', { alg: 'ECDH-ES', enc: 'A256GCM', epk: { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' } }],
  ])('is refused with a forged header: %s', async (_name, header) => {
    const head = Buffer.from(JSON.stringify({ ...header, kid: key.kid })).toString('base64url');
    expect(await codeOf(`${head}..AAAA.AAAA.AAAA`)).toBe(INVALID);
  });

  it('is refused when what is inside is not what our seal writes', async () => {
    const changes = [{ nonce: undefined }, { nonce: 'abc' }, { iat: 'now' }, { iat: 1.5 }, { extra: 1 }, { call: undefined }];
    for (const change of changes) expect(await codeOf(await seal({ ...contentFor(id), ...change }))).toBe(INVALID);
    for (const inside of [null, 7, 'text', [], { __proto__: null, data: JSON.parse('{"__proto__":{}}') }])
      expect(await codeOf(await seal(inside))).toBe(INVALID);
  });

  it('is refused above eight kilobytes', async () => {
    expect(await codeOf(await seal({ ...contentFor(id), data: { text: 'x'.repeat(9_000) } }))).toBe(INVALID);
  });

  it('is not replaced by plain text of any form', async () => {
    const plain = { username: 'demo01', password: 'Lagoon-demo-1' };
    const payload = await sealPayload(key, id, plain, now());
    const bodies = [plain, {}, [], { payload: plain }, { payload: JSON.stringify(plain) }, { ...plain, payload }, { payload: [payload] }];
    for (const body of bodies) {
      const answer = await request().send(body);
      expect([answer.status, answer.body.code]).toEqual([400, 'payload_invalid']);
    }
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      const answer = await request().set('Content-Type', type).send(new URLSearchParams(plain).toString());
      expect([answer.status, answer.body.code]).toEqual([400, 'payload_invalid']);
    }
  });
});

it('is still opened with the key before the current one, and no longer with the one before that', async () => {
  const { private_jwk } = await test.db.selectFrom('payload_key').select('private_jwk').executeTakeFirstOrThrow();
  const addKey = (kid: string, age: number) =>
    test.db
      .insertInto('payload_key')
      .values({ kid, private_jwk: JSON.stringify(private_jwk), created_at: new Date(now() + age) })
      .execute();
  const signIn = async () =>
    test
      .request('POST', '/wps/session/login')
      .send({ payload: await sealPayload(key, 'session.login', { username: 'demo01', password: 'Lagoon-demo-1' }, now()) });
  await addKey('newer', 1000);
  expect((await signIn()).body.success).toBe(true);
  await addKey('newest', 2000);
  expect((await signIn()).body.code).toBe('payload_invalid');
});

it('opens payloads for the previous key, also when several nodes rotate', async () => {
  const { db, clock } = test;
  const nodes = Array.from({ length: 3 }, () => createPayloadKeys({ db, clock }));
  const before = (await nodes[0]?.publicKeys())?.[0]?.kid;
  clock.advance(31 * DAY_MS);
  await Promise.all(nodes.map((node) => node.rotate()));
  expect((await nodes[0]?.publicKeys())?.[1]?.kid).toBe(before);
});
