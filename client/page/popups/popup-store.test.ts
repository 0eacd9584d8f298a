import { expect, it } from 'vitest';
import type { PopupTime } from '../../../shared/api/publishing/constants.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import { duePopups, endOfDay } from './popup-store.ts';

const NOW = 1_800_000_000_000;
const popup = (id: string, when: PopupTime) => ({ id, when, title: id, html: '', dateText: '', href: '', action: '' });
const POPUPS = [popup('hello', 'instant'), popup('again', 'login')];
const seen = { seenAt: NOW - 60_000, account: '', offUntil: 0, shown: [] };

it.each([
  ['the first page of a first visit', null, null, ['hello']],
  ['the first page of a first visit of a signed-in member', null, 'demo01', ['hello', 'again']],
  ['the second page', seen, null, []],
  ['the first page after a sign-in', seen, 'demo01', ['again']],
  ['the page after that', { ...seen, account: 'demo01' }, 'demo01', []],
  ['another account', { ...seen, account: 'demo01' }, 'demo02', ['again']],
  ['the page after a sign-out', { ...seen, account: 'demo01' }, null, []],
  ['a visit an hour later', { ...seen, seenAt: NOW - HOUR_MS }, null, ['hello']],
  ['a member who closed pop-ups for today', { ...seen, seenAt: 0, offUntil: NOW + 1 }, 'demo01', []],
  ['the day after', { ...seen, seenAt: 0, offUntil: NOW }, 'demo01', ['hello', 'again']],
])('shows %s the due pop-ups', (_page, memory, account, ids) => {
  expect(duePopups(POPUPS, memory, account, NOW).map(({ id }) => id)).toEqual(ids);
});

it.each([
  ['a visitor who has not seen it', null, null, true],
  ['a visitor on a later page of the visit', seen, null, true],
  ['a visitor who has seen it, in another visit', { ...seen, seenAt: 0, shown: ['welcome'] }, null, false],
  ['a member', null, 'demo01', false],
  ['a member who has just signed in', seen, 'demo01', false],
  ['a member who has signed out', { ...seen, account: 'demo01' }, null, false],
])('shows %s what is for visitors: %#', (_who, memory, account, isShown) => {
  expect(duePopups([popup('welcome', 'visitor')], memory, account, NOW)).toHaveLength(isShown ? 1 : 0);
});

it('the day ends at the next midnight of this device', () => {
  const end = new Date(endOfDay(new Date(2026, 11, 31, 23, 59)));
  expect([end.getFullYear(), end.getMonth(), end.getDate(), end.getHours()]).toEqual([2027, 0, 1, 0]);
});
