import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACTIONS, type Action, isActionAllowed, ROLES } from '../operators/roles.ts';
import { signInAs } from '../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';
import { consoleAreas } from './test-areas.ts';

/** Written by hand: a missing page or a changed action must be intended. */
const PAGES: Readonly<Record<string, Action>> = {
  '': 'overview',
  '/account': 'account',
  '/deposits': 'deposits.read',
  '/deposits/:id': 'deposits.read',
  '/deposits.csv': 'deposits.read',
  '/withdrawals.csv': 'withdrawals.read',
  '/deposits/:id/pictures/:upload': 'deposits.read',
  '/channels': 'deposits.read',
  '/suspense': 'deposits.read',
  '/suspense/:id': 'deposits.read',
  '/withdrawals': 'withdrawals.read',
  '/withdrawals/:id': 'withdrawals.read',
  '/withdrawals/:id/pictures/:upload': 'withdrawals.read',
  '/members': 'members.read',
  '/members/:id': 'members.read',
  '/agents': 'members.add',
  '/new-member': 'members.add',
  '/applications': 'members.add',
  '/agent-moves': 'agents.move',
  '/vip-levels': 'members.adjust',
  '/referrals': 'members.adjust',
  '/promotions': 'members.adjust',
  '/promotions/new': 'members.adjust',
  '/promotions/items/:id': 'members.adjust',
  '/promotions/applications': 'members.adjust',
  '/promotions/applications/:id': 'members.adjust',
  '/promotions/applications/:id/pictures/:upload': 'members.adjust',
  '/raffles': 'members.adjust',
  '/raffles/new': 'members.adjust',
  '/raffles/items/:id': 'members.adjust',
  '/vip-levels/:id': 'members.adjust',
  '/reviews': 'reviews.read',
  '/reviews/:id': 'reviews.read',
  '/bonus-checks': 'reviews.read',
  '/bonus-checks/:id': 'reviews.read',
  '/pairs': 'members.limit',
  '/pairs/:loser/:winner': 'members.limit',
  '/adjustments': 'members.adjust',
  '/wages': 'members.adjust',
  '/rewards': 'members.adjust',
  '/bonuses': 'members.adjust',
  '/free-rounds': 'members.adjust',
  '/cashback': 'members.adjust',
  '/cashback.csv': 'members.adjust',
  '/member-cashback/:id': 'members.adjust',
  '/points': 'members.adjust',
  '/points/:id': 'members.adjust',
  '/member-points/:id': 'members.adjust',
  '/point-goods': 'members.adjust',
  '/point-goods/new': 'members.adjust',
  '/point-goods/items/:id': 'members.adjust',
  '/point-goods/items/:id/picture/:hash': 'members.adjust',
  '/vendor-money': 'withdrawals.pay',
  '/feedback': 'feedback.answer',
  '/feedback/:id/pictures/:upload': 'feedback.answer',
  '/chat': 'chat.moderate',
  '/content': 'content.edit',
  '/content/new': 'content.edit',
  '/content/items/:id': 'content.edit',
  '/content/items/:id/picture/:picture': 'content.edit',
  '/switches': 'games.switch',
  '/draws': 'draws.manage',
  '/draws/:provider/:draw': 'draws.manage',
  '/providers': 'providers.manage',
  '/new-provider': 'providers.manage',
  '/providers/:code': 'providers.manage',
  '/site': 'site.switch',
  '/regions': 'site.regions',
  '/log': 'log.read',
  '/log.csv': 'log.read',
  '/log-anchor.txt': 'log.read',
  '/outbox': 'outbox.read',
  '/operators': 'operators.manage',
  '/operators/:id': 'operators.manage',
};
const FORMS: Readonly<Record<string, Action>> = {
  '/account/password': 'account',
  '/deposits/approve': 'deposits.review',
  '/deposits/reject': 'deposits.review',
  '/deposits/send-back': 'deposits.review',
  '/suspense/credit': 'deposits.review',
  '/suspense/send-back': 'deposits.review',
  '/withdrawals/approve': 'withdrawals.review',
  '/withdrawals/reject': 'withdrawals.review',
  '/withdrawals/paid': 'withdrawals.pay',
  '/withdrawals/dispute': 'withdrawals.review',
  '/withdrawals/number': 'withdrawals.pay',
  '/withdrawals/select': 'withdrawals.review',
  '/withdrawals/approve-selected': 'withdrawals.review',
  '/withdrawals/by-hand': 'withdrawals.pay',
  '/payouts/settle': 'withdrawals.pay',
  '/vendor-money/settle': 'withdrawals.pay',
  '/members/note': 'members.read',
  '/members/lock': 'members.lock',
  '/members/unlock': 'members.lock',
  '/members/sign-out': 'members.lock',
  '/members/payment-password': 'members.lock',
  '/members/password': 'members.password',
  '/members/limit': 'members.limit',
  '/new-member/add': 'members.add',
  '/agents/appoint': 'members.add',
  '/applications/approve': 'members.add',
  '/applications/refuse': 'members.add',
  '/agent-moves/request': 'agents.move',
  '/vip-levels/request': 'members.adjust',
  '/referrals/release': 'members.adjust',
  '/referrals/refuse': 'members.adjust',
  '/vip-levels/approve': 'members.adjust',
  '/vip-levels/reject': 'members.adjust',
  '/agent-moves/demote': 'agents.move',
  '/agent-moves/approve': 'agents.move',
  '/agent-moves/reject': 'agents.move',
  '/agents/code': 'members.add',
  '/agents/code-off': 'members.add',
  '/agents/code-on': 'members.add',
  '/reviews/release': 'reviews.decide',
  '/reviews/confirm': 'reviews.decide',
  '/bonus-checks/dismiss': 'reviews.decide',
  '/bonus-checks/stop': 'reviews.decide',
  '/bonus-checks/allow': 'reviews.decide',
  '/adjustments/propose': 'members.adjust',
  '/adjustments/approve': 'members.adjust',
  '/adjustments/reject': 'members.adjust',
  '/wages/propose': 'members.adjust',
  '/wages/fund': 'members.adjust',
  '/wages/fund-reject': 'members.adjust',
  '/wages/approve': 'members.adjust',
  '/wages/reject': 'members.adjust',
  '/wages/offer': 'members.adjust',
  '/wages/end': 'members.adjust',
  '/cashback/pause': 'members.adjust',
  '/cashback/resume': 'members.adjust',
  '/points/approve': 'members.adjust',
  '/points/reject': 'members.adjust',
  '/member-points/adjust': 'members.adjust',
  '/point-goods/save': 'members.adjust',
  '/promotions/save': 'members.adjust',
  '/promotions/publish': 'members.adjust',
  '/promotions/stop': 'members.adjust',
  '/promotions/applications/approve': 'members.adjust',
  '/promotions/applications/reject': 'members.adjust',
  '/raffles/save': 'members.adjust',
  '/raffles/publish': 'members.adjust',
  '/raffles/cancel': 'members.adjust',
  '/point-goods/picture': 'members.adjust',
  '/point-goods/codes': 'members.adjust',
  '/bonuses/offer': 'members.adjust',
  '/bonuses/withdraw': 'members.adjust',
  '/free-rounds/give': 'members.adjust',
  '/free-rounds/withdraw': 'members.adjust',
  '/rewards/propose': 'members.adjust',
  '/rewards/fund': 'members.adjust',
  '/rewards/fund-reject': 'members.adjust',
  '/feedback/answer': 'feedback.answer',
  '/chat/delete': 'chat.moderate',
  '/chat/restore': 'chat.moderate',
  '/content/save': 'content.edit',
  '/content/preview': 'content.edit',
  '/content/withdraw': 'content.edit',
  '/content/picture': 'content.edit',
  '/content/picture-off': 'content.edit',
  '/switches/off': 'games.switch',
  '/switches/on': 'games.switch',
  '/draws/close': 'draws.manage',
  '/draws/void': 'draws.manage',
  '/draws/reverse': 'draws.manage',
  '/draws/limits': 'draws.manage',
  '/draws/approve': 'draws.manage',
  '/draws/reject': 'draws.manage',
  '/providers/save': 'providers.manage',
  '/providers/key': 'providers.manage',
  '/providers/close': 'providers.manage',
  '/providers/open': 'providers.manage',
  '/providers/fetch': 'providers.manage',
  '/providers/game': 'providers.manage',
  '/site/close': 'site.switch',
  '/site/open': 'site.switch',
  '/regions/preview': 'site.regions',
  '/regions/propose': 'site.regions',
  '/regions/approve': 'site.regions',
  '/regions/reject': 'site.regions',
  '/operators/add': 'operators.manage',
  '/operators/disable': 'operators.manage',
  '/operators/enable': 'operators.manage',
  '/operators/reset-app': 'operators.manage',
  '/operators/password': 'operators.manage',
};

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(async () => {
  expect(test.faults).toEqual([]);
  await test.close();
});

