import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { LOTTERY_API, type LotteryDrawsAnswer } from '../../../shared/games/lottery/protocol.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import { openScene, START } from '../test-scene.ts';
import { eventually, gameOf, type Running, type StudioWorld } from '../test-studio.ts';

const GAME = gameOf('sea4').gameId;
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME);

vi.setConfig({ testTimeout: 120_000 });

const clientDir = mkdtempSync(join(tmpdir(), 'studio-client-'));
mkdirSync(join(clientDir, '.vite'));
const entry = { file: 'assets/page-1.js', css: ['assets/page-1.css'] };
writeFileSync(join(clientDir, '.vite/manifest.json'), JSON.stringify({ 'client/games/lottery-page.ts': entry }));
afterAll(() => rmSync(clientDir, { recursive: true }));

const scene = openScene(GAME, { series: SERIES, clientDir });
const { start } = scene;
let world: StudioWorld;
let clock: MovableClock;
let studio: Running;
beforeEach(async () => {
  ({ world, clock } = scene);
  world.wallet.balances.set('anna', START);
  studio = await start();
  await eventually(async () => {
    const { body } = await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${GAME}`);
    expect(body.open.length).toBeGreaterThan(0);
  });
});

interface Page {
  readonly status: number;
  readonly html: string;
  readonly policy: string;
}
async function pageOf(answer: Response): Promise<Page> {
  return { status: answer.status, html: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' };
}
/** The page of the game as a browser without script gets it. */
const openGame = async () => pageOf(await fetch(`${studio.url}/studio/play?game=${GAME}&ticket=ticket-of-anna`));

/** Sends the first form of a page, as a browser does. */
async function send({ html }: Page, typed: Readonly<Record<string, string>>): Promise<Page> {
  const [form = ''] = /<form.*?<\/form>/s.exec(html) ?? [];
  const [, action = ''] = /action="([^"]*)"/.exec(form) ?? [];
  const fields = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
  const body = new URLSearchParams({ ...Object.fromEntries(fields), ...typed });
  return pageOf(await fetch(studio.url + action.replaceAll('&amp;', '&'), { method: 'POST', body, headers: { origin: 'null' } }));
}
const ORDER = { playType: 'digit1', entry: '0 1 2', unit: '1', multiplier: '2' };
const balance = () => world.wallet.balances.get('anna') ?? 0n;
const tickets = () => world.db.selectFrom('studio_ticket').selectAll().execute();

describe('the order form without script', () => {
  test('places a ticket, reports it, and carries the session for the next one', async () => {
    const game = await openGame();
    expect(game.html).toContain('<div class="without-script"><main class="plain">');
    expect(game.policy).toContain("form-action 'self'");
    const placed = await send(game, ORDER);
    expect(placed.status).toBe(200);
    expect(placed.html).toContain('Your ticket is placed');
    expect(placed.html).toMatch(/Ticket placed: \$6\.00 on issue \d+/);
    expect(placed.policy).toContain('sandbox allow-forms');
    expect(placed.policy).not.toContain('allow-scripts');
    expect(balance()).toBe(START - 6_0000n);
    const second = await send(placed, { ...ORDER, playType: 'straight', entry: '1234', multiplier: '1' });
    expect(second.html).toContain('Ticket placed: $1.00');
    expect((await tickets()).length).toBe(2);
  });

  test('keeps what was typed and lists what is malformed; nothing is charged', async () => {
    const refused = await send(await openGame(), { ...ORDER, entry: '1 22 <b>' });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('This bet cannot be played');
    expect(refused.html).toContain('No. 2, “22”: has the wrong number of digits or numbers');
    expect(refused.html).toContain('1 22 &lt;b&gt;</textarea>');
    expect(refused.html).toContain('value="digit1" selected');
    expect((await send(refused, ORDER)).status).toBe(200);
    expect(balance()).toBe(START - 6_0000n);
  });

  test.each([
    [{ multiplier: '0' }, 'Stake outside the limits'],
    [{ multiplier: 'x' }, 'Stake outside the limits'],
    [{ unit: '7' }, 'This bet cannot be played'],
    [{ playType: 'none' }, 'This bet cannot be played'],
  ])('refuses %j with its reason', async (more, title) => {
    const refused = await send(await openGame(), { ...ORDER, ...more });
    expect([refused.status, refused.html.includes(title)]).toEqual([409, true]);
    expect(await tickets()).toEqual([]);
  });

  test('says that no draw is on sale, and what the wallet refused', async () => {
    const game = await openGame();
    world.wallet.refusals.set('anna', 'LIMIT_REACHED');
    const limited = await send(game, ORDER);
    expect(limited.html).toContain('Limit reached');
    world.wallet.refusals.clear();
    clock.advance(5 * 60_000 - (clock.now().getTime() % (5 * 60_000)) - 5_000);
    expect((await send(limited, ORDER)).html).toContain('Bets are closed');
    expect(balance()).toBe(START);
  });

  test('sent twice is one ticket, and the second answer shows it', async () => {
    const game = await openGame();
    const first = await send(game, ORDER);
    // The wallet takes the ticket of a launch once.
    const left = balance();
    world.wallet.balances.delete('anna');
    const again = await send(game, ORDER);
    world.wallet.balances.set('anna', left);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.html).toContain('Your ticket is placed');
    expect(again.html).toContain('Open the game again');
    const third = await send(first, ORDER);
    const repeated = await send(first, ORDER);
    expect([third.status, repeated.status]).toEqual([200, 200]);
    expect((await tickets()).length).toBe(2);
  });

  test('of a used ticket without an order is refused with a reason', async () => {
    const game = await openGame();
    world.wallet.balances.delete('anna');
    const used = await send(game, ORDER);
    expect([used.status, used.html.includes('This form has been used')]).toEqual([409, true]);
    world.wallet.balances.set('anna', START);
  });

  test('cancels a ticket', async () => {
    const placed = await send(await openGame(), ORDER);
    const id = (await tickets())[0]?.id ?? '';
    expect(placed.html).toContain(`name="cancel" value="${id}"`);
    const cancelled = await send(placed, { cancel: id });
    expect(cancelled.html).toContain('Ticket cancelled. $6.00 returned.');
    expect(cancelled.html).toContain('Returned $6.00');
    expect(balance()).toBe(START);
    expect((await send(cancelled, { cancel: id })).status).toBe(409);
  });

  test('is not found for a game without draws, or with other fields', async () => {
    const game = await openGame();
    expect((await send(game, { ...ORDER, game: gameOf('harbour').gameId })).status).toBe(404);
    expect((await send(game, { ...ORDER, other: 'field' })).status).toBe(404);
    expect(await tickets()).toEqual([]);
  });
});
