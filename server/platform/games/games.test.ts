import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callById } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Bet, Game, GameMenu, Winner } from '../../../shared/api/game-calls.ts';
import type { SeamlessAnswer } from '../../../shared/api/seamless.ts';
import { DROPDOWN_FIRST_PAGE, DROPDOWN_NEXT_PAGE, GAME_PAGE_SIZE } from '../../../shared/constants.ts';
import { STUDIO_GAMES } from '../../../shared/studio/games.ts';
import { STUDIO_PROVIDER } from '../index.ts';
import { openTestPlatform, TEST_SECRET, type TestPlatform } from '../test-platform.ts';
import { audit } from '../wallet/index.ts';
import { fold } from './fold.ts';
import { maskName } from './present.ts';
import { setGameMaintenance } from './store.ts';

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
const list = (query: Record<string, string>) =>
  value('games.list', query) as Promise<{ games: Game[]; pageNum: number; totalPages: number; total: number }>;
const names = (games: readonly Game[]) => games.map((game) => game.gameName);

describe('the catalogue', () => {
  it('shows categories in the order of the header, each with its vendors', async () => {
    const { gameMenus } = (await value('games.menus')) as { gameMenus: GameMenu[] };
    expect(gameMenus.map((menu) => [menu.gameCategory, menu.labelName, menu.vendors.map((vendor) => vendor.vassalage)])).toEqual([
      ['LIVE', 'Live casino', ['KESTREL', 'SALON']],
      ['RNG', 'Slots', ['NOVA', 'BKOI', 'ORU', 'PAPAYA', 'EMBER']],
      ['ELOTT', 'Keno and lottery', ['STARFALL']],
    ]);
    const counts = gameMenus.flatMap((menu) => menu.vendors.map((vendor) => vendor.gameCount));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(STUDIO_GAMES.length);
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

  it('gives a dropdown 21 games first and 18 after', async () => {
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

  it('takes wild cards of the database for plain characters', async () => {
    for (const gameName of ['%', '_', '\\', "'; drop table game; --"]) expect((await list({ gameName })).total).toBe(0);
  });

  it('sorts by name and by newness', async () => {
    const byName = names((await list({ vassalage: 'ORU', sort: 'name' })).games);
    expect(byName).toEqual([...byName].sort((a, b) => (a < b ? -1 : 1)));
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
      minBet: '0.1000',
      isHot: true,
      maintenance: false,
    });
    expect(game?.rtp).toMatch(/^9\d\.\d\d$/);
    expect((await list({ vassalage: 'KESTREL' })).games[0]?.supportPlay).toBe(1);
  });

  it('promotes the hot games', async () => {
    const { list: hot } = (await value('games.hot', { vassalage: 'NOVA' })) as { list: Game[] };
    expect(hot.length).toBeGreaterThan(3);
    for (const game of hot) expect([game.isHot, game.vassalage]).toEqual([true, 'NOVA']);
  });
});

describe('folding and masking', () => {
  it('compares without case, accents and extra blanks', () => {
    expect(fold('  Đêm  LỒNG Đèn ')).toBe('dem long den');
  });

  it('leaves too little of a name to recognise', () => {
    expect([maskName('captain7'), maskName('demo01'), maskName('abcd')]).toEqual(['ca•••7', 'de•••1', 'ab•••']);
  });
});

const launch = (gameId: string, bearer = token, more = {}) => test.call(byId('games.launch'), { token: bearer, body: { gameId, ...more } });

/** What the studio would send. */
async function seamless(operation: string, body: object): Promise<SeamlessAnswer> {
  const raw = JSON.stringify(body);
  const timestamp = String(test.clock.now().getTime());
  const signature = createHmac('sha256', TEST_SECRET).update(`${timestamp}.${raw}`).digest('hex');
  const sent = test
    .request('POST', `/seamless/${STUDIO_PROVIDER}/${operation}`)
    .set({ 'X-Timestamp': timestamp, 'X-Signature': signature });
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
  it('opens the game with a ticket, in the language and theme asked for', async () => {
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
    await setGameMaintenance(test.db, test.merchant, 'ORU_EYE_OF_ORU', true);
    expect((await value('system.whitelabel')).contentVersion).not.toBe(before);
    expect((await list({ gameName: 'eye of oru' })).games[0]?.maintenance).toBe(true);
    expect((await launch('ORU_EYE_OF_ORU')).body).toMatchObject({
      code: 'game_maintenance',
      message: 'Eye of Oru is under maintenance. Please choose another game for now.',
    });
    const refused = await launch('KESTREL_KESTREL_ROULETTE', await test.login('trial01'));
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

  it('by a member who wants no publicity is not on the winner board', async () => {
    await play('NOVA_GEM_CASCADE', token, 'r-4', '30000');
    await test.db.updateTable('member').set({ show_wins: false }).where('account', '=', 'demo01').execute();
    expect((await value('games.winners')).winners).toEqual([]);
    await test.db.updateTable('member').set({ show_wins: true }).where('account', '=', 'demo01').execute();
    expect((await value('games.winners')).winners).not.toEqual([]);
  });
});
