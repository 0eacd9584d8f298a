import { TEAM_DAYS } from '../../../shared/api/agent-team/constants.ts';
import {
  teamBetExport,
  teamMemberExport,
  teamTransactionExport,
  teamWageExport,
  windowBetExport,
} from '../../../shared/api/agent-team/contract.ts';
import type { TeamPerson } from '../../../shared/api/agent-team/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { MOVEMENT_KINDS } from '../../../shared/records.ts';
import { agentHref } from '../../../views/components/member-entries.ts';
import { readTeamBetFilter, teamBetQuery } from '../pages/agent/team-betting.ts';
import { peopleQuery, readPeopleFilter } from '../pages/agent/team-people.ts';
import { readTransactionFilter, transactionQuery } from '../pages/agent/team-transactions.ts';
import { readWagesBelowFilter, wagesBelowQuery } from '../pages/agent/team-wages.ts';
import { type PlayWindow, readPlayWindow, readWindowFilter, windowQuery } from '../pages/agent/window-betting.ts';
import { shownTime } from '../pages/shown-time.ts';
import type { FileInput, RecordFile } from './contracts.ts';

const PERSON_KEYS = ['person', 'kind', 'level'] as const;
const SUM_KEYS = ['rounds', 'stake', 'validBet', 'payout', 'net', 'deposits', 'withdrawals', 'bonuses', 'wages'] as const;
const BET_KEYS = ['rounds', 'stake', 'payout', 'net'] as const;
const WINDOW_KEYS = ['rounds', 'stake', 'validBet', 'payout', 'net'] as const;

function headings(t: Translate, keys: readonly string[]): string[] {
  return keys.map((key) => t(`team.${key}`));
}

function personCells(t: Translate, person: TeamPerson): string[] {
  return [person.account, t(person.agent ? 'team.agent' : 'team.member'), String(person.level)];
}

function peopleFile(page: 'agentTeamManagement' | 'agentProfit', name: string): RecordFile {
  return {
    page: agentHref(page),
    name,
    maxDays: TEAM_DAYS,
    headings: ({ t, timeZone }) => [
      ...headings(t, [...PERSON_KEYS, 'upline']),
      ...['registered', 'lastLogin'].map((key) => `${t(`team.${key}`)} (${timeZone})`),
      ...headings(t, ['below', 'balance', ...SUM_KEYS]),
      t('records.currency'),
    ],
    async load({ upstream, visitor, query, days, timeZone, t }, cursor) {
      const filter = peopleQuery(days, readPeopleFilter({ query }, page));
      const answer = await upstream.call(teamMemberExport, { query: { ...filter, ...place(cursor) } }, visitor);
      if (!answer.success) return answer;
      const { people, next, currency } = answer.value;
      const lines = people.map((person) => [
        ...personCells(t, person),
        person.upline,
        shownTime(person.registeredAt, timeZone),
        person.lastLoginAt === null ? '' : shownTime(person.lastLoginAt, timeZone),
        String(person.below),
        person.balance,
        ...SUM_KEYS.map((key) => String(person[key])),
        currency,
      ]);
      return { success: true, value: { lines, next: next === null ? null : String(next) } };
    },
  };
}

function betHeadings({ t, query }: FileInput): string[] {
  return [...headings(t, [readTeamBetFilter({ query }).by, 'kind', 'level', ...BET_KEYS]), t('records.currency')];
}

function windowHeadings({ t, query, timeZone }: FileInput): string[] {
  const { by } = readWindowFilter({ query });
  const changes = by === 'bet' ? [`${t('team.at')} (${timeZone})`, t('team.change'), t('records.betId')] : [];
  return [...headings(t, [by, ...PERSON_KEYS]), ...changes, ...headings(t, WINDOW_KEYS), t('records.currency')];
}

/** The play of a window of wages. */
async function windowBatch({ upstream, visitor, query, timeZone, t }: FileInput, window: PlayWindow, cursor: string | undefined) {
  const filter = readWindowFilter({ query });
  const answer = await upstream.call(windowBetExport, { query: { ...windowQuery(window, filter), ...place(cursor) } }, visitor);
  if (!answer.success) return answer;
  const { lines: found, next, currency } = answer.value;
  const lines = found.map(({ label, person, change, ...line }) => [
    label,
    ...(person ? personCells(t, person) : ['', '', '']),
    ...(change ? [shownTime(change.at, timeZone), t(`team.change_${change.kind}`), change.betId ?? ''] : []),
    ...WINDOW_KEYS.map((key) => String(line[key])),
    currency,
  ]);
  return { success: true, value: { lines, next: next === null ? null : String(next) } } as const;
}

