import { randomUUID } from 'node:crypto';
import express from 'express';
import { pino } from 'pino';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callById } from '../../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import { PAYMENTS_PREFIX } from '../../../../shared/api/payments.ts';
import { SIGNATURE_HEADER, SIGNATURE_WINDOW_MS, TIMESTAMP_HEADER } from '../../../../shared/seamless/wallet.ts';
import { Refusal } from '../../base/refusal.ts';
import { signRequest } from '../../base/signature.ts';
import { openTestPlatform, TEST_PAYMENT_SECRET, type TestPlatform } from '../../test-platform.ts';
import { paymentCallbacks } from './callbacks.ts';
import { gatewayProvider } from './providers/gateway.ts';

let test: TestPlatform;
let token = '';
beforeAll(async () => {
  test = await openTestPlatform();
  token = await test.login('demo01');
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

async function openDeposit(channel = 'DEMO_QR'): Promise<string> {
  const body = { channel, amount: '50', reference: randomUUID() };
  return (await test.call(callById('deposit.create') as AnyCall, { token, body })).body.value.depositId as string;
}
const paid = (depositId: string, eventId: string = randomUUID()) =>
  JSON.stringify({ eventId, event: 'paid', depositId, amount: '50.0000', currency: 'USD' });

interface Sent {
  readonly provider?: string;
  readonly secret?: string;
  readonly at?: number;
  readonly timestamp?: string;
  readonly signature?: string;
  readonly signedBody?: string;
  readonly signedMethod?: string;
  readonly signedPath?: string;
}
async function post(body: string, { provider = 'qr', secret = TEST_PAYMENT_SECRET, at = 0, signedBody = body, ...sent }: Sent = {}) {
  const path = `${PAYMENTS_PREFIX}/${provider}`;
  const timestamp = sent.timestamp ?? String(test.clock.now().getTime() + at);
  const signed = { method: sent.signedMethod ?? 'POST', path: sent.signedPath ?? path, timestamp, body: signedBody };
  const signature = sent.signature ?? signRequest(secret, signed);
  const answer = await test
    .request('POST', path)
    .set({ [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature, 'content-type': 'application/json' })
    .send(body);
  return [answer.status, answer.body.status, answer.body.deposit];
}
const credited = async (depositId: string) =>
  (await test.call(callById('deposit.get') as AnyCall, { token, query: { depositId } })).body.value.status === 'credited';

describe('the callback of a payment provider', () => {
  it('counts when it is signed, and a repeat is acknowledged without counting', async () => {
    const body = paid(await openDeposit());
    const before = await balance();
    for (let times = 0; times < 3; times += 1) expect(await post(body)).toEqual([200, 'OK', 'credited']);
    expect((await balance()) - before).toBe(50);
  });

  it.each<[string, Sent, number, string]>([
    ['with a signature of another key', { secret: 'another-secret-of-the-same-length-01' }, 401, 'BAD_SIGNATURE'],
    ['without a signature', { signature: '' }, 401, 'BAD_SIGNATURE'],
    ['signed in capital letters', { signature: 'A'.repeat(64) }, 401, 'BAD_SIGNATURE'],
    ['signed over another body', { signedBody: '{}' }, 401, 'BAD_SIGNATURE'],
    ['signed for the address of another provider', { signedPath: `${PAYMENTS_PREFIX}/ewallet` }, 401, 'BAD_SIGNATURE'],
    ['signed for another method', { signedMethod: 'PUT' }, 401, 'BAD_SIGNATURE'],
    ['that is too old', { at: -SIGNATURE_WINDOW_MS - 1 }, 401, 'STALE_REQUEST'],
    ['from the future', { at: SIGNATURE_WINDOW_MS + 60_000 }, 401, 'STALE_REQUEST'],
    ['with a malformed time', { timestamp: 'now' }, 401, 'STALE_REQUEST'],
    ['of an unknown provider', { provider: 'nobody' }, 404, 'UNKNOWN_PROVIDER'],
    ['of the vouchers, which send no callbacks', { provider: 'voucher' }, 401, 'BAD_SIGNATURE'],
    ['of another provider', { provider: 'ewallet' }, 404, 'UNKNOWN_DEPOSIT'],
  ])('%s is refused and changes nothing', async (_name, sent, status, expectedStatus) => {
    const depositId = await openDeposit();
    expect(await post(paid(depositId), sent)).toEqual([status, expectedStatus, undefined]);
    expect(await credited(depositId)).toBe(false);
    await test.call(callById('deposit.cancel') as AnyCall, { token, body: { depositId } });
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    JSON.stringify({ eventId: 'e', event: 'paid' }),
    JSON.stringify({ eventId: 'e', event: 'stolen', depositId: 'd', amount: '1.0000', currency: 'USD' }),
    JSON.stringify({ eventId: 'e', event: 'paid', depositId: 'd', amount: '-1.0000', currency: 'USD' }),
    JSON.stringify({ eventId: 'e', event: 'paid', depositId: 'd', amount: 1, currency: 'USD' }),
    JSON.stringify({ eventId: 'e', event: 'paid', depositId: 'd', amount: '1.0000', currency: 'USD', more: 1 }),
  ])('with the body %j is refused, signed or not', async (body) => {
    expect(await post(body)).toEqual([400, 'BAD_REQUEST', undefined]);
  });

  it('with other content under a known event id is refused', async () => {
    const [first, second] = [await openDeposit(), await openDeposit()];
    const eventId = randomUUID();
    expect(await post(paid(first, eventId))).toEqual([200, 'OK', 'credited']);
    expect(await post(paid(second, eventId))).toEqual([409, 'EVENT_MISMATCH', undefined]);
    expect(await credited(second)).toBe(false);
  });

  it('larger than it may be is not read', async () => {
    expect((await post(' '.repeat(20_000)))[1]).toBe('BAD_REQUEST');
  });
});

it('at a node with a wrong clock is put off, be it stale by that clock or not', async () => {
  const apart = () => {
    throw new Refusal('clocks_differ');
  };
  const provider = gatewayProvider({ code: 'qr', secret: TEST_PAYMENT_SECRET, payUrl: '/', scan: true }, test.clock);
  const parts = { providers: new Map([['qr', provider]]), payouts: async () => 'ok' as const, log: pino({ level: 'silent' }) };
  const path = `${PAYMENTS_PREFIX}/qr`;
  const body = paid('D-1');
  const sendTo = (app: express.RequestHandler, at: number) => {
    const timestamp = String(test.clock.now().getTime() + at);
    const signature = signRequest(TEST_PAYMENT_SECRET, { method: 'POST', path, timestamp, body });
    return request(express().use(app))
      .post(path)
      .set({ [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature })
      .send(body);
  };
  const callbackApp = paymentCallbacks({ ...parts, settlement: { applyEvent: async () => 'credited' }, requireTime: apart });
  const inTheWallet = paymentCallbacks({ ...parts, settlement: { applyEvent: async () => apart() } });
  for (const sent of [sendTo(callbackApp, 0), sendTo(callbackApp, -SIGNATURE_WINDOW_MS - 1), sendTo(inTheWallet, 0)])
    expect(await sent.then(({ status, body: responseBody }) => [status, responseBody])).toEqual([503, { status: 'ERROR' }]);
});

async function balance(): Promise<number> {
  return Number((await test.call(callById('wallet.balance') as AnyCall, { token })).body.value.sumBalance);
}
