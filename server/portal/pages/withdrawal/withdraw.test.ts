import { describe, expect, it } from 'vitest';
import { testWithdrawal, WITHDRAW_CASES } from '../../../../client/islands/withdrawal/test-props.ts';
import type { FormState, Visitor } from '../../contracts.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { withdraw } from './withdraw.ts';

const [overview] = WITHDRAW_CASES;
const ANSWERS: Readonly<Record<string, unknown>> = {
  'withdrawal.options': overview?.options,
  'withdrawal.list': overview?.history,
  'withdrawal.get': testWithdrawal,
};

function load(query: string, { form, refused = {} }: { form?: Partial<FormState>; refused?: Readonly<Record<string, string>> } = {}) {
  const asked: string[] = [];
  const call = async ({ id }: { id: string }, input: { query?: object }) => {
    asked.push(`${id} ${JSON.stringify(input.query ?? {})}`);
    const code = refused[id];
    return code === undefined ? { success: true, value: ANSWERS[id] } : { success: false, value: null, code, message: code };
  };
  const input = {
    upstream: { call },
    visitor: {} as Visitor,
    query: new URLSearchParams(query),
    form: form && { call: '', values: {}, message: '', errors: {}, code: '', ...form },
    timeZone: 'Asia/Bangkok',
  } as unknown as VisitorInput;
  return withdraw(input).then((page) => ({ page, asked }));
}

describe('the withdrawals page loads', () => {
  it('the available amounts and the page of the history', async () => {
    const { page, asked } = await load('pageNo=2');
    expect(asked).toEqual(['withdrawal.options {}', 'withdrawal.list {"pageNo":2}']);
    expect(page).toMatchObject({ current: null, missing: false, requested: false, reference: expect.stringMatching(/^[\w-]{36}$/) });
  });

  it('the withdrawal of the address or of the posted form', async () => {
    for (const { page, asked } of [
      await load('withdrawalId=w_1'),
      await load('', { form: { call: 'withdrawal.confirm', values: { withdrawalId: 'w_1' }, code: 'invalid_fields' } }),
    ]) {
      expect(asked).toEqual(['withdrawal.options {}', 'withdrawal.get {"withdrawalId":"w_1"}']);
      expect(page).toMatchObject({ current: { withdrawalId: 'w_1' }, missing: false });
    }
  });

  it('the member’s list, if the address names another member’s withdrawal', async () => {
    const refused = { 'withdrawal.get': 'withdrawal_not_found' };
    for (const { page } of [await load('withdrawalId=w_2', { refused }), await load('withdrawalId=%3Cscript%3E')])
      expect(page).toMatchObject({ current: null, missing: true, history: { withdrawals: [{ withdrawalId: 'w_1' }] } });
  });

  it.each(['withdrawal.options', 'withdrawal.list', 'withdrawal.get'])('%s, and shows why there is no content', async (id) => {
    const query = id === 'withdrawal.get' ? 'withdrawalId=w_1' : '';
    const { page } = await load(query, { refused: { [id]: 'upstream_timeout' } });
    expect(page).toEqual({ refused: { code: 'upstream_timeout', message: 'upstream_timeout' } });
  });
});

it('a redisplayed form keeps its reference and values; a form of another page is ignored', async () => {
  const form: Partial<FormState> = {
    call: 'withdrawal.request',
    values: { reference: 'the-reference-of-before', amount: '50' },
    message: 'No.',
    code: 'turnover_left',
  };
  expect((await load('requested=1', { form })).page).toMatchObject({
    reference: 'the-reference-of-before',
    requested: false,
    form: { values: { amount: '50' }, message: 'No.' },
  });
  expect((await load('requested=1', { form: { ...form, call: 'deposit.create' } })).page).toMatchObject({ form: null, requested: true });
});
