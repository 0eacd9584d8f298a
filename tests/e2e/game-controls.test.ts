import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { STUDIO_API } from '../../shared/games/protocol.ts';
import { DEMO, type Player, signIn } from '../kit/player.ts';
import { showRoundsOf } from '../kit/rounds.ts';
import { enterAs, expectAccessible, expectFocus, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
let player: Player;
beforeAll(async () => {
  player = await signIn(stage.service.url, DEMO.member);
});
const READY = 'button.action:not([aria-disabled="true"])';

test('the sound icon shows whether there is sound', async () => {
  const { window, page } = await member('phone');
  const frame = await open(page, 'NOVA_COMET_DICE');
  const tool = frame.getByRole('button', { name: 'Sound' });
  const muted = await tool.innerHTML();
  await tool.click();
  expect(await tool.getAttribute('aria-pressed')).toBe('true');
  expect(await tool.innerHTML()).not.toBe(muted);
  // A round with sound causes no errors.
  await frame.locator(READY).click();
  await frame.locator('.readout-win dd').filter({ hasText: /\d/ }).waitFor();
  await tool.click();
  expect(await tool.innerHTML()).toBe(muted);
  await close(window);
});

test('crash: automatic cash-out is off by default and can be switched off again', async () => {
  const { window, page } = await member('desktop');
  const frame = await open(page, 'METEOR_COMET_CLIMB', '.go:not([aria-disabled="true"])');
  const panel = frame.locator('.bet-panel').first();
  const field = panel.getByLabel('Auto cash-out', { exact: true });
  const choice = panel.getByRole('switch', { name: 'Cash out automatically' });
  const buttonText = () => panel.locator('.go-sub').textContent();
  expect([await choice.getAttribute('aria-checked'), await field.inputValue(), await field.isDisabled()]).toEqual(['false', '', true]);
  await expect.poll(buttonText).toBe('No auto cash-out');
  await choice.click();
  await expectFocus(field);
  await expect.poll(buttonText).toBe('Auto cash-out at 2.00x');
  await panel.getByRole('button', { name: 'Higher auto cash-out' }).click();
  await expect.poll(buttonText).toBe('Auto cash-out at 2.50x');
  // An empty field is no way to switch it off: it is a target that is still missing.
  await field.fill('');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await field.fill('3');
  await expect.poll(buttonText).toBe('Auto cash-out at 3.00x');
  await choice.click();
  await expect.poll(buttonText).toBe('No auto cash-out');
  expect(await field.isDisabled()).toBe(true);
  await choice.click();
  await expect.poll(buttonText).toBe('Auto cash-out at 3.00x');
  await expectAccessible(page);
  await close(window);
});

test('roulette: all chips are halved, doubled and raised to the highest together', async () => {
  const { window, page } = await member('phone');
  const red = '[data-spot="red"][aria-disabled="false"]';
  const frame = await open(page, 'NOVA_NOVA_ROULETTE', red);
  const total = async () => Number((await frame.locator('.readout-total dd').textContent())?.replaceAll(/[^\d.]/g, ''));
  const tool = (name: string) => frame.getByRole('button', { name, exact: true });
  await frame.locator(red).click();
  await expect.poll(total).toBeGreaterThan(0);
  const first = await total();
  await tool('Double all chips').click();
  await expect.poll(total).toBe(first * 2);
  await tool('Halve all chips').click();
  await expect.poll(total).toBe(first);
  await tool('Raise all chips to the highest').click();
  await expect.poll(total).toBeGreaterThan(first * 4);
  await tool('Undo').click();
  await expect.poll(total).toBe(first);
  await expectAccessible(page);
  await close(window);
});

test('fish: a press on an animal shoots at it, a held button keeps shooting, and a miss is announced once', async () => {
  const { window, page } = await member('desktop');
  let shots = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(STUDIO_API.play)) shots += 1;
  });
  const frame = await open(page, 'TIDAL_HARPOON_BAY');
  await frame.getByRole('button', { name: 'Sound' }).click();
  // In one step: a slow machine would hold the button long enough for a second shot.
  const press = () =>
    frame
      .locator('.swimmer')
      .last()
      .evaluate((swimmer) => {
        swimmer.dispatchEvent(new PointerEvent('pointerdown', { button: 0, isPrimary: true, bubbles: true }));
        swimmer.ownerDocument.defaultView?.dispatchEvent(new Event('pointerup'));
      });
  // The animal may have left before the press. While a shot is on its way, a press does nothing.
  const pressed = async () => {
    if (shots === 0) await press();
    return shots;
  };
  await expect.poll(pressed).toBe(1);
  await frame.locator(READY).waitFor();

  const box = await frame.locator('button.action').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await expect.poll(() => shots).toBeGreaterThan(3);
  await page.mouse.up();
  await frame.locator(READY).waitFor();
  const fired = shots;
  // A separate click is one shot.
  await frame.locator(READY).click();
  await expect.poll(() => shots).toBe(fired + 1);
  await frame.locator(READY).waitFor();
  // The text over the animal is enough: neither the line over the sea nor the list of catches repeats it.
  expect(await frame.locator('.message').textContent()).toBe('');
  expect(await frame.locator('.catches').textContent()).not.toContain('Missed');
  await close(window);
});

