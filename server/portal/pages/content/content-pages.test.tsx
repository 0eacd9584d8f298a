import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { HelpArticle } from '../../../../shared/api/publishing/schemas.ts';
import { NOTICES_PER_PAGE } from '../../../../shared/constants.ts';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import { TEXTS } from '../../../../shared/i18n/locales.ts';
import { translator } from '../../../../shared/i18n/translate.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import type { WireAmount } from '../../../../shared/money/money.ts';
import { testCounts } from '../../../../shared/test-reward-counts.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { PlaceContext, type PlacedIsland } from '../../../../views/components/island.tsx';
import type { SiteResource } from '../../../../views/layouts/page-context.ts';
import VipLevels from '../../../../views/personal/vip-levels.tsx';
import type { Visitor } from '../../contracts.ts';
import { excerpt, findArticles } from '../help/help-search.ts';
import { noticeList } from '../notices/notice-list.ts';
import { promotionState } from '../promotions/promotion-pages.tsx';
import { loadSite } from '../site.ts';
import { testUpstream } from '../test-upstream.ts';
import { CONTENT_PAGES } from './content-pages.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const iso = (days: number) => new Date(NOW + days * DAY_MS).toISOString();
const VISITOR: Visitor = {
  requestId: 'r',
  address: '192.0.2.1',
  country: undefined,
  language: languageOf('EN'),
  theme: 'dark',
  session: null,
  userAgent: '',
  cookies: {},
  siteOrigin: 'http://localhost',
};
const t = translator(TEXTS.EN ?? {}, 'en');

function promotion(id: string, type: string) {
  const content = `<p onclick="x()">About ${id}<script>alert(1)</script></p>`;
  return {
    id,
    type,
    title: `Title ${id}`,
    summary: 's',
    content,
    date: iso(0),
    endsAt: null,
    imageUrl: '',
    tone: 'teal',
    action: '',
    href: '',
  };
}
const notice = (number: number) => ({ id: `n${number}`, title: `Notice ${number}`, content: '<b>x</b>', date: iso(-number) });
const article = (id: string, title: string, content: string): HelpArticle => ({ id, topic: 'account', title, content });
const ARTICLES = [
  article('lock', 'My account is locked', '<p>Wait, or ask for a code.</p>'),
  article('code', 'Where is my code?', '<p>Look at your phone &amp; mail. Đợi một chút.</p>'),
];

/** The page at an address with the content of the platform; `islands` are those that it places. */
async function show(address: string, resources: readonly SiteResource[] = [], offers = true) {
  const upstream = testUpstream();
  const promotions = [promotion('a', 'welcome'), promotion('b', 'event'), promotion('c', 'event')];
  const popup = [{ ...notice(1), when: 'instant', href: '', action: '' }];
  upstream.answers.set('content.announcements', () => ({
    player: Array.from({ length: 20 }, (_, index) => notice(index)),
    banners: [],
    popup,
    promotion: promotions,
  }));
  upstream.answers.set('content.help', () => ({ articles: ARTICLES }));
  upstream.answers.set('content.vipLevels', () => ({ ...currencyView('USD'), levels: [] }));
  const site = await loadSite({ upstream, translator: () => t }, VISITOR, 'dark');
  const [path = '', search = ''] = address.split('?');
  const page = CONTENT_PAGES.find((known) => known.path === path);
  if (!page) throw new Error(`no page ${path}`);
  const context = { ...site.context, here: address, modal: site.modal, imageHosts: [], resources };
  const query = new URLSearchParams(search);
  const view = await page.load({
    upstream,
    visitor: VISITOR,
    context,
    timeZone: 'Asia/Bangkok',
    currency: currencyView('USD'),
    query,
    offers,
    form: undefined,
  });
  const islands: string[] = [];
  return { view, islands, html: render(view.body, (island) => String(islands.push(island.name))) };
}