it('has every page and every form', () => {
  const areas = consoleAreas();
  const found = (parts: readonly { readonly path: string; readonly action: Action }[]) =>
    Object.fromEntries(parts.map(({ path, action }) => [path, action]));
  expect(found(areas.flatMap(({ pages, files = [] }) => [...pages, ...files]))).toEqual(PAGES);
  expect(found(areas.flatMap(({ forms }) => forms))).toEqual(FORMS);
  expect(ACTIONS.filter((action) => ![...Object.values(PAGES), ...Object.values(FORMS)].includes(action))).toEqual([]);
});

it.each(ROLES)('allows the role %s exactly its actions', async (role) => {
  const operator = await signInAs(test, role);
  await operator.get('');
  const at = (path: string) => path.replace(/:\w+/g, 'nothing');
  for (const [path, action] of Object.entries(PAGES)) {
    const { status } = await operator.get(at(path));
    expect([path, status === 403]).toEqual([path, !isActionAllowed(role, action)]);
    expect(status).not.toBe(500);
  }
  for (const [path, action] of Object.entries(FORMS)) {
    // Without fields no form has an effect.
    const { status } = await operator.post(at(path));
    expect([path, status]).toEqual([path, isActionAllowed(role, action) ? 422 : 403]);
  }
});

it('opens nothing without a session', async () => {
  for (const path of Object.keys(PAGES)) {
    const { status, headers } = await test.request('GET', `/internal/console${path.replace(/:\w+/g, 'nothing')}`);
    expect([path, status, headers.location]).toEqual([path, 303, '/console/sign-in']);
  }
  for (const path of Object.keys(FORMS)) expect((await test.request('POST', `/internal/console${path}`)).status).toBe(303);
});
