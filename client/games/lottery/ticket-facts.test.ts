import { expect, test } from 'vitest';
import type { LotteryTicket } from '../../../shared/games/lottery/protocol.ts';
import { ticketFacts } from './ticket-facts.ts';

const game = {
  t: (key: string) => key.replace('studio.', ''),
  money: (amount: bigint | string) => `$${amount}`,
  context: { variant: 'four' },
};
const ticket = (more: Partial<LotteryTicket>) =>
  ({
    ticketId: 't1',
    draw: { issue: '20261127-0100', numbers: null },
    playType: 'digit1',
    bets: ['5'],
    count: 1,
    unit: '1',
    multiplier: 3,
    cost: '3.00',
    rebate: null,
    most: '28.50',
    payout: '3.00',
    status: 'open',
    hits: [],
    placedAt: '2026-11-27T17:30:05.000Z',
    chase: null,
    ...more,
  }) as LotteryTicket;
const factsOf = (more: Partial<LotteryTicket>) =>
  Object.fromEntries(ticketFacts(ticket(more), game as unknown as Parameters<typeof ticketFacts>[1], 'Asia/Bangkok'));

test.each(['cancelled', 'refunded'] as const)('a ticket that is %s returned its stake and can win nothing', (status) => {
  const facts = factsOf({ status });
  expect(facts).toMatchObject({ lotto_detail_returned: '$3.00' });
  expect(Object.keys(facts)).not.toEqual(expect.arrayContaining(['paid']));
  expect(Object.keys(facts)).not.toEqual(expect.arrayContaining(['lotto_detail_most']));
});

test('a ticket that awaits its draw has a possible win, one that is drawn what it paid', () => {
  expect(Object.keys(factsOf({}))).toContain('lotto_detail_most');
  expect(Object.keys(factsOf({}))).not.toContain('paid');
  expect(factsOf({ status: 'won', payout: '28.50' })).toMatchObject({ paid: '$28.50' });
  expect(Object.keys(factsOf({ status: 'won' }))).not.toContain('lotto_detail_most');
});

test('the multiplier and the time of the order are named, in the zone of the site', () => {
  expect(factsOf({})).toMatchObject({ lotto_multiplier: '3', lotto_detail_placed: '2026-11-28 00:30:05 (Asia/Bangkok)' });
});