function render(body: ReactElement, place: (island: PlacedIsland) => string): string {
  return renderToStaticMarkup(<PlaceContext.Provider value={place}>{body}</PlaceContext.Provider>);
}

it.each([
  ['/promotions', false],
  ['/promotions?type=event', false],
  ['/promotions?type=nonsense', true],
  ['/promoDetail?id=zz', true],
  ['/noticePage?pageNo=2', false],
  ['/noticePage?pageNo=9999', true],
  ['/noticePage?pageNo=01', true],
  ['/noticePage?id=n1&pageNo=2', true],
  ['/help?article=lock', false],
  ['/help?article=zz', true],
  ['/down?app=ios', false],
  ['/down?app=zz', true],
])('%s is an unbounded address, which is not cached: %j', async (address, unbounded) => {
  expect((await show(address)).view.unbounded ?? false).toBe(unbounded);
});

describe('promotions', () => {
  it.each([
    ['/promotions', ['a', 'b', 'c']],
    ['/promotions?type=event', ['b', 'c']],
    ['/promotions?type=rebate', []],
    ['/promotions?type=nonsense', ['a', 'b', 'c']],
  ])('%s lists %j', async (address, ids) => {
    const { html } = await show(address);
    expect([...html.matchAll(/promoDetail\?id=(\w)"/g)].map(([, id]) => id)).toEqual(ids);
  });

  it('shows one with its sanitized text and others of its kind', async () => {
    const { view, html } = await show('/promoDetail?id=b');
    expect(view.status).toBe(200);
    expect(html).toContain('<p>About b</p>');
    expect(html).toContain('id=c"');
    expect(html).not.toContain('id=a"');
  });

  it.each(['/promotions', '/promotions?type=event', '/promoDetail?id=b'])(
    '%s shows none to a member who takes a break',
    async (address) => {
      const { html } = await show(address, [], false);
      expect(html).not.toMatch(/promoDetail\?id=[ac]|About b/);
      expect(html).toContain('href="/member/protection"');
    },
  );

  it('answers an unknown one as not found, with open ones', async () => {
    const { view, html } = await show('/promoDetail?id=zz');
    expect(view).toMatchObject({ status: 404, noIndex: true });
    expect(html).toContain('id=a"');
  });

  it.each([
    ['new', iso(-6), null],
    ['open', iso(-8), null],
    ['ends-soon', iso(-1), iso(1)],
    ['open', iso(-8), iso(3)],
  ])('is %s when published %s and ending %s', (state, date, endsAt) => {
    expect(promotionState({ date, endsAt }, NOW)).toBe(state);
  });
});

describe('notices', () => {
  const all = Array.from({ length: 20 }, (_, index) => notice(index));

  it.each([
    [{ pageNo: 1 }, 1, 'n0', NOTICES_PER_PAGE],
    [{ pageNo: 3 }, 3, 'n18', 2],
    [{ pageNo: 99 }, 3, 'n18', 2],
    [{ pageNo: 1, id: 'n10' }, 2, 'n9', NOTICES_PER_PAGE],
    [{ pageNo: 2, id: 'gone' }, 2, 'n9', NOTICES_PER_PAGE],
  ])('%j is page %i', (wanted, page, first, count) => {
    const list = noticeList(all, 'Asia/Bangkok', wanted);
    expect({ page: list.page, pages: list.pages, first: list.notices[0]?.id, count: list.notices.length }).toEqual({
      page,
      pages: 3,
      first,
      count,
    });
  });

  it('show the time of publication in the merchant’s zone', () => {
    expect(noticeList([notice(0)], 'Asia/Bangkok', { pageNo: 1 }).notices[0]?.dateText).toBe('2026-11-20 15:00:00');
  });

  it.each([
    ['/noticePage', 200, 'Notice 0'],
    ['/noticePage?id=n12', 200, 'Notice 12'],
    ['/noticePage?id=gone', 404, 'Notice not found'],
  ])('%s is answered with %i', async (address, status, text) => {
    const { view, html } = await show(address);
    expect(view.status).toBe(status);
    expect(html.slice(html.indexOf('notice-title') > 0 ? html.indexOf('notice-title') : 0)).toContain(text);
  });
});

describe('help centre', () => {
  it.each([
    ['CODE', ['code', 'lock']],
    ['códe', ['code', 'lock']],
    ['account code', ['lock']],
    ['doi mot', ['code']],
    ['phone & mail', ['code']],
    ['nothing', []],
    ['?!', []],
  ])('finds for %j %j', (search, ids) => {
    expect(findArticles(ARTICLES, search).map(({ id }) => id)).toEqual(ids);
  });

  it('cuts an excerpt between words', () => {
    expect(excerpt('<p>One two three</p>', 9)).toBe('One two…');
    expect(excerpt('<p>One</p><p>two &amp; three</p>')).toBe('One two & three');
  });

  it.each([
    ['/help', 200],
    ['/help?article=lock', 200],
    ['/help?article=gone', 404],
    ['/help?q=locked', 200],
    ['/help?q=%3Cscript%3E', 200],
  ])('%s is answered with %i', async (address, status) => {
    const { view, html } = await show(address);
    expect(view.status).toBe(status);
    expect(html).not.toContain('<script>');
  });

  it('has no header for web views, and keeps it that way', async () => {
    const { html } = await show('/helpmc');
    expect(html).not.toContain('<header class="header');
    expect(html).not.toContain('<footer');
    expect(html).toContain('href="/helpmc?article=lock"');
  });
});

describe('pages about the site', () => {
  const shown = (text: string) =>
    text.replaceAll('{{brand}}', 'Lagoon').replaceAll('{{age}}', '18').replace('{{link}}', '<a href="/member/protection">Safer play</a>');

  it.each(['about', 'contact', 'terms', 'safer-play', 'privacy', 'affiliates', 'refunds'])('%s shows each of its parts', async (name) => {
    const { html } = await show(`/help/${name}`);
    const parts = Object.entries(TEXTS.EN ?? {}).filter(([key]) => new RegExp(`^pages\\.about_${name}_\\d+_text$`).test(key));
    expect(parts.length).toBeGreaterThan(3);
    for (const [, text] of parts) expect(unescaped(html)).toContain(shown(text));
  });

  it('the page on responsible gaming links to the limits and breaks', async () => {
    const { html } = await show('/help/safer-play');
    expect(html).toContain('Under <a href="/member/protection">Safer play</a> you can set limits');
  });
});

describe('downloads', () => {
  const resource = { resourceType: 'android', url: 'https://example.com/app.apk', qrCodeUrl: '', labelNameCn: '', labelNameEn: '' };

  it('lead to the build of the merchant, with its code', async () => {
    const { html } = await show('/down', [resource]);
    expect(html).toContain('href="https://example.com/app.apk"');
    expect(html).toMatch(/<svg[^>]*width="240" height="240"/);
  });

  it('install the site itself if there is no build', async () => {
    const { html, islands } = await show('/down?app=ios-lite', [resource]);
    expect(html).toContain('src="/app/qr-ios-lite.svg"');
    expect(html).toMatch(/width="240" height="240"/);
    expect(islands).toContain('install-app');
  });

  it('lead from the store to the lite app if the store has none', async () => {
    expect((await show('/down?app=ios')).html).toContain('href="/down?app=ios-lite"');
  });
});

describe('pop-ups', () => {
  it('are shown on pages of content', async () => {
    expect((await show('/vip')).islands).toContain('popups');
    expect((await show('/helpmc')).islands).not.toContain('popups');
  });
});

describe('VIP levels', () => {
  const level = (rankLevel: number, labelName: string, stake: WireAmount) => ({
    rankLevel,
    labelName,
    stake,
    withdrawalsPerDay: 3,
    rebatePercent: '0.20',
    personalService: rankLevel > 1,
    deposits: '0.0000' as const,
    keepStake: '0.0000' as const,
    upgradeGift: rankLevel === 1 ? ('0.0000' as const) : ('5.0000' as const),
    birthdayGift: '0.0000' as const,
    pointFactor: rankLevel === 1 ? '1.00' : '1.25',
    withdrawal: {
      fee: { fixed: '0.0000' as const, basisPoints: rankLevel === 1 ? 50 : 0 },
      freePerMonth: rankLevel === 1 ? 2 : 0,
      max: '500.0000' as const,
      maxPerDay: rankLevel === 1 ? ('500.0000' as const) : ('1000.0000' as const),
    },
  });
  const levels = [level(1, 'Drift', '0.0000'), level(2, 'Ripple', '1000.0000')];
  const member = {
    account: 'demo01',
    nickname: 'Demo',
    type: 0,
    vip: 'Drift' as string | null,
    stake: '250.0000',
    promotions: 0,
    rewards: testCounts(),
  };
  const html = (
    who: (typeof member & { isUnknown?: true }) | null,
    offered = { rebate: false, withdrawals: false, points: false, rank: true },
  ) =>
    renderToStaticMarkup(
      <VipLevels t={t} levels={levels} keepMonths={null} giftDays={30} currency={currencyView('USD')} member={who} offered={offered} />,
    );

  it('show a member the progress of both numbers and mark the own column', () => {
    const memberHtml = html(member);
    expect(memberHtml).toContain('$250.00 of $1,000.00 settled stake to Ripple');
    expect(memberHtml).toContain('value="25"');
    expect(memberHtml).toContain('<bdi>$5.00</bdi>');
    expect(memberHtml).toContain('in the reward centre for 30 days');
    expect(memberHtml).not.toContain('>Birthday gift<');
    expect(memberHtml.match(/data-own/g)).toHaveLength(4);
  });

  it('promise only what the merchant offers', () => {
    expect(html(member)).not.toContain(t('pages.vipRebate'));
    const all = html(member, { rebate: true, withdrawals: true, points: true, rank: true });
    for (const key of ['pages.vipRebate', 'pages.vipWithdrawals', 'pages.vipPoints', 'pages.vipFee', 'pages.vipFree'])
      expect(all).toContain(t(key));
    expect(html(member)).not.toContain(t('pages.vipPoints'));
    for (const value of ['× 1.25', '0.50%', t('withdrawal.feeNone'), t('pages.vipFreeAll'), '$1,000.00']) expect(all).toContain(value);
    // The largest withdrawal is the same on both levels.
    expect([all.includes(t('pages.vipMax')), all.includes(t('pages.vipMaxPerDay'))]).toEqual([false, true]);
  });

  it('list the benefits of the own level for phones, where the table scrolls', () => {
    const own = html(member, { rebate: true, withdrawals: true, points: true, rank: true }).match(/<dl.*<\/dl>/s)?.[0] ?? '';
    expect(own).toContain('0.50%');
    expect(own).not.toContain('1.25');
    expect(html(null)).not.toContain('<dl');
  });

  it('say to a member whose level is unknown that it could not be loaded', () => {
    const unknown = html({ ...member, vip: null, isUnknown: true });
    expect(unknown).toContain(t('pages.vipFailed'));
    expect(unknown).toContain('href="/vip"');
    expect(unknown).not.toContain(t('pages.vipVisitor'));
    const withoutLevel = html({ ...member, vip: null });
    for (const key of ['pages.vipFailed', 'pages.vipVisitor']) expect(withoutLevel).not.toContain(t(key));
  });

  it.each([
    ['a visitor', null, 'pages.vipVisitor'],
    ['a trial account', { ...member, type: 4 }, 'pages.vipTrial'],
    ['a member of the top level', { ...member, vip: 'Ripple', stake: '5000.0000' }, 'pages.vipTop'],
  ])('describe %s correctly', (_who, who, key) => {
    expect(html(who)).toContain(t(key));
    expect(html(who)).not.toContain('<progress');
  });
});

function unescaped(html: string): string {
  return html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
