import { expect, test } from 'vitest';
import { movableClock } from '../../../base/clock.ts';
import type { Tx } from '../../../base/db/index.ts';
import { gatewayProvider } from './gateway.ts';
import { manualProvider } from './manual.ts';

const gateway = gatewayProvider({ code: 'x', secret: 'a-secret-of-a-payer-for-tests-000001', payUrl: '/pay', scan: false }, movableClock());

test.each([
  ['by hand', manualProvider],
  ['through a provider', gateway],
])('a deposit %s in a currency without decimals is a whole amount', async (_name, provider) => {
  const quote = (amount: string, currency: string) => provider.quote({} as Tx, { depositId: 'd', amount, voucher: undefined, currency });
  expect(await quote('25000', 'VND')).toMatchObject({ amount: 250_000_000n });
  expect(await quote('100.5', 'EUR')).toMatchObject({ amount: 1_005_000n });
  for (const amount of ['100.5', '25.000', '25,000', '0'])
    await expect(quote(amount, 'VND')).rejects.toMatchObject({ code: 'amount_not_whole' });
});
