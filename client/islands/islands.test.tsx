import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Game } from '../../shared/api/games/schemas.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { currencyView } from '../../shared/money/amount-text.ts';
import { testCounts } from '../../shared/test-reward-counts.ts';
import type { IslandComponent, IslandModule } from '../runtime/island.ts';
import { islandPrefix, islandRoot } from '../runtime/island-root.tsx';
import type { ContractPreviewProps } from './agent/props.ts';
import { DEPOSIT_CASES } from './deposit/test-props.ts';
import type { ListFilter } from './games/list-filter.ts';
import type { MatchView } from './games/match-view.ts';
import type { IslandName, IslandPropsByName, IslandTexts } from './island-props.ts';
import { MISSION_LIST_CASES, POINT_CONVERT_CASES, POINT_REDEEM_CASES, REWARD_LIST_CASES } from './rewards/test-props.ts';
import { SECURITY_CASES } from './security/test-props.ts';
import { MY_WALLET_CASES, TRANSFER_DOWNLINE_CASES, TRANSFER_UPLINE_CASES } from './transfer/test-props.ts';
import { WITHDRAW_CASES } from './withdrawal/test-props.ts';

const components = import.meta.glob<IslandComponent>('./*/*.island.tsx', { eager: true, import: 'default' });
const lists = Object.values(import.meta.glob<IslandTexts>('./*/island-texts.ts', { eager: true, import: 'TEXTS' }));
/** The islands by name. */
const modules: Readonly<Record<string, IslandModule>> = Object.fromEntries(
  Object.entries(components).map(([path, component]) => {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.island.tsx'.length);
    return [name, { default: component, texts: lists.find((list) => name in list)?.[name as IslandName] ?? [] }];
  }),
);

const member = { account: 'harbour1', nickname: 'Harbour', type: 0, vip: 'Silver', promotions: 2, rewards: testCounts() };
const DOLLARS = currencyView('USD');
const balance = { sumBalance: '1284.5000', currency: 'USD', currencySymbol: '$', version: 3, asOf: '2026-01-01T00:00:00.000Z' } as const;
const links = {
  personalCentre: '/member/securityCenter',
  deposit: '/member/depositv2',
  withdraw: '/member/withdraw',
  bettingRecord: '/member/record',
  inbox: '/member/messageV2',
};
const rule = { enabled: true, required: true, acceptedPattern: '*', patternId: 0, minLength: 6, maxLength: 20 };
const register = {
  fields: { username: rule, password: rule },
  mobileRegister: false,
  usernameRegister: true,
  mobileWithPassword: true,
  minimumAge: 18,
  termsPreTicked: false,
};
const game: Game = {
  gameId: 'gem-cascade',
  nodeId: '1',
  vassalage: 'NORTH',
  accountTypeName: 'Northlight',
  gameName: 'Gem Cascade',
  nodeName: 'Gem Cascade',
  showIcon: '/studio/art/gem.svg',
  supportPlay: 0,
  gameType: 'VIDEO_SLOT',
  gameCategory: 'RNG',
  rtp: '96.00',
  minBet: '0.1000',
  lineNum: 20,
  isHot: true,
  isNew: false,
  maintenance: false,
};
const bet = {
  betId: 'b1',
  roundId: 'r1',
  gameId: 'gem-cascade',
  gameName: 'Gem Cascade',
  vassalage: 'NORTH',
  vendorName: 'Northlight',
  gameCategory: 'RNG' as const,
  stake: '1.0000' as const,
  payout: '2.5000' as const,
  net: '1.5000' as const,
  status: 'won' as const,
  placedAt: '2026-01-01T00:00:00.000Z',
  settledAt: null,
  transfers: [{ transferId: '7', kind: 'bet', reference: 'x', amount: '-1.0000' as const, at: '2026-01-01T00:00:00.000Z' }],
  verifyUrl: '/studio/verify?round=r1',
  placedAtText: '2026-01-01 08:00:00',
  settledAtText: null,
  legViews: [],
  summary: '',
  lines: [],
  transferTexts: ['2026-01-01 08:00:00'],
};
const recordList = {
  action: '/member/record',
  parameters: {},
  period: { name: 'custom', from: '2026-01-01', to: '2026-01-02', maxDays: 92, problem: '' },
  timeZone: 'UTC',
  pageNum: 1,
  totalPages: 2,
  csvHref: '/member/record/record.csv',
  currency: DOLLARS,
} as const;
const movement = {
  transferId: '7',
  reference: 'deposit:d1',
  kind: 'deposit',
  atText: '2026-01-01 08:00:00',
  amount: '50.0000',
  balanceBefore: '0.0000',
  balanceAfter: '50.0000',
  gameName: 'Gem Cascade',
  subject: { type: 'deposit', href: '/member/depositv2?depositId=d1' },
} as const;
const accountRecord: IslandPropsByName['account-record'] = {
  ...recordList,
  movements: [],
  sheet: {
    opening: '0.0000',
    credited: '50.0000',
    debited: '0.0000',
    closing: '50.0000',
    sums: [{ kind: 'deposit', count: 1, amount: '50.0000' }],
    balanced: true,
  },
  filter: { group: '', account: 'wallet' },
  accounts: [
    { value: 'wallet', label: 'Wallet' },
    { value: 'hold', label: 'On hold' },
  ],
  months: [{ value: '2026-01', label: 'January 2026' }],
  single: false,
};
const modal: IslandPropsByName['modal-host'] = {
  open: null,
  tab: null,
  features: {},
  affiliateCode: '',
  resetTicket: '',
  countries: null,
  captcha: null,
  step: null,
  outbox: null,
  confirm: null,
  next: null,
  form: null,
  done: null,
  register,
  referralCode: '',
  recommenderId: '',
  termsHref: '/help/terms',
  banners: { login: null, register: null },
};

