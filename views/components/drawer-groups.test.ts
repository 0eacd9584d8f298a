import { describe, expect, test } from 'vitest';
import { MEMBER_TYPE } from '../../shared/constants.ts';
import { testCounts } from '../../shared/test-reward-counts.ts';
import { agentEntries, drawerGroups } from './drawer-groups.ts';
import { AGENT_ENTRIES, MEMBER_ENTRIES, offered } from './member-entries.ts';

const context = {
  t: (key: string) => key,
  menus: [],
  here: '/index',
  features: {},
  contactOutside: false,
  demo: true,
  ownTexts: {},
  help: [],
};
const member = (type: number) => ({
  account: 'a',
  nickname: 'a',
  type,
  vip: null,
  promotions: 0,
  rewards: testCounts(),
  mustChange: false,
});
const keys = (type?: number) => drawerGroups(context, type === undefined ? null : member(type)).map(({ key }) => key);
const hrefs = (features: Readonly<Record<string, boolean>>) =>
  drawerGroups({ ...context, features }, member(0)).flatMap(({ entries }) => entries.map(({ href }) => href));

test.each([
  ['a visitor', undefined, ['quick', 'games', 'more']],
  ['a member', MEMBER_TYPE.member, ['quick', 'games', 'account', 'more']],
  ['a trial account', MEMBER_TYPE.trial, ['quick', 'games', 'account', 'more']],
  ['an agent', MEMBER_TYPE.agent, ['quick', 'games', 'account', 'team', 'more']],
  ['a senior agent', MEMBER_TYPE.seniorAgent, ['quick', 'games', 'account', 'team', 'more']],
])('%s gets the matching groups', (_, type, groups) => {
  expect(keys(type)).toEqual(groups);
});

test('a member on a break sees neither the deposit link nor offers', () => {
  const rest = drawerGroups(context, member(0), true).flatMap(({ entries }) => entries.map(({ href }) => href));
  expect(hrefs({}).filter((href) => !rest.includes(href))).toEqual(['/member/depositv2', '/promotions']);
});

test('pages that are not implemented are in no menu, also if the merchant has switched them on', () => {
  const all = hrefs({ manualRebate: true });
  for (const page of ['referral', 'bonusDetails', 'missionLeaderboard']) expect(all).not.toContain(`/member/${page}`);
  expect(all.filter((href) => href.startsWith('/agent/'))).toEqual([]);
});

describe('an agent', () => {
  const agent = { ...member(MEMBER_TYPE.agent), contracts: { dividend: true, dailySalary: false } };
  const contractPages = (entries: readonly { readonly href: string }[]) =>
    entries.map(({ href }) => href).filter((href) => /Dividend|Wages/.test(href));
  const features = { dividend: false, dailySalary: true, hourlySalary: true };

  test('has the contracts of the contract info in both menus, also against the switches of the merchant', () => {
    const drawer = drawerGroups({ ...context, features }, agent).flatMap(({ entries }) => entries);
    expect(contractPages(drawer)).toEqual(['/agent/agentDividend']);
    expect(contractPages(agentEntries({ ...context, features }, agent))).toEqual(['/agent/agentDividend']);
  });

  test('has no contracts in the menus without contract info, and none whose page the platform lacks', () => {
    expect(contractPages(agentEntries({ ...context, features }, member(MEMBER_TYPE.agent)))).toEqual([]);
    const closed = { ...features, 'page.agentDividend': false };
    expect(contractPages(agentEntries({ ...context, features: closed }, agent))).toEqual([]);
  });

  test('has the agent centre in the account menu, and other accounts do not', () => {
    expect(agentEntries(context, agent)[0]).toMatchObject({ label: 'header.agentCentre', href: '/agent/agentTeamOverview' });
    for (const account of [null, member(MEMBER_TYPE.member), member(MEMBER_TYPE.trial)]) expect(agentEntries(context, account)).toEqual([]);
  });
});

test('all implemented pages are in the menu', () => {
  for (const page of ['depositv2', 'withdraw', 'personalHistoryCopy', 'transactionHistory', 'messageV2'])
    expect(hrefs({})).toContain(`/member/${page}`);
  expect(hrefs({})).toEqual(expect.arrayContaining(['/promotions', '/vip', '/down', '/customerService', '/help']));
  expect(MEMBER_ENTRIES).toHaveLength(16);
});

test("wages and dividends of agents follow the merchant's switches", () => {
  const pages = (features: Readonly<Record<string, boolean>>) => offered(AGENT_ENTRIES, features).map(({ page }) => page);
  expect(pages({})).toHaveLength(8);
  expect(pages({ dividend: true, realTimeSalary: true })).toEqual(expect.arrayContaining(['agentDividend', 'agentRealTimeWages']));
});

test("customer service is a page of the site, or a separate window if the merchant's is on another site", () => {
  const entry = (contactOutside: boolean) =>
    drawerGroups({ ...context, contactOutside }, null).flatMap(({ entries }) => entries.filter(({ href }) => href === '/customerService'));
  expect(entry(false)).toMatchObject([{ popup: false }]);
  expect(entry(true)).toMatchObject([{ popup: true }]);
});
