import { expect, test } from 'vitest';
import type { Ticket } from '../../../shared/games/events/protocol.ts';
import { createDueResults, type Dated } from './due-results.ts';

const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
const match = (nextAt: number, state: Dated['state'] = 'open'): Dated => ({ eventId: 'm1', state, nextAt: at(nextAt) });
const ticket = (status: Ticket['status']) => ({ status, legs: [{ event: match(100) }] }) as unknown as Ticket;

function pageOf() {
  const messages: string[] = [];
  let now = 0;
  const due = createDueResults({ send: (type) => void messages.push(type) }, { now: () => now * 1_000 });
  const checkAt = (seconds: number, one: Dated, status: Ticket['status'] = 'open') => {
    now = seconds;
    due.check([ticket(status)], new Map([[one.eventId, one]]));
    return messages.splice(0);
  };
  return { due, checkAt };
}

test('credits wait while a step of a match with a bet is due, and until its result has been delivered', () => {
  const { due, checkAt } = pageOf();
  expect(checkAt(90, match(100))).toEqual([]);
  expect(checkAt(99.6, match(100))).toEqual(['result-due']);
  expect(checkAt(101, match(100))).toEqual([]);
  due.moved(match(106));
  expect(checkAt(101.1, match(106))).toEqual([]);
  expect(checkAt(103, match(106))).toEqual(['round-shown', 'balance-changed']);
});

test('credits wait until a decided bet is paid; a match without a bet delays no credit', () => {
  const { checkAt } = pageOf();
  expect(checkAt(200, match(100, 'drawn'))).toEqual(['result-due']);
  expect(checkAt(230, match(100, 'drawn'))).toEqual([]);
  expect(checkAt(231, match(100, 'drawn'), 'won')).toEqual(['round-shown', 'balance-changed']);
  expect(checkAt(300, match(300), 'lost')).toEqual([]);
});
