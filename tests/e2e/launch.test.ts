import { createServer, type Server, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseHost } from '../../server/portal/hosts/choose.ts';
import { testGame } from '../../server/portal/pages/test-upstream.ts';
import {
  loginAnswer,
  STATUS,
  startTinyUpstream,
  succeed,
  type TinyUpstream,
  WHITELABEL,
} from '../../server/portal/testing/tiny-upstream.ts';
import { walletBalance } from '../../shared/api/balance/calls.ts';
import { gameList, gameMenus, launchGame, popularGames } from '../../shared/api/games/calls.ts';
import type { Game } from '../../shared/api/games/schemas.ts';
import { eventStream } from '../../shared/api/live/calls.ts';
import { listAnnouncements } from '../../shared/api/publishing/calls.ts';
import { settingRegister } from '../../shared/api/register/calls.ts';
import { protectionPlay } from '../../shared/api/responsible-gaming/calls.ts';
import { sessionKeys } from '../../shared/api/session/calls.ts';
import { freePlayLogin, sessionLogin } from '../../shared/api/sign-in/calls.ts';
import { domainRoute, systemStatus, systemWhitelabel } from '../../shared/api/system/calls.ts';
import { lastRound } from '../../shared/api/vendors/calls.ts';
import { LAUNCH_FIELDS, TRIAL_TYPE } from '../../shared/constants.ts';
import { launchBrowser } from '../kit/browser.ts';
import { enter, expectAccessible, hydrateIslands, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { freePort, type Service, startService } from '../kit/service.ts';

const vendor = (vassalage: string, gameCategory: Game['gameCategory'], more = {}) => ({
  vassalage,
  displayName: `Vendor ${vassalage}`,
  smallIcon: '',
  isHot: 0,
  gameCategory,
  gameCount: 2,
  popup: false,
  maintenance: false,
  ...more,
});
const GAMES: readonly Game[] = [
  testGame('ONE', 'Harbour One'),
  testGame('TWO', 'Harbour Two'),
  { ...testGame('REAL', 'Real Only'), supportPlay: 1 },
  { ...testGame('SHUT', 'Shut One'), maintenance: true },
  { ...testGame('DRAW', 'Draw One'), gameCategory: 'LOTT', vassalage: 'TCG_SEA' },
];
const ART = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="40"><path d="M0 0h30v40H0z" fill="#888"/></svg>';
/** A page that sends the messages listed in its `say` parameter to the portal. */
const GAME = `<!doctype html><html lang="en"><title>Game</title><p>The game is here</p><script>
const types = (new URLSearchParams(location.search).get('say') ?? '').split(',');
setInterval(() => types.forEach((type) => parent.postMessage({ lagoon: 1, type }, '*')), 100);
</script>`;

let upstream: TinyUpstream;
let servers: readonly Server[] = [];
let service: Service;
let browser: Browser;
let good = '';
/** A host that responds, but has no pictures. */
let bare = '';
let dead = '';
/** Delays the response of games. */
let hang = false;
let launched: Record<string, unknown>[] = [];

beforeAll(async () => {
  good = await startHost(true);
  bare = await startHost(false);
  dead = `http://127.0.0.1:${await freePort()}`;
  upstream = await startTinyUpstream();
  await fill();
  service = await startService({
    env: { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url, LOG_LEVEL: 'error' },
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await upstream?.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function startHost(pictures: boolean): Promise<string> {
  const server = createServer((request, response) => serve(request.url ?? '', response, pictures)).listen(0, '127.0.0.1');
  servers = [...servers, server];
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

function serve(url: string, response: ServerResponse, pictures: boolean): void {
  if (/\.svg(?:\?|$)/.test(url)) response.writeHead(pictures ? 200 : 404, { 'Content-Type': 'image/svg+xml' }).end(pictures ? ART : '');
  else if (!hang || url === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end(GAME);
}

async function fill(): Promise<void> {
  const { publicKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const info = { ...STATUS.info, imageCDNs: [bare, good], launchGameCDNs: [good], analytics: { gtagId: 'G-TEST1234' } };
  const answers: [string, unknown][] = [
    [sessionKeys.id, { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] }],
    [systemStatus.id, { ...STATUS, info }],
    [systemWhitelabel.id, { ...WHITELABEL, languages: ['EN'], features: { freePlay: true } }],
    [gameMenus.id, { gameMenus: [{ gameCategory: 'RNG', labelName: 'Slots', vendors: [vendor('NOVA', 'RNG', { popup: true })] }] }],
    [settingRegister.id, { fields: {}, mobileRegister: false, usernameRegister: true, minimumAge: 18, termsPreTicked: false }],
    [listAnnouncements.id, { player: [], banners: [], popup: [], promotion: [] }],
    [popularGames.id, { games: GAMES.slice(0, 2) }],
    [walletBalance.id, { currency: 'USD', currencySymbol: '$', sumBalance: '5.0000', version: 1, asOf: '2026-01-01T00:00:00.000Z' }],
    [protectionPlay.id, { session: null, check: { minutes: 60, dueAt: null, due: false }, refused: null, room: null, currencySymbol: '$' }],
    [lastRound.id, { round: null }],
    [domainRoute.id, { domainList: [good, dead].map((url, index) => ({ url, speed: index === 0 ? 40 : null })) }],
  ];
  for (const [id, value] of answers) upstream.on(id, succeed(value));
  upstream.on(
    eventStream.id,
    (_request, response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': here\n\n'),
  );
  upstream.on(gameList.id, (request, response) => {
    const query = new URLSearchParams(request.url.split('?')[1]);
    const [id, name] = [query.get('gameId'), query.get('gameName')?.toLowerCase() ?? ''];
    const games = GAMES.filter((game) => (id === null || game.gameId === id) && game.gameName.toLowerCase().includes(name));
    succeed({ games, pageNum: 1, totalPages: 1, total: games.length })(request, response);
  });
  upstream.on(launchGame.id, (request, response) => {
    const body = JSON.parse(request.body);
    launched.push(body);
    const game = GAMES.find(({ gameId }) => gameId === body.gameId) as Game;
    const messageTypes = body.gameId === 'TWO' ? 'ready,round-started' : 'ready';
    const { gameId, gameName, vassalage, gameCategory } = game;
    const value = {
      game_url2: `${good}/g?say=${messageTypes}&n=${launched.length}`,
      gameId,
      gameName,
      vassalage,
      vendorName: 'Northlight',
      gameCategory,
    };
    succeed({ ...value, expiresAt: '2096-01-01T00:00:00.000Z' })(request, response);
  });
}

async function open(screen: Screen, account?: 'member' | 'trial'): Promise<Window> {
  const window = await openWindow(browser, { screen, url: service.url, theme: screen === 'phone' ? 'light' : 'dark' });
  launched = [];
  if (!account) return window;
  upstream.on(sessionLogin.id, succeed(accountAnswer(account)));
  await enter(window, { username: account, password: 'x' });
  return window;
}
function accountAnswer(account: 'member' | 'trial'): unknown {
  const answer = loginAnswer(`token-${account}`, account) as { member: object };
  return { ...answer, member: { ...answer.member, type: account === 'trial' ? TRIAL_TYPE : 0 } };
}
const frameText = (page: Page) => page.frameLocator('iframe').getByText('The game is here');
/** A host without pictures is part of the test; the browser reports its errors anyway. */
const unexpected = ({ problems }: Window) => problems.filter((problem) => !problem.includes(`(${bare}/`));

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  test('a visitor is asked to log in, and then gets the stored game in its frame', async () => {
    const window = await open(screen, undefined);
    const { page } = window;
    await page.goto('/game?gameId=TWO&from=/rng');
    await page.getByRole('dialog').getByText('You are not logged in, please login').waitFor();
    expect(await page.locator('lagoon-island[name="modal-host"]').getAttribute('props')).toContain('/game?gameId=TWO');
    await page.context().close();

    const member = await open(screen, 'member');
    await member.page.goto('/game?gameId=TWO&from=/rng');
    await frameText(member.page).waitFor();
    expect(launched[0]).toMatchObject({ ...LAUNCH_FIELDS, gameId: 'TWO', username: 'member', language: 'EN' });
    const strip = member.page.getByRole('region', { name: 'Session of Harbour Two' });
    for (const text of ['Harbour Two', 'Time', 'This session', 'Balance', '$5.00', 'Deposit'])
      await strip.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
    await strip.getByRole('button', { name: 'Full screen' }).waitFor();
    await expectAccessible(member.page, { bothThemes: true });
    const exit = strip.getByRole('link', { name: 'Leave the game' });
    await exit.focus();
    await member.page.keyboard.press('Enter');
    await member.page.getByRole('dialog', { name: 'A round is still open' }).getByRole('link', { name: 'Leave anyway' }).click();
    await member.page.waitForURL('**/rng');
    expect(unexpected(member)).toEqual([]);
    await member.close();
  });

  test('a vendor with a game list: searched, empty, failed and retried', async () => {
    const window = await open(screen);
    const { page } = window;
    await page.goto('/help/about');
    await page.evaluate(() => {
      const link = document.createElement('a');
      Object.assign(link.dataset, { modal: 'game-popup', vassalage: 'NOVA', vendor: 'Vendor NOVA' });
      link.href = '/rng?page=NOVA';
      document.body.append(link);
      link.click();
    });
    const dialog = page.getByRole('dialog', { name: 'Vendor NOVA' });
    await dialog.getByText('5 games').waitFor();
    await dialog.getByText('Under maintenance').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('searchbox').fill('two');
    await dialog.getByText('1 game', { exact: true }).waitFor();
    await dialog.getByRole('searchbox').fill('zzz');
    await dialog.getByText('No game matches').waitFor();
    await page.route('**/GCSGAME_gameList*', (route) => route.abort());
    await dialog.getByRole('searchbox').fill('harbour');
    await dialog.getByText('The games could not be loaded').waitFor();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('2 games').waitFor();
    await dialog.getByRole('link', { name: 'Play Harbour One' }).click();
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
    await window.close();
  });
});

test('free play: offered to visitors, refused to real accounts with a reason, marked on trial accounts', async () => {
  const window = await open('desktop');
  await window.page.goto('/game?gameId=REAL&trial=1');
  await window.page.getByText('Real Only has no free play').first().waitFor();
  await window.page.goto('/game?gameId=ONE&trial=1');
  await window.page.getByRole('heading', { name: 'Play Harbour One for free' }).waitFor();
  await expectAccessible(window.page, { bothThemes: true });
  upstream.on(freePlayLogin.id, succeed(accountAnswer('trial')));
  await window.page.getByRole('button', { name: 'Start free play' }).click();
  await frameText(window.page).waitFor();
  expect(launched).toMatchObject([{ gameId: 'ONE', trial: true }]);
  await window.close();

  const member = await open('desktop', 'member');
  await member.page.goto('/game?gameId=ONE&trial=1');
  await member.page.getByText('You are logged in with a real account').waitFor();
  expect(launched).toEqual([]);
  await member.close();

  const trial = await open('desktop', 'trial');
  await trial.page.goto('/game?gameId=REAL');
  await trial.page.getByText('Real Only needs a real account').first().waitFor();
  await trial.page.goto('/game?gameId=ONE&trial=1');
  await frameText(trial.page).waitFor();
  await trial.page
    .getByRole('region', { name: /Session/ })
    .getByText('Trial account')
    .waitFor();
  expect(launched).toMatchObject([{ gameId: 'ONE', trial: true }]);
  await trial.close();
});

test('maintenance recommends other games', async () => {
  const window = await open('phone');
  await window.page.goto('/game?gameId=SHUT');
  await window.page.getByRole('heading', { name: 'Shut One is under maintenance' }).waitFor();
  await window.page
    .getByRole('region', { name: 'Games you can play meanwhile' })
    .getByRole('link', { name: 'Harbour Two' })
    .first()
    .waitFor();
  await expectAccessible(window.page, { bothThemes: true });
  await window.close();
});

test('the addresses of the site, measured by this browser', async () => {
  const window = await open('phone');
  await window.page.goto('/routes');
  const [first, second] = [window.page.locator('main li').nth(0), window.page.locator('main li').nth(1)];
  await first.getByText('Fastest').waitFor();
  await first.getByText('40 ms', { exact: true }).waitFor();
  await expect.poll(() => second.getByText('No answer').count()).toBe(2);
  expect(await first.getByRole('link').getAttribute('href')).toBe(`${good}/index`);
  await expectAccessible(window.page, { bothThemes: true });
  await window.close();
});

test('lotteries open their own page, and play from there in the frame', async () => {
  const window = await open('desktop', 'member');
  const answer = await window.context.request.get('/game?gameId=DRAW', { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([303, '/seaLottery?gameCode=DRAW']);
  await window.page.goto('/game?gameId=DRAW&play=1&from=/seaLottery');
  await frameText(window.page).waitFor();
  expect(await window.page.getByRole('link', { name: 'Leave the game' }).getAttribute('href')).toBe('/seaLottery');
  await window.close();
});

test('a game that does not load is offered again after fifteen seconds', async () => {
  const window = await open('phone', 'member');
  const { page } = window;
  await page.clock.install();
  hang = true;
  await page.goto('/game?gameId=ONE', { waitUntil: 'commit' });
  await page.getByText('Northlight is opening your game…').waitFor();
  await page.clock.fastForward(16_000);
  await page.getByText('This is taking longer than usual').waitFor();
  hang = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await frameText(page).waitFor();
  await expect.poll(() => page.getByText('This is taking longer than usual').count()).toBe(0);
  expect(launched).toHaveLength(2);
  await window.close();
});

test('pictures are loaded from another host when the first one fails', async () => {
  const window = await open('desktop');
  const hosts = [bare, good].map((origin) => ({ origin, weight: 1 }));
  const seed = Array.from({ length: 50 }, (_, number) => number).find((number) => chooseHost(hosts, number) === bare);
  await window.context.addCookies([{ name: 'route', value: String(seed), url: service.url }]);
  const troubleReport = window.page.waitForRequest((request) => request.url().includes('/hosts/trouble?origin='));
  await window.page.goto('/game?gameId=SHUT');
  const picture = window.page.locator('main img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [new URL(image.src).origin, image.naturalWidth > 0]))
    .toEqual([good, true]);
  expect((await troubleReport).url()).toContain(encodeURIComponent(bare));
  expect(unexpected(window)).toEqual([]);
  await window.close();
});

test('nothing is measured before the visitor agrees, and the choice can be changed', async () => {
  const window = await open('phone');
  const { page } = window;
  const trackerRequests: string[] = [];
  await window.context.route(/googletagmanager|google-analytics/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  window.context.on('request', (request) => void (/google/.test(request.url()) && trackerRequests.push(request.url())));
  // The platform of this test has no privacy text: the footer has the choice.
  await page.goto('/promotions');
  const bar = page.getByRole('region', { name: 'May we measure visits?' });
  await bar.waitFor();
  await expectAccessible(page, { bothThemes: true });
  const [decline, accept] = await Promise.all(['Decline', 'Accept'].map((name) => bar.getByRole('button', { name }).boundingBox()));
  expect(decline?.width).toBeCloseTo(accept?.width ?? 0, 0);
  await bar.getByRole('button', { name: 'Decline' }).click();
  // A click not yet handled by the bar would be lost with the page.
  await bar.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('button', { name: 'Change my analytics choice' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect([
    await bar.count(),
    trackerRequests,
    await window.context.cookies().then((all) => all.filter(({ name }) => name.startsWith('_ga'))),
  ]).toEqual([0, [], []]);
  // Only the script retries.
  await page.evaluate(hydrateIslands);
  await page.getByRole('button', { name: 'Change my analytics choice' }).click();
  await bar.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => trackerRequests).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST1234']);
  await page.goto('/login');
  await page.getByRole('dialog').waitFor();
  await page.waitForLoadState('networkidle');
  expect(trackerRequests).toHaveLength(1);
  expect(unexpected(window)).toEqual([]);
  await window.close();
});
