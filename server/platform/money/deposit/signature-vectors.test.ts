import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { paymentEvent } from '../../../../shared/api/payments.ts';
import { payoutEvent, payoutOrder, payoutQuery } from '../../../../shared/api/payouts.ts';
import { readOrder } from '../../../paysim/order.ts';
import { movableClock } from '../../base/clock.ts';
import { signRequest, verifyRequest } from '../../base/signature.ts';
import { gatewayProvider } from './providers/gateway.ts';

interface Vectors {
  readonly secret: string;
  readonly requests: readonly { name: string; method: string; path: string; timestamp: string; body: string; signature: string }[];
  readonly orders: readonly { query: string; sign: string }[];
}
const { secret, requests, orders } = JSON.parse(readFileSync('docs/payments/signature-vectors.json', 'utf8')) as Vectors;

it.each(requests)('the documented signature of "$name" is the one that is computed and accepted', ({ signature, ...request }) => {
  expect(signRequest(secret, request)).toBe(signature);
  expect(verifyRequest(secret, request, signature)).toBe(true);
  for (const other of [{ method: 'PUT' }, { path: `${request.path}/` }, { timestamp: '1763712000009' }, { body: `${request.body} ` }])
    expect(verifyRequest(secret, { ...request, ...other }, signature)).toBe(false);
});

it('the documented bodies are messages of the protocol', () => {
  const schemas = [paymentEvent, paymentEvent, payoutOrder, payoutOrder, payoutQuery, payoutEvent];
  for (const [index, schema] of schemas.entries())
    expect(v.safeParse(schema as v.GenericSchema, JSON.parse(requests[index]?.body ?? '')).success).toBe(true);
});

it.each(orders)('the documented order of a deposit is written and read as documented', ({ query, sign }) => {
  expect(createHmac('sha256', secret).update(`order.${query}`).digest('hex')).toBe(sign);
  const fields = new URLSearchParams(query);
  const { payUrl } = gatewayProvider({ code: 'acme', secret, payUrl: 'https://pay.example/x', scan: false }, movableClock()).instruct({
    depositId: fields.get('order') ?? '',
    reference: fields.get('reference') ?? '',
    amount: 500_000n,
    currency: 'THB',
    expiresAt: new Date(Number(fields.get('expires'))),
    account: null,
    language: 'TH',
  });
  expect(payUrl).toBe(`https://pay.example/x?${query}&sign=${sign}&language=TH`);
  expect(readOrder(new URLSearchParams(`${query}&sign=${sign}`), () => secret)).toMatchObject({ amount: '50.0000' });
});
