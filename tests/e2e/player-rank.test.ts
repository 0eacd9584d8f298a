import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, openWindow, SCREENS } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

/** The VIP rank of the demo's member, who has not played. */
const stage = openStage();
/** A folder for pictures of the pages, to look at them; none by default. */
const PICTURES = process.env.TEST_PICTURES;
const TABLET = { width: 820, height: 1180 } as const;

test('a member sees level, progress and history at every width, and reaches all levels with the keyboard', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, theme: 'dark' });
  await enter(window, DEMO.member);
  const { page } = window;
  await page.goto('/member/PlayerRank');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/member/playerRank');
  await page.getByRole('heading', { name: 'Level 1: Drift' }).waitFor();
  await page.getByText('$0.00 of $1,000.00').waitFor();
  for (const size of [SCREENS.desktop.viewport, TABLET, SCREENS.phone.viewport]) {
    await page.setViewportSize(size);
    await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `rank-${size.width}.png`), fullPage: true });
  }
  await page.getByRole('link', { name: 'All levels and benefits' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'VIP levels', level: 1 }).waitFor();
  await expectAccessible(page, { bothThemes: true });
  await window.close();
});

test('the page needs no script', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url, theme: 'dark', javaScript: false });
  await enter(window, DEMO.member);
  const { page } = window;
  await page.goto('/member/playerRank');
  await page.getByText('Your level has not changed yet.').waitFor();
  await window.close();
});