const features = {
  smsLogin: true,
  codeLogin: true,
  passkeyLogin: true,
  google: true,
  facebook: true,
  freePlay: true,
  emailRecovery: true,
  phoneRecovery: true,
};
const countries = [{ countryCode: 'TH', countryDialingCode: '66', name: 'Thailand' }];
const step = {
  reason: 'second_factor' as const,
  methods: [],
  mobile: '•••• 4321',
  email: 'd•••@e•••.com',
  expiresAt: '2026-01-01T00:10:00.000Z',
};

const passkey = { id: 'k1', name: 'Phone', createdText: '2026-01-01', lastUsedText: null, backedUp: true };
const session = {
  id: 's1',
  current: true,
  device: '',
  place: '203.0.113.7',
  seenText: '2026-01-01 08:00',
  createdText: '2026-01-01 08:00',
};
const totp: IslandPropsByName['security-totp'] = {
  account: 'harbour1',
  brand: 'Lagoon',
  sinceText: null,
  recoveryCodesLeft: 0,
  setup: null,
  confirmFirst: false,
  codes: null,
  form: null,
  page: '/member/secondFactor',
};

const language = { current: 'EN', languages: [{ code: 'EN', tag: 'en', name: 'English' }], here: '/index' };

const filter: ListFilter = { category: 'RNG', vendors: [], gameType: '', gameName: '', minBet: '', minLineNum: '', sort: 'popular' };
const narrow: ListFilter = { ...filter, vendors: ['NORTH'], gameType: 'VIDEO_SLOT', gameName: 'gem', minBet: '1', minLineNum: '20' };
const grid: IslandPropsByName['game-grid'] = {
  games: [game],
  pageNum: 1,
  start: 0,
  totalPages: 2,
  total: 30,
  path: '/rng',
  filter,
  vendors: [{ code: 'NORTH', name: 'Northlight', count: 30, hot: true }],
  types: [{ code: 'VIDEO_SLOT', label: 'Video slots' }],
  minBets: ['0.10', '1'],
  all: 30,
  instead: [],
  currency: DOLLARS,
};
const match: MatchView = {
  isVirtual: true,
  matchId: 'm1',
  gameId: 'DS_CUP',
  league: 'Harbour league',
  home: { name: 'Gulls', odds: '1.80' },
  away: { name: 'Herons', odds: '2.10' },
  draw: '3.20',
  startsAt: '2026-01-01T00:10:00.000Z',
  featured: true,
  score: null,
  live: false,
  endsAt: '2026-01-01T00:13:00.000Z',
  minutes: 90,
  whenText: '08:10',
};

