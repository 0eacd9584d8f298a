import type { FrameLocator } from 'playwright-core';
import { expect, test } from 'vitest';
import { roomList } from '../../shared/api/games/calls.ts';
import { DEMO, signIn } from '../kit/player.ts';
import { enter, expectAccessible, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';
import { amountsOf, amountsRiseOnlyAfter, creditsOf, creditsWithoutSign, recordAmounts } from '../kit/watched-amounts.ts';

const stage = openStage({ pictures: false });
const GAME = '/game?gameId=JADE_THIRTEEN_TIDES';

test('two members sit down, play a hand for real money, and one returns to the same cards', async () => {
  const { url } = stage.service;
  const guest = await signIn(url, DEMO.downline);
  await guest.deposit('20');
  const [one, other] = await Promise.all([
    openWindow(stage.browser, { screen: 'phone', url }),
    openWindow(stage.browser, { screen: 'desktop', url }),
  ]);
  await enter(one, DEMO.member);
  await enter(other, DEMO.downline);
  for (const { context } of [one, other]) await context.addInitScript(recordAmounts, '.room-result');
  const frames: FrameLocator[] = [];
  await one.page.goto('/pvp');
  await one.page.locator('a[href$="room=JADE_THIRTEEN_TIDES.bay"]').click();
  await other.page.goto(GAME);
  await other.page.frameLocator('iframe').locator('[data-level="bay"]').click();
  for (const { page } of [one, other]) {
    const frame = page.frameLocator('iframe');
    await frame.locator('.room-table').waitFor();
    frames.push(frame);
  }
  const room = async () => (await guest.call(roomList, { query: {} })).value?.rooms.find(({ roomId }) => roomId.endsWith('.bay'));
  await expect.poll(async () => (await room())?.players).toBe(2);
  for (const frame of frames) await frame.getByRole('button', { name: 'Play for $1.00' }).click();
  for (const frame of frames) await frame.locator('.own-card').first().waitFor();
  await expectAccessible(one.page);

  const names = (frame: FrameLocator | undefined) => frame?.locator('.own-card').evaluateAll((all) => all.map((card) => card.ariaLabel));
  const before = await names(frames[0]);
  await one.page.reload();
  await frames[0]?.locator('.own-card').first().waitFor();
  // The hand continues meanwhile: an expired turn is played automatically.
  const after = (await names(frames[0])) ?? [];
  expect(after.length).toBeGreaterThan(0);
  expect(before).toEqual(expect.arrayContaining(after));

  await expect
    .poll(
      async () => {
        for (const frame of frames) await playOnTurn(frame);
        return frames[0]?.locator('.room-result').isVisible();
      },
      { timeout: 200_000, interval: 50 },
    )
    .toBe(true);
  const results = await Promise.all(frames.map((frame) => frame.locator('.room-result-title').innerText()));
  expect(results.filter((text) => text === 'You won $1.95')).toHaveLength(1);
  await expect.poll(async () => (await creditsOf(one.page)) + (await creditsOf(other.page))).toBe(1);
  for (const [index, { page }] of [one, other].entries()) {
    expect([...(await amountsRiseOnlyAfter(page)), ...(await creditsWithoutSign(page))]).toEqual([]);
    const { header, bar, game } = await amountsOf(page, frames[index] as FrameLocator);
    expect([header, game]).toEqual([bar, bar]);
  }
  for (const window of [one, other]) {
    expect(window.problems).toEqual([]);
    await window.close();
  }
});

/** Runs in the page in one step: the turn may expire between two polls of a slow test. */
async function playOnTurn(frame: FrameLocator): Promise<void> {
  const played = await frame.locator('body').evaluate(() => {
    const find = (selector: string) => document.querySelector<HTMLElement>(selector);
    const hint = find('.room-hint:not([aria-disabled="true"])');
    if (!hint?.checkVisibility()) return false;
    hint.click();
    find(find('.own-card[aria-pressed="true"]') ? '.room-main' : '.room-pass')?.click();
    return true;
  });
  if (played) await frame.locator('.room-hint[aria-disabled="true"], .room-result').first().waitFor();
}
