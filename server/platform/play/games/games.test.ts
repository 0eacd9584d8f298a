import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callById } from '../../../../shared/api/call-table.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import type { gameList, rankList } from '../../../../shared/api/games/calls.ts';
import type { Game, GameMenu, Winner } from '../../../../shared/api/games/schemas.ts';
import type { Bet } from '../../../../shared/api/records/schemas.ts';
import { DROPDOWN_FIRST_PAGE, DROPDOWN_NEXT_PAGE, ESPORTS_VENDORS, GAME_CATEGORIES, GAME_PAGE_SIZE } from '../../../../shared/constants.ts';
import { STUDIO_GAMES } from '../../../../shared/games/games.ts';
import type { SeamlessAnswer } from '../../../../shared/seamless/wallet.ts';
import { signRequest } from '../../base/signature.ts';
import { STUDIO_PROVIDER } from '../../index.ts';
import { audit } from '../../ledger/index.ts';
import { raiseContentVersion } from '../../merchant/index.ts';
import { openTestPlatform, TEST_SECRET, type TestPlatform } from '../../test-platform.ts';
import { WEEK_FIGURES_MS, WEEK_MS } from './boards.ts';
import { normaliseText } from './normalise-text.ts';
import { maskName } from './present.ts';
import { saveGame, saveVendor } from './store.ts';
import { switchGames } from './switches.ts';

