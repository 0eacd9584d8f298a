import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { fairStream, seedHash } from '../../shared/games/fairness.ts';
import type { EngineBet } from '../../shared/games/protocol.ts';
import { playRound } from '../../shared/games/rules.ts';
import { toWire } from '../../shared/money/money.ts';
import { type Player, signIn } from '../kit/player.ts';
import { enterAs, expectAccessible, openWindow, SCREENS } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
let player: Player;
beforeAll(async () => {
  player = await signIn(stage.service.url);
});

test('a slot round is drawn with its symbols, also in its saved copy without the site', async () => {
  const seat = await player.openGame('NOVA_COIN_HARBOUR');
  const { answer } = await seat.play({ engine: 'slot', stake: '1.0000' });
  const window = await openWindow(stage.browser, { url: stage.service.url, screen: 'phone' });
  const { page } = window;
  await page.goto(answer.round.verifyUrl);
  await expectDrawn(page);
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save for offline use' }).click();
  const file = await (await saving).path();
  const copy = await stage.browser.newContext({ ...SCREENS.phone, offline: true });
  const saved = await copy.newPage();
  const { rename } = await import('node:fs/promises');
  await rename(file, `${file}.html`);
  await saved.goto(pathToFileURL(`${file}.html`).href);
  await expectDrawn(saved);
  await copy.close();
  expect(window.problems).toEqual([]);
  await window.close();
});

test('from a game, a proof opens in a tab of an origin of its own and can be saved there', async () => {
  const seat = await player.openGame('NOVA_COMET_DICE');
  await seat.play({ engine: 'dice', stake: '1.0000', target: 50, over: true });
  const window = await openWindow(stage.browser, { url: stage.service.url, screen: 'desktop' });
  await enterAs(window, player);
  await window.page.goto('/game?gameId=NOVA_COMET_DICE&play=1');
  const frame = window.page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Last rounds' }).click();
  const opening = window.context.waitForEvent('page');
  await frame.getByRole('link', { name: 'Verify this round' }).first().click();
  const proof = await opening;
  await proof.locator('.verdict-line.good').waitFor();
  expect(await proof.evaluate(() => self.origin)).toBe('null');
  const saving = proof.waitForEvent('download');
  await proof.getByRole('button', { name: 'Save for offline use' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^verify-.+\.html$/);
  expect(window.problems).toEqual([]);
  await window.close();
});

test('a round with many free spins is a collapsible list', async () => {
  const bet = { engine: 'slot', stake: '1.0000' } as const;
  const { text, spins } = roundWithFreeSpins(bet);
  const window = await openWindow(stage.browser, { url: stage.service.url, screen: 'phone' });
  const { page } = window;
  await page.goto('/studio/verify/of-no-round');
  await page.locator('.pasted').fill(text);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.locator('.verdict-line.good').waitFor();
  expect(spins).toBeGreaterThan(5);
  await expect.poll(() => page.locator('.drawn-spins details').count()).toBe(spins);
  await expect.poll(() => page.locator('.drawn-spins details[open]').count()).toBe(1);
  const last = page.locator('.drawn-spins details').last();
  await expect.poll(() => last.locator('.drawn-grid').first().isVisible()).toBe(false);
  await last.locator('summary').press('Enter');
  await last.locator('.drawn-grid').first().waitFor();
  await expectAccessible(page);
  await window.close();
});

test('cards are drawn as cards', async () => {
  const seat = await player.openGame('JADE_JADE_WAR');
  const { answer } = await seat.play({ engine: 'duel', stake: '1.0000', side: 'one' });
  const window = await openWindow(stage.browser, { url: stage.service.url, screen: 'desktop' });
  await window.page.goto(answer.round.verifyUrl);
  await window.page.locator('.verdict-line.good').waitFor();
  await expect.poll(() => window.page.locator('.mini-card').count()).toBe(2);
  await expectAccessible(window.page, { bothThemes: true });
  await window.close();
});

async function expectDrawn(page: Page): Promise<void> {
  await page.locator('.verdict-line.good').waitFor();
  await page.locator('.pictured').waitFor();
  const symbols = page.locator('.drawn-spins details[open] .drawn-cell .symbol');
  await expect.poll(() => symbols.count()).toBe(15);
  const name = await symbols.first().locator('use').getAttribute('href');
  expect(await page.locator(`.symbol-sheet ${name}`).evaluate((symbol) => symbol.childElementCount)).toBeGreaterThan(0);
  expect((await symbols.first().boundingBox())?.width).toBeGreaterThan(30);
}

/** The text of a round as a player may paste it; the first one found with many free spins. */
function roundWithFreeSpins(bet: Extract<EngineBet, { engine: 'slot' }>): { text: string; spins: number } {
  const serverSeed = 'ab'.repeat(32);
  for (let nonce = 0; ; nonce++) {
    const { outcome, payout } = playRound('slot', 'lantern', bet, fairStream(serverSeed, 'player', nonce));
    if (outcome.engine !== 'slot' || outcome.spins.length < 8) continue;
    const fairness = { serverSeed, serverSeedHash: seedHash(serverSeed), clientSeed: 'player', nonce };
    return {
      text: JSON.stringify({ variant: 'lantern', bet, outcome, payout: toWire(payout), fairness }),
      spins: outcome.spins.length,
    };
  }
}
