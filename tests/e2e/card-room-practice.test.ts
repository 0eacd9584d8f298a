import type { FrameLocator } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO, signIn } from '../kit/player.ts';
import { enter, expectAccessible, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
const GAME = '/game?gameId=JADE_THIRTEEN_TIDES';

test('a member alone in the rooms practises against marked bots for points, and is notified when another player sits down', async () => {
  const { url } = stage.service;
  const member = await signIn(url, DEMO.member);
  const before = (await member.balance()).sumBalance;
  const [practising, other] = [
    await openWindow(stage.browser, { screen: 'phone', url }),
    await openWindow(stage.browser, { screen: 'desktop', url }),
  ];
  await enter(practising, DEMO.member);
  await enter(other, DEMO.agent);
  await practising.page.goto(GAME);
  const frame = practising.page.frameLocator('iframe');
  await frame.getByText('No players yet: practise with bots').waitFor();
  await frame.getByRole('button', { name: 'Practice table' }).click();
  await frame.getByText('All other players are bots.').waitFor();
  await expect.poll(() => frame.locator('.room-bot:visible').count()).toBe(2);
  await frame.getByRole('button', { name: 'Deal a hand' }).click();
  await expect
    .poll(
      async () => {
        await playOnTurn(frame);
        return frame.locator('.room-result').isVisible();
      },
      { timeout: 200_000, interval: 50 },
    )
    .toBe(true);
  expect(await frame.locator('.room-result-title').innerText()).toContain('30 points');
  await expectAccessible(practising.page);

  await other.page.goto(GAME);
  await other.page.frameLocator('iframe').locator('[data-level="bay"]').click();
  await frame.getByText('A player joined Bay, $1.00 a hand.').waitFor();
  await frame.getByRole('button', { name: 'Sit down there' }).click();
  await frame.getByRole('button', { name: 'Play for $1.00' }).waitFor();
  await expect.poll(() => frame.locator('.room-bot:visible').count()).toBe(0);
  await expect.poll(async () => (await member.balance()).sumBalance).toBe(before);
  for (const window of [practising, other]) {
    expect(window.problems).toEqual([]);
    await window.close();
  }
});

async function playOnTurn(frame: FrameLocator): Promise<void> {
  await frame.locator('body').evaluate(() => {
    const find = (selector: string) => document.querySelector<HTMLElement>(selector);
    const hint = find('.room-hint:not([aria-disabled="true"])');
    if (!hint?.checkVisibility()) return;
    hint.click();
    find(find('.own-card[aria-pressed="true"]') ? '.room-main' : '.room-pass')?.click();
  });
}
