import { describe, expect, test } from 'vitest';
import type { ContractsValue, ContractValue } from '../../../../shared/api/agent-contracts/schemas.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import type { FormState } from '../../contracts.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { contractPage } from './contract-page.ts';

const contract = (contractId: string, account: string, more: Partial<ContractValue> = {}): ContractValue => ({
  contractId,
  account,
  version: 1,
  state: 'active',
  period: null,
  terms: {
    tiers: [{ rateBp: 80, minValidBet: '0.0000', minProfit: '0.0000', minActive: 0 }],
    minSingleBet: '0.0000',
    carryNegative: true,
    ownPlay: false,
  },
  requestedAt: '2026-11-20T08:00:00.000Z',
  validFrom: '2026-11-20T17:00:00.000Z',
  validUntil: null,
  ...more,
});
const VALUE: ContractsValue = {
  currency: 'USD',
  currencySymbol: '$',
  ceilingBp: 100,
  highestBp: 80,
  betSteps: [],
  activeValidBet: '10.0000',
  own: contract('c_own', 'agent01'),
  ownRequest: null,
  downlines: [
    { account: 'coralbay', contract: contract('c_coral', 'coralbay'), request: contract('c_offer', 'coralbay', { state: 'requested' }) },
    { account: 'driftwood', contract: null, request: null },
  ],
};

async function pageOf(address: string, { value = VALUE, form }: { value?: ContractsValue; form?: Partial<FormState> } = {}) {
  const made: string[] = [];
  const upstream = {
    call: async ({ id }: AnyCall) => {
      made.push(id);
      return { success: true, value };
    },
  };
  const query = new URLSearchParams(address);
  const state = form && { call: 'contracts.dailyAction', values: {}, message: 'No', errors: {}, code: 'contract_terms', ...form };
  const input = { upstream, visitor: {}, query, form: state, timeZone: 'Asia/Bangkok', context: { t: (key: string) => key } };
  const page = await contractPage('daily', input as unknown as VisitorInput);
  if ('refused' in page) throw new Error(page.refused.code);
  expect(made).toEqual(['contracts.daily']);
  return page.content;
}

describe('the contracts of a kind', () => {
  test('are the own one and those directly below, with times of the merchant', async () => {
    expect(await pageOf('view=contracts')).toMatchObject({
      contracts: {
        done: null,
        own: { contractId: 'c_own', fromText: '2026-11-21 00:00:00' },
        highest: '0.8',
        downlines: [
          { account: 'coralbay', orderHref: '/agent/agentDailyWages?view=contracts&account=coralbay' },
          { account: 'driftwood', contract: null, request: null },
        ],
      },
    });
  });

  test('cannot be offered without an own one, or while the kind is off', async () => {
    const value = { ...VALUE, highestBp: 0, own: null };
    expect(await pageOf('view=contracts', { value })).toMatchObject({
      contracts: { highest: null, downlines: [{ orderHref: null }, { orderHref: null }] },
    });
    expect(await pageOf('view=contracts&account=coralbay', { value })).toHaveProperty('contracts');
  });

  test('name the step that was carried out, but not one that was refused', async () => {
    expect(await pageOf('view=contracts&done=Accept')).toMatchObject({ contracts: { done: 'Accept' } });
    expect(await pageOf('view=contracts&done=Accept', { form: {} })).toMatchObject({ contracts: { done: null, form: { message: 'No' } } });
    expect(await pageOf('view=contracts&done=Robbery')).toMatchObject({ contracts: { done: null } });
  });
});

describe('the form of an offer', () => {
  test('has the terms of the offer that waits, then of the contract, then none', async () => {
    expect(await pageOf('view=contracts&account=coralbay')).toMatchObject({ order: { account: 'coralbay', fields: { rate1: '0.8' } } });
    expect(await pageOf('view=contracts&account=driftwood')).toMatchObject({
      order: { fields: { carryNegative: 'true', exampleBet: '100000' }, contract: null },
    });
  });

  test('has the entries of the address without script, and those that were refused', async () => {
    expect(await pageOf('view=contracts&account=driftwood&rate1=0.5&exampleBet=7')).toMatchObject({
      order: { fields: { rate1: '0.5', exampleBet: '7' } },
    });
    const form = { values: { step: 'Request', rate1: '9' } };
    expect(await pageOf('view=contracts&account=driftwood&done=Request', { form })).toMatchObject({
      order: { fields: { rate1: '9' }, form: { code: 'contract_terms' } },
    });
  });

  test('leads back to the list once it was sent, and is not shown for other accounts', async () => {
    expect(await pageOf('view=contracts&account=driftwood&done=Request')).toMatchObject({ contracts: { done: 'Request' } });
    expect(await pageOf('view=contracts&account=lowtide')).toHaveProperty('contracts');
  });
});

test('the end of a contract is confirmed, of those that the agent is part of', async () => {
  expect(await pageOf('view=contracts&end=c_offer')).toMatchObject({
    end: { contract: { contractId: 'c_offer' }, back: '/agent/agentDailyWages?view=contracts&end=c_offer' },
  });
  expect(await pageOf('view=contracts&end=c_other')).toHaveProperty('contracts');
  expect(await pageOf('view=contracts&end=c_own&done=Terminate')).toMatchObject({ contracts: { done: 'Terminate' } });
});