const draw = { gameCode: 'DIGIT_1', issue: '20260101-001', numbers: ['4', '0', '4'], drawnAt: '2026-01-01T00:00:00.000Z', verifyUrl: '/v' };
const lottery = {
  code: 'DIGIT_1',
  gameName: 'Tide digits',
  showIcon: '/a.svg',
  issueSeconds: 300,
  maintenance: false,
  latest: draw,
  current: { issue: '20260101-002', closesAt: '2026-01-01T00:05:00.000Z', drawsAt: '2026-01-01T00:05:10.000Z', closesText: '08:05:00' },
};

const CONTRACT: ContractPreviewProps = {
  kind: 'daily',
  period: null,
  account: 'coralbay',
  own: {
    tiers: [{ rateBp: 80, minValidBet: '100.0000', minProfit: '0.0000', minActive: 0 }],
    minSingleBet: '50.0000',
    carryNegative: true,
    ownPlay: false,
  },
  ceilingBp: 100,
  highestBp: 80,
  currency: DOLLARS,
  fields: { rate1: '0.4', rate2: '0.9', validBet2: '1000', exampleBet: '5000', exampleLoss: '10', exampleActive: '3' },
};

const CASES: { readonly [Name in keyof IslandPropsByName]: readonly IslandPropsByName[Name][] } = {
  'header-bar': [
    { member: null, balance: null, links, more: [], here: '/index', dialogOpen: false },
    {
      member,
      balance,
      links,
      more: [{ icon: 'users', label: 'Team', href: '/agent/agentTeamOverview' }],
      here: '/index',
      dialogOpen: false,
    },
  ],
  'security-totp': [
    totp,
    { ...totp, confirmFirst: true },
    { ...totp, setup: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Lagoon:harbour1?secret=JBSWY3DPEHPK3PXP' } },
    { ...totp, codes: ['0000-0000-0000-0000'] },
    { ...totp, sinceText: '2026-01-01', recoveryCodesLeft: 2 },
  ],
  'security-passkeys': [
    { passkeys: [], maxCount: 10, form: null, page: '/member/secondFactor' },
    { passkeys: [passkey], maxCount: 1, form: null, page: '/member/secondFactor' },
  ],
  'security-sessions': [
    { sessions: [session], form: null, page: '/member/sessions' },
    { sessions: [session, { ...session, id: 's2', current: false, device: 'Chrome, Android' }], form: null, page: '/member/sessions' },
  ],
  ...SECURITY_CASES,
  'feedback-form': [
    { call: 'ticket.open', maxLength: 1_000, form: null, back: '/member/messageV2?tab=feedback', guest: null },
    { call: 'feedback.send', maxLength: 140, form: null, back: '/customerService', guest: { captcha: { key: 'k', image: 'aGVsbG8=' } } },
  ],
  'security-contact': [
    {
      channel: 'email',
      current: 'd•••@e•••.com',
      countries: null,
      form: null,
      sent: true,
      outbox: null,
      page: '/member/contact?channel=email',
    },
    { channel: 'sms', current: null, countries: [], form: null, sent: false, outbox: null, page: '/member/contact?channel=sms' },
  ],
  'modal-host': [
    modal,
    { ...modal, open: 'login', next: '/game?gameId=a' },
    { ...modal, open: 'login', tab: 'sms', features, countries },
    { ...modal, open: 'login', tab: 'code', features, done: 'reset' },
    { ...modal, open: 'register' },
    { ...modal, open: 'forgot', features },
    { ...modal, open: 'forgot', features, tab: 'phone', countries },
    { ...modal, open: 'forgot', features, done: 'sent' },
    { ...modal, open: 'reset' },
    { ...modal, open: 'reset', resetTicket: 'ticket-0123456789' },
    { ...modal, open: 'step', step: { ...step, methods: ['totp', 'recovery', 'sms', 'email', 'passkey'] } },
    { ...modal, open: 'step', step: { ...step, reason: 'unregistered_address', methods: ['email'] } },
    { ...modal, open: 'social', affiliateCode: 'HARBOUR' },
    { ...modal, open: 'change-password', mustChange: true },
    { ...modal, open: 'confirm', confirm: { account: 'harbour1', idle: true, methods: ['totp', 'password'] } },
  ],
  'game-dropdown': [
    {
      items: [
        { kind: 'link', label: 'Home', href: '/index', current: true, badge: null },
        { kind: 'category', label: 'Slots', href: '/rng', current: false, category: 'RNG', vendors: [] },
      ],
    },
  ],
  drawer: [
    {
      member: null,
      balance: null,
      links,
      groups: [{ key: 'games', title: 'Games', members: false, entries: [{ label: 'Slots', href: '/rng', icon: 'cherry' }] }],
      language,
      here: '/',
    },
    { member, balance, links, groups: [], language, here: '/' },
  ],
  'language-menu': [language],
  'theme-toggle': [{ theme: 'dark', here: '/index' }],
  'game-grid': [
    grid,
    { ...grid, totalPages: 1, total: 1, path: '/live', filter: { ...filter, category: 'LIVE' } },
    { ...grid, games: [], total: 0, totalPages: 1, instead: [{ ...game, maintenance: true }], filter: narrow },
  ],
  'lottery-lobby': [
    {
      path: '/lottery',
      games: [lottery],
      selected: 'DIGIT_1',
      draws: [{ ...draw, drawnText: '01-01 08:00:00' }],
      playType: null,
      timeZone: 'UTC',
      pushed: [],
    },
    {
      path: '/vnlottery',
      games: [{ ...lottery, current: null, latest: null, maintenance: true, issueSeconds: 90 }],
      selected: null,
      draws: null,
      playType: null,
      timeZone: 'UTC',
      pushed: [],
    },
    { path: '/seaLottery', games: [], selected: null, draws: [], playType: null, timeZone: 'UTC', pushed: [] },
  ],
  'my-games': [
    { member: null, currency: DOLLARS },
    { member: { name: 'Marina', trial: false, resting: false, funded: true, isNew: false }, currency: DOLLARS },
  ],
  'search-box': [
    {
      total: 12,
      categories: [{ label: 'Slots', note: 'Category', href: '/rng', icon: 'cherry' }],
      providers: [{ label: 'Northlight', note: 'Provider', href: '/rng?page=NORTH', picture: '/north.svg' }],
    },
  ],
  'match-list': [
    { gameCategory: 'SPORTS', open: [match, { ...match, matchId: 'm2', draw: null, live: true, score: { home: 2, away: 0 } }], max: null },
    { gameCategory: null, open: [match, { ...match, matchId: 'm3' }], max: 1 },
    { gameCategory: 'ESPORTS', open: [], max: null },
  ],
  'pvp-rooms': [
    { member: false, loginHref: '/login?next=%2Fpvp' },
    { member: true, loginHref: '/login?next=%2Fpvp' },
  ],
  'consent-bar': [
    { gtagId: 'G-TEST1234', privacyHref: '/help/privacy' },
    { gtagId: 'G-TEST1234', privacyHref: null },
  ],
  'domain-routes': [{ routes: [{ url: 'https://a.example', host: 'a.example', speed: 12 }] }],
  'game-frame': [
    {
      game: { gameId: 'a', nodeId: null, vassalage: 'V', name: 'A', vendorName: 'V', place: null, longBets: false },
      hosts: ['https://games.example'],
      url: 'https://games.example/play',
      message: null,
      sameOrigin: false,
      trial: false,
      chat: true,
      counted: true,
      balance,
      links,
      exitHref: '/rng',
    },
    {
      game: { gameId: 'a', nodeId: null, vassalage: 'V', name: 'A', vendorName: 'V', place: null, longBets: false },
      hosts: [],
      url: '/studio/play',
      message: null,
      sameOrigin: true,
      trial: false,
      chat: false,
      counted: true,
      balance,
      links,
      exitHref: '/rng',
    },
    {
      game: { gameId: 'a', nodeId: null, vassalage: 'V', name: 'A', vendorName: 'V', place: null, longBets: false },
      hosts: [],
      url: null,
      message: 'Closed',
      sameOrigin: true,
      trial: true,
      chat: false,
      counted: true,
      balance,
      links,
      exitHref: '/rng',
    },
  ],
  deposit: DEPOSIT_CASES,
  'betting-record': [
    {
      ...recordList,
      bets: [bet],
      totals: { count: 1, stake: '1.0000', validStake: '1.0000', payout: '2.5000', net: '1.5000' },
      filter: { gameCategory: '', vassalage: '', status: '' },
      categories: [{ value: 'RNG', label: 'Slots' }],
      vendors: [{ value: 'NORTH', label: 'Northlight' }],
      single: false,
    },
  ],
  'account-record': [
    accountRecord,
    { ...accountRecord, single: true, movements: [movement] },
    { ...accountRecord, movements: [{ ...movement, kind: 'rakeback', subject: null }], sheet: { ...accountRecord.sheet, balanced: false } },
  ],
  withdraw: WITHDRAW_CASES,
  'my-wallet': MY_WALLET_CASES,
  'point-convert': POINT_CONVERT_CASES,
  'point-redeem': POINT_REDEEM_CASES,
  'reward-list': REWARD_LIST_CASES,
  'mission-list': MISSION_LIST_CASES,
  'raffle-check': [
    { raffleId: 'r-1', own: null },
    { raffleId: 'r-1', own: { code: 'a1', first: 1, last: 9 } },
  ],
  'transfer-person': [...TRANSFER_UPLINE_CASES, ...TRANSFER_DOWNLINE_CASES],
  'contract-preview': [
    CONTRACT,
    { ...CONTRACT, kind: 'dividend', period: 'H', fields: { ...CONTRACT.fields, rate1: '12', carryNegative: 'on', ownPlay: 'on' } },
    { ...CONTRACT, kind: 'realtime', fields: { rate1: '0.1', minSingleBet: '10', profit1: '5', active1: '2' } },
    { ...CONTRACT, fields: {} },
  ],
  'next-wage': [{ kind: 'hourly', at: '2026-11-25T08:00:00.000Z', timeZone: 'Asia/Bangkok', day: '2026-11-25' }],
  'link-actions': [
    { kind: 'invitation', url: 'https://play.example/i/LAGOON01', title: 'Lagoon' },
    { kind: 'file', url: '/agent/agentProfit/team.csv' },
  ],
  'toast-host': [{}],
  'install-app': [{ enabled: true }],
};

function render(name: string, props: unknown): string {
  const island = modules[name];
  if (!island) throw new Error(`no island ${name}`);
  const texts: Record<string, string> = {};
  for (const key of island.texts)
    for (const [full, text] of Object.entries(TEXTS.EN ?? {})) if (full === key || full.startsWith(`${key}_`)) texts[full] = text;
  return renderToString(islandRoot(island.default, { props, texts, languageTag: 'en', imageHost: '' }), {
    identifierPrefix: islandPrefix('i1'),
  });
}

describe('every island renders its texts on the server', () => {
  const cases = Object.entries(CASES).flatMap(([name, all]) => all.map((props, index) => [`${name} ${index}`, name, props] as const));
  test.each(cases)('%s', (_, name, props) => {
    const html = render(name, props);
    // A missing key, or one not declared in `texts`, is rendered as the key itself.
    expect(html).not.toMatch(
      />\s*(?:common|header|auth|wallet|deposit|lobby|games|lottery|errors|register|security|verify|records|withdrawal|transfer|contracts)\.\w+/,
    );
    expect(html).not.toMatch(
      /="(?:common|header|auth|wallet|deposit|lobby|games|lottery|errors|register|security|verify|records|withdrawal|transfer|contracts)\.\w+/,
    );
    // The content policy forbids style attributes, and a form without an action would post to the page.
    expect(html).not.toContain(' style=');
    expect(html).not.toContain('action=""');
  });

  test('every island has a case', () => {
    expect(Object.keys(modules).sort()).toEqual(Object.keys(CASES).sort());
  });
});

test.each(Object.entries(modules))('%s declares keys that English has', (_, island) => {
  const known = Object.keys(TEXTS.EN ?? {});
  const missing = island.texts.filter((key) => !known.some((full) => full === key || full === `${key}_other`));
  expect(missing).toEqual([]);
});

test('forms work without script', () => {
  expect(render('modal-host', { ...modal, open: 'login', next: '/game?gameId=a' })).toContain('action="/form/session.login"');
  const entry = (props: object) => render('modal-host', { ...modal, features, ...props });
  expect(entry({ open: 'login', tab: 'sms', countries })).toContain('formAction="/form/verification.smsNoLogin"');
  expect(entry({ open: 'login', tab: 'code' })).toContain('formAction="/form/session.loginCode"');
  expect(entry({ open: 'login' })).toContain('action="/form/session.freePlay"');
  expect(entry({ open: 'forgot' })).toContain('action="/form/member.passwordEmail"');
  expect(entry({ open: 'forgot', tab: 'phone' })).toContain('action="/form/member.passwordVerification"');
  expect(entry({ open: 'reset' })).toContain('action="/form/member.passwordReset"');
  expect(entry({ open: 'step', step: { ...step, methods: ['sms'] } })).toContain('formAction="/form/session.stepSend"');
  expect(entry({ open: 'social' })).toContain('action="/form/session.oauthRegister"');
  expect(render('header-bar', CASES['header-bar'][1])).toContain('action="/form/session.logout"');
  expect(render('deposit', DEPOSIT_CASES[0])).toContain('action="/form/deposit.create"');
  expect(render('deposit', DEPOSIT_CASES[2])).toContain('action="/form/deposit.confirm"');
});

test.each([
  [
    'part_reversed',
    ['Part of the payment was reversed', '<dt>Reversed</dt>', '20.00', 'href="/help'],
    ['RTN-4711', 'href="/member/protection"'],
  ],
  ['sent_back', ['Your payment was sent back', 'RTN-4711', 'href="/member/protection"'], ['<dt>Reversed</dt>', 'Play now']],
])('a deposit that is %s shows what happened to the money and the next step', async (status, expectedTexts, absentTexts) => {
  const props = DEPOSIT_CASES.find(({ current }) => current?.status === status);
  await modules.deposit?.default.prepare?.(props as never);
  const html = render('deposit', props);
  for (const text of expectedTexts) expect(html).toContain(text);
  for (const text of absentTexts) expect(html).not.toContain(text);
  expect(html).not.toContain('action="/form/deposit.');
});

test('during a break no deposit is offered; the deposit page shows the end of the break and how to withdraw', () => {
  const rest = { code: 'time_out', until: '2026-01-02T00:00:00.000Z', message: 'You are taking a break until tomorrow.' };
  const resting = { ...balance, resting: rest };
  for (const name of ['header-bar', 'drawer'] as const) {
    const pageProps = CASES[name][1] as IslandPropsByName[typeof name];
    expect(render(name, pageProps)).toContain(`href="${links.deposit}"`);
    expect(render(name, { ...pageProps, balance: resting } as never)).not.toContain(`href="${links.deposit}"`);
  }
  const page = render('deposit', { ...DEPOSIT_CASES[0], balance: resting });
  expect(page).toContain(rest.message);
  expect(page).toContain(`href="${links.withdraw}"`);
  expect(page).not.toContain('action="/form/deposit.create"');
  const lead = 'Choose an amount and a payment method.';
  for (const text of ['aria-current="step"', lead]) expect(page).not.toContain(text);
  for (const text of ['aria-current="step"', lead]) expect(render('deposit', DEPOSIT_CASES[0])).toContain(text);
  expect(render('deposit', DEPOSIT_CASES[2])).not.toContain(lead);
  // An existing deposit can be cancelled, not paid.
  const [, , open] = DEPOSIT_CASES;
  expect(render('deposit', open)).toContain('action="/form/deposit.confirm"');
  const closed = render('deposit', { ...open, balance: resting });
  expect(closed).toContain(rest.message);
  expect(closed).toContain('action="/form/deposit.cancel"');
  expect(closed).not.toContain('action="/form/deposit.confirm"');
  expect(closed).not.toContain(open.current?.instructions?.payUrl ?? 'no address');
  // A held account keeps the link to the deposit page, which shows the reason and the contact.
  const held = { ...balance, held: { message: 'Please write to customer service.' } };
  expect(render('header-bar', { ...CASES['header-bar'][1], balance: held } as never)).toContain(`href="${links.deposit}"`);
  const heldPage = render('deposit', { ...DEPOSIT_CASES[0], balance: held });
  for (const text of [held.held.message, 'href="/customerService"', `href="${links.withdraw}"`]) expect(heldPage).toContain(text);
  expect(heldPage).not.toContain('action="/form/deposit.create"');
  const heldOpen = render('deposit', { ...open, balance: held });
  expect(heldOpen).toContain(held.held.message);
  expect(heldOpen).not.toContain('action="/form/deposit.confirm"');
  // The bottom bar reads this mark (`bottom-bar.module.css`).
  const [, bar] = CASES['header-bar'];
  expect(render('header-bar', { ...bar, balance: resting } as never)).toContain('data-resting');
  expect(render('header-bar', bar)).not.toContain('data-resting');
});

test.each([
  [{ rest: 'break', next: '/member/protection' }, 'No play during your break'],
  [{ rest: 'exclusion', next: '/member/protection' }, 'No play while you are excluded'],
  [{ next: '/member/protection' }, 'Your limits do not allow this game now'],
  [{ next: '/customerService' }, 'The game could not be opened'],
])('a game that may not open has the reason as its heading: %o', (refusal, heading) => {
  const html = render('game-frame', { ...CASES['game-frame'][0], url: null, message: 'Why.', ...refusal } as never);
  expect(html).toMatch(new RegExp(`<p class="[^"]*emptyTitle[^"]*">${heading}</p>`));
});

test('registration shows the rule of the user name, and an error with the same text in its place', () => {
  const named = { ...rule, patternId: 1, minLength: 6, maxLength: 16 };
  const secret = { ...rule, acceptedPattern: '^\\S+$', patternId: 9, minLength: 8 };
  const props = { ...modal, open: 'register', register: { ...register, fields: { username: named, password: secret } } };
  const [name, password] = ['Enter 6–16 letters or digits, starting with a letter.', 'Enter 8–20 characters, without spaces.'];
  const errors = { username: name, password };
  const form = { call: 'member.register', values: {}, message: '', errors, code: 'invalid_fields' };
  const count = (html: string, text: string) => html.split(text).length - 1;
  for (const html of [render('modal-host', props as never), render('modal-host', { ...props, form } as never)])
    for (const text of [name, password]) expect(count(html, text)).toBe(1);
  const refused = render('modal-host', { ...props, form } as never);
  expect(count(refused, 'aria-invalid="true"')).toBe(2);
  expect(count(refused, 'data-replaced="true"')).toBe(2);
});

test('my wallet shows where the money of an open round is, also without script', () => {
  const [quiet, open] = MY_WALLET_CASES.map((props) => render('my-wallet', props));
  expect(open).toContain('Harbour One');
  expect(open).not.toContain('round-4711');
  expect(open).toContain('/game?gameId=NOVA_ONE');
  expect(quiet).not.toContain('last-round');
});

test('tabs of a dialog are links that keep the target of the sign-in', () => {
  const html = render('modal-host', { ...modal, open: 'login', features, next: '/rng?page=NOVA' });
  expect(html).toContain('href="/login?tab=sms&amp;next=%2Frng%3Fpage%3DNOVA"');
  expect(html).toContain('href="/login?view=forgot&amp;next=%2Frng%3Fpage%3DNOVA"');
  expect(html).toContain('href="/auth/google?next=%2Frng%3Fpage%3DNOVA"');
});

test('methods that the merchant has switched off are not rendered', () => {
  const html = render('modal-host', { ...modal, open: 'login' });
  for (const trace of ['tab=sms', 'tab=code', '/auth/', 'freePlay']) expect(html).not.toContain(trace);
});

test('a refused post is shown in the form that sent it', () => {
  const form = {
    call: 'session.login',
    values: { type: 'sms', mobileNum: '812345678' },
    message: 'No',
    errors: {},
    code: 'wrong_credentials',
  };
  const html = render('modal-host', { ...modal, open: 'login', features, countries, form });
  expect(html).toContain('value="812345678"');
  expect(html.split('>No<').length - 1).toBe(1);
});

test('pages do not contain the texts of dialogs', () => {
  expect(modules['modal-host']?.texts).toEqual([]);
});

test.each([
  ['2.5000', '1.5000', 'Won'],
  ['1.0000', '0.0000', 'Even'],
])('a won bet with a payout of %s has the state %s', (payout, net, state) => {
  const [record] = CASES['betting-record'];
  const html = render('betting-record', { ...record, bets: [{ ...bet, payout, net }] });
  expect(html.match(/data-tone="[a-z]*">(\w+)</)?.[1] ?? html.match(/<span class="[^"]*badge[^"]*">(\w+)</)?.[1]).toBe(state);
});

test.each(['99999', '3', '20.001'])('a refused withdrawal of %s shows no amount that would arrive', (amount) => {
  const form = { call: 'withdrawal.request', values: { amount }, message: '', errors: {}, code: 'amount_out_of_range' };
  const [overview] = WITHDRAW_CASES;
  expect(render('withdraw', { ...overview, form })).toMatch(/You receive<\/dt><dd[^>]*>–</);
  expect(render('withdraw', { ...overview, form: { ...form, values: { amount: '100' } } })).not.toMatch(/You receive<\/dt><dd[^>]*>–</);
});
