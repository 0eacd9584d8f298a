import { expect, it } from 'vitest';
import { type Acknowledgement, createJournal } from './faults/kills/journal.ts';
import { type Account, reconcile } from './faults/kills/reconciliation.ts';

const ACKNOWLEDGED: Acknowledgement = { gameId: 'DICE', roundId: 'r1', stake: '1.0000', payout: '1.9600', end: 'settled' };
const stake: Bet['transfers'][number] = { transferId: '1', kind: 'bet', reference: 'r1-b', amount: '-1.0000', at: '' };
const win: typeof stake = { ...stake, transferId: '2', kind: 'win', reference: 'r1-w', amount: '1.9600' };
type Bet = Account['bets'][number];
const BET: Bet = {
  roundId: 'r1',
  gameId: 'DICE',
  stake: '1.0000',
  payout: '1.9600',
  net: '0.9600',
  status: 'won',
  transfers: [stake, win],
};
const SOUND = { opening: '10.0000', closing: '10.9600', bets: [BET] };

function reconciled(account: Partial<Account>, acknowledgement: Partial<Acknowledgement> = {}) {
  const journal = createJournal();
  journal.requested('DICE');
  journal.record({ ...ACKNOWLEDGED, ...acknowledgement });
  const { lost, doubled, drift } = reconcile(journal, [{ ...SOUND, ...account }]);
  return [lost.length, doubled.length, drift];
}

it('accepts correct ledgers, with and without refunds, and with open rounds', () => {
  const cancelled: Bet = { ...BET, status: 'cancelled', payout: '1.0000', net: '0.0000', transfers: [stake, { ...win, amount: '1.0000' }] };
  const open: Bet = { ...BET, status: 'open', payout: '0.0000', net: '-1.0000', transfers: [stake] };
  expect(reconciled({})).toEqual([0, 0, 0n]);
  expect(reconciled({ bets: [], closing: '10.0000' }, { end: 'refunded' })).toEqual([0, 0, 0n]);
  expect(reconciled({ bets: [cancelled], closing: '10.0000' }, { end: 'refunded' })).toEqual([0, 0, 0n]);
  expect(reconciled({ bets: [open], closing: '9.0000' }, { end: 'open' })).toEqual([0, 0, 0n]);
});

it.each<[string, Partial<Account>, Partial<Acknowledgement>, unknown[]]>([
  ['a missing round', { bets: [], closing: '10.0000' }, {}, [1, 0, 0n]],
  ['a payout other than the acknowledged one', {}, { payout: '5.0000' }, [1, 0, 0n]],
  ['another stake', {}, { stake: '2.0000' }, [1, 0, 0n]],
  ['a stake that was both refunded and lost', {}, { end: 'refunded' }, [1, 0, 0n]],
  ['a win that was cancelled', { bets: [{ ...BET, status: 'cancelled' }] }, {}, [1, 0, 0n]],
  ['a round twice', { bets: [BET, BET], closing: '11.9200' }, {}, [0, 2, 0n]],
  ['two rounds of one key', { bets: [BET, { ...BET, roundId: 'r2' }], closing: '11.9200' }, {}, [0, 1, 0n]],
  ['a prize that was paid twice', { bets: [{ ...BET, transfers: [stake, win, win] }], closing: '12.9200' }, {}, [0, 1, 19_600n]],
  ['an unexplained balance', { closing: '10.9601' }, {}, [0, 0, 1n]],
])('finds %s', (_what, account, acknowledgement, found) => {
  expect(reconciled(account, acknowledgement)).toEqual(found);
});