test('a big win shows its final amount only after counting', async () => {
  const { window, page } = await member('desktop');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await showRoundsOf(page, 'gems', (round) => round.payout >= round.stake * 25n);
  const frame = await open(page, 'NOVA_EMERALD_TIDE');
  await frame.locator('.win-show').evaluate((element) => {
    const seen: [amount: string, summary: boolean][] = [];
    Object.assign(window, { seen });
    const [amount, summary] = ['.win-amount', '.win-summary'].map((part) => element.querySelector<HTMLElement>(part));
    const recordState = () => {
      if (!(element as HTMLElement).hidden && summary?.textContent)
        seen.push([amount?.textContent ?? '', getComputedStyle(summary).visibility === 'visible']);
    };
    new MutationObserver(recordState).observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await frame.locator(READY).click();
  await frame.locator('.win-show:not([hidden])').waitFor();
  await frame.locator('.win-show').waitFor({ state: 'hidden' });
  const seen = await frame.locator('body').evaluate(() => (window as unknown as { seen: [string, boolean][] }).seen);
  const last = seen.at(-1)?.[0];
  expect(seen.filter(([amount, isNamed]) => isNamed && amount !== last)).toEqual([]);
  await close(window);
});

test("a game with ways counts wins, not lines, and shows times in the site's time zone", async () => {
  const { window, page } = await member('desktop');
  await showRoundsOf(page, 'pearl', ({ payout }) => payout > 0n);
  const frame = await open(page, 'BKOI_BLUE_KOI_GARDEN');
  await frame.locator(READY).click();
  const announcement = frame.getByRole('status').filter({ hasText: / wins?\./ });
  await announcement.waitFor();
  expect(await announcement.textContent()).not.toContain('line');
  await frame.getByRole('button', { name: 'Last rounds' }).click();
  const list = frame.getByRole('dialog');
  await list.locator('time').first().waitFor();
  const zone = (await page.locator('html').getAttribute('data-time-zone')) ?? '';
  await list.getByText(`Times: ${zone}`).waitFor();
  const moment = (await list.locator('time').first().getAttribute('datetime')) ?? '';
  const expected = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone }).format(new Date(moment));
  expect(await list.locator('time').first().textContent()).toBe(expected);
  await close(window);
});

async function member(screen: Screen): Promise<{ window: Window; page: Page }> {
  const window = await openWindow(stage.browser, { screen, url: stage.service.url });
  await enterAs(window, player);
  return { window, page: window.page };
}

async function open(page: Page, gameId: string, ready = READY): Promise<FrameLocator> {
  await page.goto(`/game?gameId=${gameId}&play=1`);
  const frame = page.frameLocator('iframe');
  await frame.locator(ready).first().waitFor({ state: 'attached' });
  return frame;
}

async function close(window: Window): Promise<void> {
  expect(window.problems).toEqual([]);
  await window.close();
}