let test: TestPlatform;
let token = '';
beforeAll(async () => {
  test = await openTestPlatform();
  token = await test.login('demo01');
});
afterAll(async () => {
  expect((await audit(test.db)).differences).toEqual([]);
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const byId = (id: string) => callById(id) as AnyCall;
const value = async (id: string, query: Record<string, string> = {}, language?: string) =>
  (await test.call(byId(id), { query, token, ...(language !== undefined && { language }) })).body.value;
type ListValue = ValueOf<typeof gameList>;
const list = (query: Record<string, string>) => value('games.list', query) as Promise<ListValue>;
const names = (games: readonly Game[]) => games.map((game) => game.gameName);

describe('the catalogue', () => {
  it('shows categories in the order of the header, each with its vendors', async () => {
    const { gameMenus } = (await value('games.menus')) as { gameMenus: GameMenu[] };
    const order = gameMenus.map((menu) => menu.gameCategory);
    expect(order).toEqual(GAME_CATEGORIES.filter((category) => order.includes(category)));
    expect(gameMenus.find((menu) => menu.gameCategory === 'LIVE')).toMatchObject({ labelName: 'Live casino' });
    for (const { gameCategory, vendors } of gameMenus) {
      expect(vendors.length).toBeGreaterThan(0);
      for (const vendor of vendors) expect([vendor.gameCategory, Number(vendor.gameCount) > 0]).toEqual([gameCategory, true]);
    }
    expect(gameMenus.find((menu) => menu.gameCategory === 'RNG')?.vendors[0]?.vassalage).toBe('NOVA');
    const counts = gameMenus.flatMap((menu) => menu.vendors.map((vendor) => vendor.gameCount));
    expect(counts.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(STUDIO_GAMES.length);
  });

  it('omits categories without games, and assigns e-sports vendors to their own category', async () => {
    const menus = async () =>
      new Map(((await value('games.menus')).gameMenus as GameMenu[]).map((menu) => [menu.gameCategory, menu.vendors]));
    const isEsports = (vendor: { vassalage: string }) => ESPORTS_VENDORS.includes(vendor.vassalage);
    const vendor = { code: 'SV3', name: 'Third Wave', provider: STUDIO_PROVIDER, hot: false, popup: false, position: 900 };
    const marks = {
      trial: false,
      hot: false,
      fresh: false,
      rtp: null,
      volatility: null,
      mostWin: null,
      minBet: 1_000n,
      maxBet: 10_000n,
      lineNum: 1,
      position: 900,
    };
    const match = {
      id: 'SV3_MATCH',
      vendor: 'SV3',
      vendorName: 'Third Wave',
      name: 'Match',
      category: 'SPORTS',
      gameType: 'MATCH',
      ...marks,
    };
    const { name } = (await test.db.selectFrom('game_vendor').select('name').where('code', '=', 'SV3').executeTakeFirst()) ?? vendor;
    await saveVendor(test.db, { ...vendor, name });
    await saveGame(test.db, match);
    await raiseContentVersion(test.db, test.merchant);
    const split = await menus();
    expect(split.get('ESPORTS')?.some(({ vassalage }) => vassalage === 'SV3')).toBe(true);
    expect(split.get('ESPORTS')?.every(isEsports)).toBe(true);
    expect((split.get('SPORTS') ?? []).some(isEsports)).toBe(false);
    expect((await list({ gameCategory: 'ESPORTS' })).games.find((game) => game.gameId === match.id)?.gameCategory).toBe('ESPORTS');
    const enable = async (enabled: boolean) => {
      await test.db.updateTable('game').set({ enabled }).where('vendor', 'in', ESPORTS_VENDORS).where('id', '<>', match.id).execute();
      await test.db.updateTable('game').set({ enabled: false }).where('id', '=', match.id).execute();
      await raiseContentVersion(test.db, test.merchant);
    };
    await enable(false);
    expect((await menus()).has('ESPORTS')).toBe(false);
    await enable(true);
  });

  it('accepts all query fields and several vendors, and counts games per vendor', async () => {
    const spec = { clientType: '3', platform: 'flash,html5-desktop', channel: 'web', merchant: 'lagoon', language: 'EN', pageNo: '1' };
    const query = { ...spec, gameName: 'e', minBet: '0.1', minLineNum: '1', gameType: 'VIDEO_SLOT', gameCategory: 'RNG', pageSize: '100' };
    const both = (await value('games.list', { ...query, vassalage: 'NOVA,ORU' })) as ListValue;
    const all = (await value('games.list', query)) as ListValue;
    expect(new Set(both.games.map((game) => game.vassalage))).toEqual(new Set(['NOVA', 'ORU']));
    for (const game of both.games) expect([game.gameType, game.gameCategory]).toEqual(['VIDEO_SLOT', 'RNG']);
    expect(both.vendorCounts).toEqual(all.vendorCounts);
    expect(all.vendorCounts?.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
    const counted = all.vendorCounts?.filter(({ vassalage }) => ['NOVA', 'ORU'].includes(vassalage)) ?? [];
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(both.total);
    expect((await value('games.list', { ...query, pageNo: '2' })).vendorCounts).toBeUndefined();
    expect((await list({ ...spec, minBet: '' })).total).toBe(STUDIO_GAMES.length);
    expect((await test.call(byId('games.list'), { query: { minBet: 'cheap' } })).body).toMatchObject({
      code: 'bad_request',
      errors: { minBet: { code: 'field_format' } },
    });
  });

  it('names the kinds of games of a vendor and of a category, with their number', async () => {
    const { list: live } = (await value('games.types', { gameCategory: 'LIVE' })) as { list: { gameType: string; count: number }[] };
    expect(live.length).toBeGreaterThan(0);
    for (const { gameType, count } of live) expect((await list({ gameCategory: 'LIVE', gameType })).total).toBe(count);
    const { list: nova } = (await value('games.types', { vassalage: 'NOVA' })) as { list: { count: number }[] };
    expect(nova.reduce((sum, { count }) => sum + count, 0)).toBe((await list({ vassalage: 'NOVA' })).total);
  });

  it('pages through a vendor without losing or repeating a game', async () => {
    const first = await list({ vassalage: 'NOVA', gameCategory: 'RNG' });
    expect([first.games.length, first.pageNum]).toEqual([GAME_PAGE_SIZE, 1]);
    const seen = new Set(names(first.games));
    for (let pageNo = 2; pageNo <= first.totalPages; pageNo += 1)
      for (const name of names((await list({ vassalage: 'NOVA', pageNo: `${pageNo}` })).games)) seen.add(name);
    expect(seen.size).toBe(first.total);
    expect((await list({ vassalage: 'NOVA', pageNo: '99' })).games).toEqual([]);
  });

  it('returns 21 games first and 18 afterwards for a dropdown', async () => {
    const all = names((await list({ vassalage: 'NOVA', pageSize: '100' })).games);
    const first = await list({ vassalage: 'NOVA', pageSize: `${DROPDOWN_FIRST_PAGE}`, offset: '0' });
    const next = await list({ vassalage: 'NOVA', pageSize: `${DROPDOWN_NEXT_PAGE}`, offset: `${DROPDOWN_FIRST_PAGE}` });
    expect([...names(first.games), ...names(next.games)]).toEqual(all.slice(0, DROPDOWN_FIRST_PAGE + DROPDOWN_NEXT_PAGE));
  });

  it.each([
    ['gem casc', 'Gem Cascade'],
    ['  GÉM   cascade ', 'Gem Cascade'],
    ['cascade gem', 'Gem Cascade'],
    ['kestrel roulette', 'Kestrel Roulette'],
    ['starfall midnight', 'Midnight Keno'],
  ])('finds %j', async (gameName, expected) => {
    expect(names((await list({ gameName })).games)).toContain(expected);
  });

  it('treats SQL wildcards as plain characters', async () => {
    for (const gameName of ['%', '_', '\\', "'; drop table game; --"]) expect((await list({ gameName })).total).toBe(0);
  });

  it('sorts by name and by newness', async () => {
    const byName = names((await list({ vassalage: 'ORU', sort: 'name' })).games);
    expect(byName.map(normaliseText)).toEqual(byName.map(normaliseText).toSorted());
    const [newest] = (await list({ sort: 'new' })).games;
    expect(newest?.isNew).toBe(true);
  });

  it('presents a game with its published return, stake, cover and trial', async () => {
    const [game] = (await list({ gameName: 'gem cascade' })).games;
    expect(game).toMatchObject({
      gameId: 'NOVA_GEM_CASCADE',
      vassalage: 'NOVA',
      accountTypeName: 'Northlight',
      showIcon: '/studio/art/NOVA_GEM_CASCADE.svg',
      supportPlay: 0,
      minBet: '0.2000',
      isHot: true,
      maintenance: false,
    });
    expect(game?.rtp).toMatch(/^9\d\.\d\d$/);
    expect((await list({ vassalage: 'EMBER' })).games[0]?.supportPlay).toBe(1);
  });

  it('promotes the hot games', async () => {
    const { list: hot } = (await value('games.hot', { vassalage: 'NOVA' })) as { list: Game[] };
    expect(hot.length).toBeGreaterThan(3);
    for (const game of hot) expect([game.isHot, game.vassalage]).toEqual([true, 'NOVA']);
  });
});

describe('folding and masking', () => {
  it('compares without case, accents and extra blanks', () => {
    expect(normaliseText('  Đêm  LỒNG Đèn ')).toBe('dem long den');
  });

  it('leaves too little of a name to recognise', () => {
    expect([maskName('captain7'), maskName('demo01'), maskName('abcd')]).toEqual(['ca•••7', 'de•••1', 'ab•••']);
  });
});

const launch = (gameId: string, bearer = token, more = {}) => test.call(byId('games.launch'), { token: bearer, body: { gameId, ...more } });

/** A call of the studio. */
async function seamless(operation: string, body: object): Promise<SeamlessAnswer> {
  const raw = JSON.stringify(body);
  const timestamp = String(test.clock.now().getTime());
  const path = `/seamless/${STUDIO_PROVIDER}/${operation}`;
  const signature = signRequest(TEST_SECRET, { method: 'POST', path, timestamp, body: raw });
  const sent = test.request('POST', path).set({ 'X-Timestamp': timestamp, 'X-Signature': signature });
  return (await sent.set('Content-Type', 'application/json').send(raw)).body as SeamlessAnswer;
}

async function play(gameId: string, bearer: string, roundId: string, payout: string): Promise<SeamlessAnswer> {
  const { game_url } = (await launch(gameId, bearer)).body.value;
  const ticket = new URL(game_url, test.url).searchParams.get('ticket') ?? '';
  const { token: session = '', player = '', trial } = await seamless('authenticate', { ticket, gameId });
  const round = { roundId, gameId, player };
  const bet = await seamless('bet', { ...round, token: session, transactionId: `${roundId}-bet`, currency: 'USD', amount: '10000' });
  await seamless('win', { ...round, transactionId: `${roundId}-win`, betTransactionId: `${roundId}-bet`, currency: 'USD', amount: payout });
  await seamless('finish', round);
  return { ...bet, trial: trial ?? false };
}

describe('a launch', () => {
  it('opens the game with a ticket, in the requested language and theme', async () => {
    const { body } = await launch('NOVA_GEM_CASCADE', token, { language: 'TH', theme: 'light' });
    expect(body.value).toMatchObject({ gameName: 'Gem Cascade', vassalage: 'NOVA', vendorName: 'Northlight', gameCategory: 'RNG' });
    const url = new URL(body.value.game_url, test.url);
    expect(url.pathname).toBe('/studio/play');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ game: 'NOVA_GEM_CASCADE', language: 'TH', theme: 'light' });
    expect(url.searchParams.get('ticket')?.length).toBeGreaterThan(20);
  });

  it('refuses what does not exist, what is in maintenance, and trial accounts where no trial is offered', async () => {
    expect((await launch('NOVA_NOTHING')).body.code).toBe('game_not_found');
    const before = (await value('system.whitelabel')).contentVersion;
    await switchGames(test.db, test.merchant, { game: 'ORU_EYE_OF_ORU' }, { closed: true, from: null, until: null });
    expect((await value('system.whitelabel')).contentVersion).not.toBe(before);
    expect((await list({ gameName: 'eye of oru' })).games[0]?.maintenance).toBe(true);
    expect((await launch('ORU_EYE_OF_ORU')).body).toMatchObject({
      code: 'game_maintenance',
      message: 'Eye of Oru is under maintenance. Choose another game for now.',
    });
    const refused = await launch('EMBER_EMBER_DICE', await test.login('trial01'));
    expect([refused.status, refused.body.code]).toEqual([403, 'in_need_true_account']);
  });
});

describe('what was played', () => {
  it('reaches the betting record by vendor, the winner board masked, and the popular games', async () => {
    expect(await play('BKOI_GOLDEN_KOI_GATE', token, 'r-1', '25000')).toMatchObject({ status: 'OK', trial: false });
    await play('BKOI_GOLDEN_KOI_GATE', token, 'r-2', '5000');
    const { winners } = (await value('games.winners')) as { winners: Winner[] };
    expect(winners).toMatchObject([
      { account: 'de•••1', gameName: 'Golden Koi Gate', vassalage: 'BKOI', amount: '2.5000', currencySymbol: '$' },
    ]);
    const { games } = (await value('games.popular', { count: '3' })) as { games: Game[] };
    expect(games[0]?.gameId).toBe('BKOI_GOLDEN_KOI_GATE');
    const { bets } = (await value('bets.list', { vassalage: 'BKOI' })) as { bets: Bet[] };
    expect(bets.map((bet) => [bet.roundId, bet.vassalage, bet.vendorName, bet.status, bet.verifyUrl])).toEqual([
      ['r-2', 'BKOI', 'Blue Koi', 'lost', '/studio/verify/r-2'],
      ['r-1', 'BKOI', 'Blue Koi', 'won', '/studio/verify/r-1'],
    ]);
    expect((await value('bets.list', { vassalage: 'NOVA' })).bets).toEqual([]);
  });

  it('on a trial account stays in the trial realm', async () => {
    const before = await value('games.winners');
    expect(await play('BKOI_GOLDEN_KOI_GATE', await test.login('trial01'), 'r-3', '90000')).toMatchObject({ status: 'OK', trial: true });
    expect(await value('games.winners')).toEqual(before);
  });

  it('makes a masked leaderboard of real stakes of the last seven days, without members who opted out', async () => {
    const rank = async () => (await value('games.rank')) as ValueOf<typeof rankList>;
    test.clock.advance(WEEK_FIGURES_MS);
    const { list: ranks, from, to } = await rank();
    expect(ranks).toEqual([{ rank: 1, account: 'de•••1', stake: '2.0000', rounds: 2, currency: 'USD', currencySymbol: '$' }]);
    expect(Date.parse(to) - Date.parse(from)).toBe(WEEK_MS);
    await test.db.updateTable('member').set({ show_wins: false }).where('account', '=', 'demo01').execute();
    expect((await rank()).list).toEqual([]);
    await test.db.updateTable('member').set({ show_wins: true }).where('account', '=', 'demo01').execute();
    await play('BKOI_GOLDEN_KOI_GATE', token, 'r-rank', '0');
    expect((await rank()).list[0]?.stake).toBe('2.0000');
    test.clock.advance(WEEK_FIGURES_MS);
    expect((await rank()).list[0]?.stake).toBe('3.0000');
    // A week starts at a quarter hour.
    await test.db
      .updateTable('vendor_round')
      .set({ settled_at: new Date(Date.parse(from) - 900_000) })
      .where('round_id', '=', 'r-rank')
      .execute();
    test.clock.advance(WEEK_FIGURES_MS);
    expect((await rank()).list[0]?.stake).toBe('2.0000');
  });

  it('by a member who opted out is not on the winner board', async () => {
    await play('NOVA_GEM_CASCADE', token, 'r-4', '30000');
    await test.db.updateTable('member').set({ show_wins: false }).where('account', '=', 'demo01').execute();
    expect((await value('games.winners')).winners).toEqual([]);
    await test.db.updateTable('member').set({ show_wins: true }).where('account', '=', 'demo01').execute();
    expect((await value('games.winners')).winners).not.toEqual([]);
  });
});
