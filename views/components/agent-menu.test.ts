import { expect, test } from 'vitest';
import { agentMenu, withContracts } from './member-entries.ts';

test('the menu of the agent centre has name, page, type and data; contracts only where the merchant uses them', () => {
  const plain = agentMenu({});
  expect(plain).toHaveLength(7);
  expect(plain[1]).toEqual({ name: 'header.agentTeamOverview', page: 'agentTeamOverview', icon: 'users', type: 'page', data: null });
  const contracts = agentMenu({ dividend: true, dailySalary: true, hourlySalary: true, realTimeSalary: true }).filter(
    ({ type }) => type === 'contract',
  );
  expect(contracts.map(({ page, data }) => [page, data])).toEqual([
    ['agentDividend', 'divtypeinfo'],
    ['agentDailyWages', 'dailysalinfotype'],
    ['agentHourlyWages', 'contracthoursalinfo'],
    ['agentRealTimeWages', 'realtimesalinfotype'],
  ]);
});

test('the income of an agent is listed with a contract only', () => {
  const has = (features: Record<string, boolean>) => agentMenu(features).some(({ page }) => page === 'agentIncome');
  expect([has({}), has({ hourlySalary: true }), has({ dividend: false })]).toEqual([false, true, false]);
});

test('the contract info of an agent decides on pages of contracts, and on nothing else', () => {
  const info = { divtypeinfo: true, dailysalinfotype: false, contracthoursalinfo: true, realtimesalinfotype: false, divtypereq: 'none' };
  const features = withContracts({ dailySalary: true, dividend: false, chatRoom: true }, info);
  expect(features).toEqual({ dividend: true, dailySalary: false, hourlySalary: true, realTimeSalary: false, chatRoom: true });
  expect(agentMenu(features).flatMap(({ page, type }) => (type === 'contract' ? [page] : []))).toEqual([
    'agentDividend',
    'agentHourlyWages',
  ]);
});
