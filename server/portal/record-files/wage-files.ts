import { percentText } from '../../../shared/api/agent-contracts/form.ts';
import { WAGE_LIST_DAYS } from '../../../shared/api/agent-wages/constants.ts';
import { wageExport } from '../../../shared/api/agent-wages/contract.ts';
import { WAGE_KINDS, type WageKind } from '../../../shared/rules/wages.ts';
import { agentHref, WAGE_PAGES } from '../../../views/components/member-entries.ts';
import { readWageState, usualPeriod, wageQuery } from '../pages/agent/wages.ts';
import { shownTime } from '../pages/shown-time.ts';
import type { RecordFile } from './contracts.ts';

const NAMES: Readonly<Record<WageKind, string>> = {
  dividend: 'dividends',
  daily: 'daily-wages',
  hourly: 'hourly-wages',
  realtime: 'real-time-wages',
};

function wageFile(kind: WageKind): RecordFile {
  return {
    page: agentHref(WAGE_PAGES[kind]),
    name: NAMES[kind],
    maxDays: WAGE_LIST_DAYS,
    usual: usualPeriod(kind),
    headings: ({ t, timeZone }) => [
      t('wages.number'),
      ...['windowStart', 'windowEnd'].map((key) => `${t(`wages.${key}`)} (${timeZone})`),
      ...['state', 'validBet', 'profit', 'active'].map((key) => t(`wages.${key}`)),
      `${t('wages.rate')} (%)`,
      t('wages.amount'),
      t('records.currency'),
    ],
    async load({ upstream, visitor, query, days, timeZone, t }, cursor) {
      const filter = wageQuery(kind, days, readWageState({ query }));
      const answer = await upstream.call(wageExport, { query: { ...filter, ...(cursor === undefined ? {} : { cursor }) } }, visitor);
      if (!answer.success) return answer;
      const { statements, next, currency } = answer.value;
      const lines = statements.map((line) => [
        line.statementId,
        shownTime(line.windowStart, timeZone),
        shownTime(line.windowEnd, timeZone),
        t(`wages.state_${line.state}`),
        line.validBet,
        line.profit,
        String(line.activeMembers),
        percentText(line.rateBp),
        line.amount,
        currency,
      ]);
      return { success: true, value: { lines, next } };
    },
  };
}

export const WAGE_FILES: readonly RecordFile[] = WAGE_KINDS.map(wageFile);
