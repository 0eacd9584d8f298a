import { readFileSync } from 'node:fs';
import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { Refusal } from '../../base/refusal.ts';
import { type SignedRequest, signRequest, verifyRequest } from '../../base/signature.ts';
import { audit } from '../../ledger/audit.ts';
import { seamlessRouter } from './seamless.ts';
import { createTestVendor, GAME, PROVIDER, SECRET, type TestVendor } from './test-vendor.ts';

let database: TestDatabase;
let vendor: TestVendor;
let app: express.Express;

beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
  app = express().use(seamlessRouter(vendor.deps));
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  expect(vendor.faults).toEqual([]);
  await database.close();
});

interface Sent {
  operation?: string;
  provider?: string;
  body?: string;
  signedBody?: string;
  timestamp?: string;
  secret?: string;
  signature?: string;
  /** Signed instead of the called path. */
  signedPath?: string;
  query?: string;
}
async function send({ operation = 'bet', provider = PROVIDER, body = '{}', signedBody = body, secret = SECRET, ...more }: Sent) {
  const timestamp = more.timestamp ?? String(vendor.clock.now().getTime());
  const path = `/seamless/${provider}/${operation}`;
  const signed = { method: 'POST', path: more.signedPath ?? path, timestamp, body: signedBody };
  return request(app)
    .post(`${path}${more.query ?? ''}`)
    .set('content-type', 'application/json')
    .set('x-timestamp', timestamp)
    .set('x-signature', more.signature ?? signRequest(secret, signed))
    .send(body);
}

interface Vectors {
  readonly secret: string;
  readonly vectors: readonly (SignedRequest & { readonly body: string; readonly signature: string })[];
}

test('the published vectors verify, and any change to them does not', () => {
  const { secret, vectors } = JSON.parse(readFileSync('docs/vendors/signature-vectors.json', 'utf8')) as Vectors;
  expect(vectors.length).toBeGreaterThan(4);
  for (const { signature, ...signed } of vectors) {
    expect(signRequest(secret, signed)).toBe(signature);
    const good = (changed: Partial<SignedRequest>, key = secret, by = signature) => verifyRequest(key, { ...signed, ...changed }, by);
    expect(good({})).toBe(true);
    const changes = [
      good({ timestamp: `${signed.timestamp}0` }),
      good({ body: `${signed.body} ` }),
      good({ method: 'PUT' }),
      good({ path: signed.path.replace('/bet', '/win').replace('NOVA', 'ORION') }),
      good({ path: `${signed.path}?` }),
      good({}, `${secret}x`),
      good({}, secret, signature.toUpperCase()),
    ];
    expect(changes).toEqual(changes.map(() => false));
  }
});

describe('a signed call', () => {
  test('is carried out; the same bytes again are a repeat', async () => {
    const p = await vendor.player({ units: 1_000n });
    const body = JSON.stringify({
      token: p.token,
      player: p.player,
      transactionId: 'http-1',
      roundId: 'r',
      gameId: GAME,
      currency: 'CNY',
      amount: '400',
    });
    const first = await send({ body });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ status: 'OK', balance: '600' });
    expect((await send({ body })).body).toEqual(first.body);
  });

  test.each<[string, Sent]>([
    ['BAD_SIGNATURE', { secret: 'another-secret-of-the-vendor-ORION-01' }],
    ['BAD_SIGNATURE', { signedBody: '{ }' }],
    ['BAD_SIGNATURE', { signature: '' }],
    ['BAD_SIGNATURE', { signature: 'g'.repeat(64) }],
    ['BAD_SIGNATURE', { signature: 'ab'.repeat(33) }],
    ['BAD_SIGNATURE', { signedPath: '/seamless/NOVA/win' }],
    ['BAD_SIGNATURE', { signedPath: '/seamless/ORION/bet' }],
    ['BAD_SIGNATURE', { query: '?more' }],
    ['UNKNOWN_PROVIDER', { provider: 'NOBODY' }],
    ['UNKNOWN_PROVIDER', { provider: '__proto__' }],
    ['STALE_REQUEST', { timestamp: '' }],
    ['STALE_REQUEST', { timestamp: 'soon' }],
    ['STALE_REQUEST', { timestamp: '1e13' }],
    ['BAD_REQUEST', { body: '{' }],
    ['BAD_REQUEST', { body: '[]' }],
    ['BAD_REQUEST', { body: 'null' }],
    ['BAD_REQUEST', { operation: 'constructor' }],
    ['BAD_REQUEST', { operation: 'deposit' }],
    ['BAD_REQUEST', { body: JSON.stringify({ x: 'y'.repeat(20_000) }) }],
  ])('%s: %j', async (status, sent) => {
    expect((await send(sent)).body).toMatchObject({ status });
  });

  test('may be up to five minutes off in either direction', async () => {
    const at = (offset: number) => send({ operation: 'status', body: '{"transactionId":"t"}', timestamp: String(Date.now() + offset) });
    expect((await at(-299_000)).body.status).toBe('TRANSACTION_NOT_FOUND');
    expect((await at(299_000)).body.status).toBe('TRANSACTION_NOT_FOUND');
    expect((await at(-301_000)).body.status).toBe('STALE_REQUEST');
    expect((await at(301_000)).body.status).toBe('STALE_REQUEST');
  });

  test('a hundred forged calls move nothing', async () => {
    const p = await vendor.player({ units: 1_000n });
    const answers = [];
    for (let n = 0; n < 100; n += 1) {
      const body = JSON.stringify({
        token: p.token,
        player: p.player,
        transactionId: `forged-${n}`,
        roundId: 'r',
        gameId: GAME,
        currency: 'CNY',
        amount: '1',
      });
      answers.push((await send({ body, secret: `guess-${n}` })).body.status);
    }
    expect(new Set(answers)).toEqual(new Set(['BAD_SIGNATURE']));
    expect((await vendor.wallet.balance(database.db, p.memberId))?.units).toBe(1_000n);
  });

  test.each(['0', '-1', '1.5', '1e9', 'NaN', '', ' 1', '01', '9'.repeat(19), 100, null, ['1'], {}, true])(
    'an amount of %j is no bet',
    async (amount) => {
      const p = await vendor.player({ units: 1_000n });
      const body = { token: p.token, player: p.player, transactionId: 'amount', roundId: 'r', gameId: GAME, currency: 'CNY', amount };
      expect((await send({ body: JSON.stringify(body) })).body.status).toBe('BAD_REQUEST');
      const extra = JSON.stringify({ ...body, amount: '1', bonus: true });
      expect((await send({ body: extra })).body.status).toBe('BAD_REQUEST');
    },
  );

  test('another path or method below the prefix is not found', async () => {
    expect((await request(app).get('/seamless/NOVA/bet')).status).toBe(404);
    expect((await request(app).post('/seamless/NOVA')).status).toBe(404);
  });
});

test('a message is stale only for a node whose clock is right', async () => {
  const apart = () => {
    throw new Refusal('clocks_differ');
  };
  const lost = express().use(seamlessRouter({ ...vendor.deps, requireTime: apart }));
  const path = `/seamless/${PROVIDER}/balance`;
  const timestamp = String(vendor.clock.now().getTime() - HOUR_MS);
  const signature = signRequest(SECRET, { method: 'POST', path, timestamp, body: '{}' });
  const { status, body } = await request(lost).post(path).set({ 'x-timestamp': timestamp, 'x-signature': signature }).send('{}');
  expect([status, body]).toEqual([503, { status: 'ERROR', message: 'clocks_differ' }]);
});
