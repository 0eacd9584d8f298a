import { describe, expect, it } from 'vitest';
import { MY_WALLET_CASES, OPEN_ROUND, TRANSFER_UPLINE_CASES } from '../../../../client/islands/transfer/test-props.ts';
import type { FormState, Visitor } from '../../contracts.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { transferFund, transferUpline } from './transfers.ts';

const [wallet] = MY_WALLET_CASES;
const [upline] = TRANSFER_UPLINE_CASES;
const ANSWERS: Record<string, unknown> = {
  'games.lastRound': { round: null },
  'wallet.list': wallet?.wallets,
  'transfer.state': { ...upline?.state, transfers: upline?.transfers.map(({ atText: _text, ...transfer }) => transfer) },
};
const DONE = upline?.transfers[0]?.reference ?? '';

function input(query: string, { form, refused }: { form?: Partial<FormState>; refused?: string } = {}): VisitorInput {
  const call = async ({ id }: { id: string }) =>
    refused === undefined ? { success: true, value: ANSWERS[id] } : { success: false, value: null, code: refused, message: refused };
  return {
    upstream: { call },
    visitor: {} as Visitor,
    context: { features: {} },
    query: new URLSearchParams(query),
    form: form && { call: '', values: {}, message: '', errors: {}, code: '', ...form },
    timeZone: 'Asia/Bangkok',
  } as unknown as VisitorInput;
}

describe('my wallet', () => {
  it('reports a completed transfer, but not next to a refused form', async () => {
    expect(await transferFund(input('moved=1'))).toMatchObject({ wallet: { moved: true, form: null } });
    const form = { call: 'wallet.transfer', values: { vassalage: 'NORTH', amount: '5' }, message: 'No.' };
    expect(await transferFund(input('moved=1', { form }))).toMatchObject({ wallet: { moved: false, form: { message: 'No.' } } });
    expect(await transferFund(input('', { form: { call: 'deposit.create' } }))).toMatchObject({ wallet: { form: null } });
  });
});

it.each([
  [OPEN_ROUND, OPEN_ROUND],
  [{ ...OPEN_ROUND, state: 'decided' }, null],
  [null, null],
])('my wallet shows an open round, and no other', async (round, shown) => {
  ANSWERS['games.lastRound'] = { round };
  expect((await transferFund(input(''))) as object).toMatchObject({ wallet: { lastRound: shown } });
});

describe('the transfer to the upline', () => {
  it('shows times in the merchant’s zone, and the completed transfer if it belongs to the member', async () => {
    expect(await transferUpline(input(`done=${DONE}`))).toMatchObject({ sentTransfer: { transferId: 't_1', atText: '2026-01-01 07:00' } });
    for (const query of ['', 'done=', 'done=somebody-elses'])
      expect(await transferUpline(input(query))).toMatchObject({ sentTransfer: null });
  });

  it('keeps the reference of a refused form, so that it cannot transfer twice', async () => {
    const form = { call: 'transfer.upline', values: { amount: '5', reference: 'kept-reference-1' }, message: 'No.' };
    expect(await transferUpline(input(`done=${DONE}`, { form }))).toMatchObject({ reference: 'kept-reference-1', sentTransfer: null });
  });
});

it.each([transferFund, transferUpline])('shows a failure of the platform (%o)', async (load) => {
  expect(await load(input('', { refused: 'upstream_timeout' }))).toEqual({
    refused: { code: 'upstream_timeout', message: 'upstream_timeout' },
  });
});
