import { afterAll, describe, expect, it } from 'vitest';
import { defined } from '../../../kit/defined.ts';
import { type Outcome, table } from '../report.ts';
import { startEventServer } from './event-server.ts';
import { certifyMerchant } from './merchant.ts';
import { startOrderServer } from './order-server.ts';
import { certifyProvider } from './provider.ts';
import { type MerchantDefect, startTestMerchant } from './test-merchant.ts';
import { CLOSED_ACCOUNT, type ProviderDefect, startTestProvider } from './test-provider.ts';

const SECRET = 'the-key-of-these-certificates-00000001';
const PAYEE = { kind: 'BANK', provider: 'TEST', holder: 'A Payee', number: '0123456789' } as const;
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});
const failed = (outcomes: readonly Outcome[]) => outcomes.filter(({ state }) => state === 'failed').map(({ scenario }) => scenario);

async function tryProvider(defect?: ProviderDefect, only?: readonly string[]): Promise<readonly Outcome[]> {
  const events = await startEventServer({ provider: 'acme', secret: SECRET, port: 0 });
  const provider = await startTestProvider({ secret: SECRET, callbackUrl: () => `${events.url}/payments/acme`, ...defined({ defect }) });
  closers.push(events.close, provider.close);
  const addresses = { payouts: `${provider.url}/payouts`, page: `${provider.url}/page`, health: `${provider.url}/health` };
  const orders = { amount: '10.0000' as const, currency: 'THB', payee: PAYEE, refused: { ...PAYEE, number: CLOSED_ACCOUNT } };
  // A defective provider is not waited for long.
  const timeoutMs = defect ? 600 : 20_000;
  return certifyProvider({ provider: 'acme', secret: SECRET, ...addresses, ...orders, events, pay: provider.pay, timeoutMs }, only);
}

async function tryMerchant(defect?: MerchantDefect, only?: readonly string[]): Promise<readonly Outcome[]> {
  const orders = await startOrderServer({ secret: SECRET, port: 0 });
  const merchant = await startTestMerchant({ secret: SECRET, payouts: orders.url, ...defined({ defect }) });
  closers.push(orders.close, merchant.close);
  const under = {
    url: merchant.url,
    provider: 'acme',
    secret: SECRET,
    deposit: merchant.deposit,
    orders,
    timeoutMs: defect ? 600 : 20_000,
  };
  return certifyMerchant(under, only);
}

describe('certification of a payment provider', () => {
  it('passes for a correct provider', async () => {
    const outcomes = await tryProvider();
    expect(failed(outcomes), table(outcomes)).toEqual([]);
    expect(table(outcomes)).toContain('31 passed, 0 failed, 0 left out');
  });

  it.each<[ProviderDefect, string]>([
    ['any-signature', 'unsigned'],
    ['any-signature', 'signature-body'],
    ['any-signature', 'state-signature'],
    ['unsigned-path', 'signature-path'],
    ['no-staleness', 'stale'],
    ['no-staleness', 'early'],
    ['pays-repeats', 'repeat'],
    ['pays-repeats', 'hang-up'],
    ['races', 'at-once'],
    ['ignores-content', 'mismatch-amount'],
    ['ignores-content', 'mismatch-payee'],
    ['orders-by-state', 'unknown'],
    ['refuses-by-http', 'refused'],
    ['failed-and-paid', 'refused'],
    ['two-decimals', 'order'],
    ['not-final', 'state'],
    ['no-events', 'event'],
    ['events-once', 'event-error'],
    ['events-once', 'event-unanswered'],
    ['events-once', 'deposit-event'],
    ['other-total', 'event'],
    ['any-page', 'page-amount'],
    ['any-page', 'page-order'],
    ['any-page', 'page-sign'],
    ['other-amount', 'deposit-event'],
  ])('fails for a provider with the defect %s: %s', async (defect, scenario) => {
    expect(failed(await tryProvider(defect, [scenario]))).toEqual([scenario]);
  });

  it.each<[ProviderDefect, string]>([
    ['wrong-key', 'events-signed'],
    ['further-fields', 'events-form'],
    ['new-event-id', 'events-repeated'],
  ])('fails for the events of a provider with the defect %s: %s', async (defect, scenario) => {
    expect(failed(await tryProvider(defect, ['event', 'event-error', scenario]))).toContain(scenario);
  });
});

describe('certification of a merchant', () => {
  it('passes for a correct merchant', async () => {
    const outcomes = await tryMerchant();
    expect(failed(outcomes), table(outcomes)).toEqual([]);
    expect(table(outcomes)).toContain('22 passed, 0 failed, 0 left out');
  });

  it.each<[MerchantDefect, string]>([
    ['any-signature', 'unsigned'],
    ['any-signature', 'signature-secret'],
    ['no-staleness', 'stale'],
    ['any-form', 'form'],
    ['any-deposit', 'unknown-deposit'],
    ['any-deposit', 'unknown-payout'],
    ['any-currency', 'deposit-currency'],
    ['other-sign', 'order'],
    ['orders-once', 'payout-order'],
    ['other-body', 'payout-order'],
    ['no-state', 'payout-state'],
    ['contradicts', 'payout-event'],
    ['wrong-key', 'payout-requests'],
  ])('fails for a merchant with the defect %s: %s', async (defect, scenario) => {
    expect(failed(await tryMerchant(defect, ['payout-order', scenario]))).toContain(scenario);
  });

  it.each<[MerchantDefect, string]>([
    ['forgets-late', 'deposit-paid'],
    ['ignores-content', 'deposit-paid'],
    ['credits-again', 'deposit-reversed'],
  ])('fails for a merchant that %s after a refusal: %s', async (defect, scenario) => {
    expect(failed(await tryMerchant(defect, ['deposit-failed', 'deposit-paid', 'deposit-reversed']))).toContain(scenario);
  });
});
