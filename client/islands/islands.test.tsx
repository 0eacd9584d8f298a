import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Game } from '../../shared/api/game-calls.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import type { IslandPropsByName } from '../lib/island-props.ts';
import type { IslandModule } from '../runtime/island.ts';
import { islandPrefix, islandRoot } from '../runtime/island-root.tsx';

const modules = import.meta.glob<IslandModule>(['./*.tsx', '!./*.test.tsx'], { eager: true });

const member = { account: 'harbour1', nickname: 'Harbour', type: 0, vip: 'Silver' };
const balance = { sumBalance: '1284.5000', currency: 'USD', currencySymbol: '$', version: 3, asOf: '2026-01-01T00:00:00.000Z' };
const links = { personalCentre: '/member/securityCenter', deposit: '/member/depositv2', withdraw: null, bettingRecord: '/member/record' };
const rule = { enabled: true, required: true, acceptedPattern: '*', patternId: 0, minLength: 6, maxLength: 20 };
const register = {
  fields: { username: rule, password: rule },
  mobileRegister: false,
  usernameRegister: true,
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
  stake: '1.0000',
  payout: '2.5000',
  net: '1.5000',
  status: 'won' as const,
  placedAt: '2026-01-01T00:00:00.000Z',
  settledAt: null,
  transfers: [{ transferId: '7', kind: 'bet', reference: 'x', amount: '-1.0000', at: '2026-01-01T00:00:00.000Z' }],
  verifyUrl: '/studio/verify?round=r1',
  placedAtText: '2026-01-01 08:00:00',
  settledAtText: null,
  transferTexts: ['2026-01-01 08:00:00'],
};
const modal: IslandPropsByName['modal-host'] = {
  open: null,
  next: null,
  form: null,
  register,
  referralCode: '',
  termsHref: '/help/terms',
  notices: [],
};

const CASES: { readonly [Name in keyof IslandPropsByName]: readonly IslandPropsByName[Name][] } = {
  'header-bar': [
    { member: null, balance: null, links, here: '/index' },
    { member, balance, links, here: '/index' },
  ],
  'modal-host': [modal, { ...modal, open: 'login', next: '/game?gameId=a' }, { ...modal, open: 'register' }],
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
      categories: [{ category: 'RNG', label: 'Slots', href: '/rng', icon: 'cherry' }],
      more: [],
      here: '/',
    },
    { member, balance, links, categories: [], more: [], here: '/' },
  ],
  'language-menu': [{ current: 'EN', languages: [{ code: 'EN', tag: 'en', name: 'English' }], here: '/index' }],
  'theme-toggle': [{ theme: 'dark', here: '/index' }],
  carousel: [
    { slides: ['a', 'b'].map((id) => ({ id, title: id, text: '', action: 'Go', href: '/rng', imageUrl: '/a.svg', tone: 'sea' })) },
  ],
  'game-grid': [
    { games: [game], pageNum: 1, totalPages: 2, total: 30, query: {}, href: '/rng' },
    { games: [game], pageNum: 1, totalPages: 1, total: 1, query: {}, href: '/rng' },
  ],
  'game-frame': [
    {
      game: { gameId: 'a', name: 'A', vendorName: 'V' },
      url: '/studio/play',
      message: null,
      sameOrigin: true,
      trial: false,
      balance,
      links,
      exitHref: '/rng',
    },
    {
      game: { gameId: 'a', name: 'A', vendorName: 'V' },
      url: null,
      message: 'Closed',
      sameOrigin: true,
      trial: true,
      balance,
      links,
      exitHref: '/rng',
    },
  ],
  deposit: [
    {
      channels: [
        { code: 'DEMO', name: 'Demo bank', minAmount: '10.0000', maxAmount: '500.0000', presets: ['50.0000'], expiresMinutes: 30 },
      ],
      balance,
      current: null,
      form: null,
      reference: 'reference-0123456789',
      links,
    },
    { channels: [], balance, current: null, form: null, reference: 'reference-0123456789', links },
    {
      channels: [],
      balance,
      current: {
        depositId: 'd1',
        channel: 'DEMO',
        amount: '50.0000',
        currency: 'USD',
        status: 'pending',
        paymentReference: 'ABC',
        createdAt: '2026-01-01T00:00:00.000Z',
        expiresAt: '2026-01-01T00:30:00.000Z',
        creditedAt: null,
        transferId: null,
      },
      form: null,
      reference: 'reference-0123456789',
      links,
    },
  ],
  'betting-record': [
    {
      bets: [bet],
      totals: { count: 1, stake: '1.0000', payout: '2.5000', net: '1.5000' },
      currencySymbol: '$',
      timeZone: 'UTC',
      pageNum: 1,
      totalPages: 2,
      filter: { period: 'custom', from: '2026-01-01', to: '2026-01-02', gameCategory: '', status: '' },
      categories: [{ category: 'RNG', label: 'Slots' }],
      action: '/member/record',
      keep: {},
    },
  ],
  'toast-host': [{}],
};

function render(name: string, props: unknown): string {
  const island = modules[`./${name}.tsx`];
  if (!island) throw new Error(`no island ${name}`);
  const texts: Record<string, string> = {};
  for (const key of island.texts)
    for (const [full, text] of Object.entries(TEXTS.EN ?? {})) if (full === key || full.startsWith(`${key}_`)) texts[full] = text;
  return renderToString(islandRoot(island.default, { props, texts, languageTag: 'en' }), { identifierPrefix: islandPrefix('i1') });
}

describe('every island renders on the server, in words', () => {
  const cases = Object.entries(CASES).flatMap(([name, all]) => all.map((props, index) => [`${name} ${index}`, name, props] as const));
  test.each(cases)('%s', (_, name, props) => {
    const html = render(name, props);
    // A key that is missing, or not declared in `texts`, would stand there as itself.
    expect(html).not.toMatch(/>\s*(?:common|header|auth|wallet|lobby|errors)\.\w+/);
    expect(html).not.toMatch(/="(?:common|header|auth|wallet|lobby|errors)\.\w+/);
    // The policy forbids style attributes, and a form without its address would post to the page.
    expect(html).not.toContain(' style=');
    expect(html).not.toContain('action=""');
  });

  test('none is without a case', () => {
    expect(
      Object.keys(modules)
        .map((path) => path.slice(2, -'.tsx'.length))
        .sort(),
    ).toEqual(Object.keys(CASES).sort());
  });
});

test.each(Object.entries(modules))('%s declares keys that English has', (_, island) => {
  const known = Object.keys(TEXTS.EN ?? {});
  const missing = island.texts.filter((key) => !known.some((full) => full === key || full === `${key}_other`));
  expect(missing).toEqual([]);
});

test('forms work without script', () => {
  expect(render('modal-host', { ...modal, open: 'login', next: '/game?gameId=a' })).toContain('action="/form/session.login"');
  expect(render('header-bar', CASES['header-bar'][1])).toContain('action="/form/session.logout"');
  expect(render('deposit', CASES.deposit[0])).toContain('action="/form/deposit.create"');
  expect(render('deposit', CASES.deposit[2])).toContain('action="/form/deposit.confirm"');
});
