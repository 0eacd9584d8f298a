import { ALL_PERIODS } from '../../../client/islands/records/props.ts';
import { betExport, movementExport } from '../../../shared/api/records/contract.ts';
import { betStateKey, MOVEMENT_KINDS, RECORD_DAYS } from '../../../shared/records.ts';
import { categoryLabel } from '../../../views/components/navigation.ts';
import { readPlayWindow, windowDays } from '../pages/agent/window-betting.ts';
import type { Query } from '../pages/page-view.ts';
import { BETTING_RECORD_PATH, betQuery, readBetFilter } from '../pages/records/betting-record.ts';
import { FILE_NAME } from '../pages/records/record-file.ts';
import { type Days, readDays } from '../pages/records/record-period.ts';
import { ACCOUNT_RECORD_PATH, movementQuery, readMovementFilter } from '../pages/records/transactions.ts';
import { shownTime } from '../pages/shown-time.ts';
import type { RecordFile } from './contracts.ts';
import { TEAM_FILES } from './team-files.ts';
import { WAGE_FILES } from './wage-files.ts';

const BETS: RecordFile = {
  page: BETTING_RECORD_PATH,
  name: 'bets',
  maxDays: RECORD_DAYS.list,
  headings: ({ t, timeZone }) => [
    ...['betId', 'roundId'].map((key) => t(`records.${key}`)),
    ...['placedAt', 'settledAt'].map((key) => `${t(`records.${key}`)} (${timeZone})`),
    ...['game', 'vendor', 'category', 'status', 'stake', 'payout', 'net', 'currency'].map((key) => t(`records.${key}`)),
  ],
  async load({ upstream, visitor, query, days, timeZone, t }, cursor) {
    const callQuery = { ...betQuery(days, timeZone, readBetFilter(query)), ...(cursor === undefined ? {} : { cursor }) };
    const answer = await upstream.call(betExport, { query: callQuery }, visitor);
    if (!answer.success) return answer;
    const { bets, next, currency } = answer.value;
    const lines = bets.map((bet) => [
      ...[bet.betId, bet.roundId, shownTime(bet.placedAt, timeZone), bet.settledAt === null ? '' : shownTime(bet.settledAt, timeZone)],
      ...[bet.gameName, bet.vendorName, categoryLabel(t, bet.gameCategory), t(betStateKey(bet))],
      // As on the page: an open bet is neither won nor lost.
      ...(bet.status === 'open' ? [bet.stake, '', ''] : [bet.stake, bet.payout, bet.net]),
      currency,
    ]);
    return { success: true, value: { lines, next } };
  },
};

const MOVEMENTS: RecordFile = {
  page: ACCOUNT_RECORD_PATH,
  name: 'movements',
  usual: '7d',
  maxDays: RECORD_DAYS.list,
  headings: ({ t, timeZone }) => [
    ...['transferId', 'reference'].map((key) => t(`records.${key}`)),
    `${t('records.at')} (${timeZone})`,
    ...['kind', 'game', 'amount', 'balanceBefore', 'balanceAfter', 'currency'].map((key) => t(`records.${key}`)),
  ],
  async load({ upstream, visitor, query, days, timeZone, t }, cursor) {
    const callQuery = { ...movementQuery(days, timeZone, readMovementFilter(query)), ...(cursor === undefined ? {} : { cursor }) };
    const answer = await upstream.call(movementExport, { query: callQuery }, visitor);
    if (!answer.success) return answer;
    const { movements, next, currency } = answer.value;
    const nameOf = (kind: string) => (MOVEMENT_KINDS.some((known) => known === kind) ? t(`records.kind_${kind}`) : kind);
    const lines = movements.map((movement) => [
      ...[movement.transferId, movement.reference, shownTime(movement.at, timeZone), nameOf(movement.kind), movement.gameName ?? ''],
      ...[movement.amount, movement.balanceBefore ?? '', movement.balanceAfter ?? '', currency],
    ]);
    return { success: true, value: { lines, next } };
  },
};

/** Files by address. */
export const RECORD_FILES: ReadonlyMap<string, RecordFile> = new Map(
  [BETS, MOVEMENTS, ...TEAM_FILES, ...WAGE_FILES].map((file) => [`${file.page}/${FILE_NAME}`, file]),
);

/** Days of a file; the default of the page if the address names none. */
export function daysOf(query: Query, timeZone: string, now: number, { usual }: Pick<RecordFile, 'usual'>): Days {
  const window = readPlayWindow({ query });
  if (window) return windowDays(window, timeZone);
  return readDays(query, timeZone, now, usual, ALL_PERIODS);
}