const BETS: RecordFile = {
  page: agentHref('agentTeamBetting'),
  name: 'team-bets',
  maxDays: TEAM_DAYS,
  headings: (input) => (readPlayWindow(input) ? windowHeadings(input) : betHeadings(input)),
  async load(input, cursor) {
    const window = readPlayWindow(input);
    if (window) return windowBatch(input, window, cursor);
    const { upstream, visitor, query, days, t } = input;
    const filter = teamBetQuery(days, readTeamBetFilter({ query }));
    const answer = await upstream.call(teamBetExport, { query: { ...filter, ...place(cursor) } }, visitor);
    if (!answer.success) return answer;
    const { lines: found, next, currency } = answer.value;
    const lines = found.map((line) => [
      ...(line.person ? personCells(t, line.person) : [line.label, '', '']),
      ...BET_KEYS.map((key) => String(line[key])),
      currency,
    ]);
    return { success: true, value: { lines, next: next === null ? null : String(next) } };
  },
};

const TRANSACTIONS: RecordFile = {
  page: agentHref('agentTransactions'),
  name: 'team-transactions',
  maxDays: TEAM_DAYS,
  headings: ({ t, timeZone }) => [
    t('records.transferId'),
    ...headings(t, PERSON_KEYS),
    t('team.transactionKind'),
    `${t('team.at')} (${timeZone})`,
    t('team.amount'),
    t('records.currency'),
  ],
  async load({ upstream, visitor, query, days, timeZone, t }, cursor) {
    const filter = transactionQuery(days, readTransactionFilter({ query }));
    const answer = await upstream.call(
      teamTransactionExport,
      { query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } },
      visitor,
    );
    if (!answer.success) return answer;
    const { lines: found, next, currency } = answer.value;
    const nameOf = (kind: string) => (MOVEMENT_KINDS.some((known) => known === kind) ? t(`records.kind_${kind}`) : kind);
    const lines = found.map((line) => [
      line.transferId,
      ...personCells(t, line.person),
      nameOf(line.kind),
      shownTime(line.at, timeZone),
      line.amount,
      currency,
    ]);
    return { success: true, value: { lines, next } };
  },
};

const WAGES_BELOW: RecordFile = {
  page: agentHref('agentIncome'),
  name: 'wages-below',
  maxDays: TEAM_DAYS,
  headings: ({ t, timeZone }) => [
    t('wages.number'),
    ...headings(t, PERSON_KEYS),
    t('team.transactionKind'),
    ...['windowStart', 'windowEnd', 'paidAt'].map((key) => `${t(`wages.${key}`)} (${timeZone})`),
    ...headings(t, ['paidBy', 'amount']),
    t('records.currency'),
  ],
  async load({ upstream, visitor, query, days, timeZone, t }, cursor) {
    const filter = wagesBelowQuery(days, readWagesBelowFilter({ query }));
    const answer = await upstream.call(teamWageExport, { query: { ...filter, ...place(cursor) } }, visitor);
    if (!answer.success) return answer;
    const { lines: found, next, currency } = answer.value;
    const lines = found.map((line) => [
      line.statementId,
      ...personCells(t, line.person),
      t(`team.income_${line.kind}`),
      ...[line.windowStart, line.windowEnd, line.paidAt].map((at) => shownTime(at, timeZone)),
      t(`team.paidBy_${line.by}`),
      line.amount,
      currency,
    ]);
    return { success: true, value: { lines, next: next === null ? null : String(next) } };
  },
};

/** Cursor of people and sums: the number of lines read. */
function place(cursor: string | undefined): { readonly cursor?: number } {
  return cursor === undefined ? {} : { cursor: Number(cursor) };
}

export const TEAM_FILES: readonly RecordFile[] = [
  peopleFile('agentTeamManagement', 'team'),
  peopleFile('agentProfit', 'team-profit'),
  BETS,
  TRANSACTIONS,
  WAGES_BELOW,
];
