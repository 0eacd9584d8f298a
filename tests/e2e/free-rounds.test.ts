import { expect, test } from 'vitest';
import { parseWireAmount } from '../../shared/money/money.ts';
import { openGame, READY } from '../kit/engines.ts';
import { DEMO, signIn } from '../kit/player.ts';
import { enterAs, expectAccessible, expectNoSidewaysScroll, openWindow, SCREENS } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

/** The player of the demo has ten free rounds of this slot. */
const SLOT = 'NOVA_COIN_HARBOUR';
const stage = openStage({ pictures: false });

test('the panel of a slot counts free rounds down, and what they win is in the balance', async () => {
  const player = await signIn(stage.service.url, { ...DEMO.member, username: 'player01' });
  const balance = async () => parseWireAmount((await player.balance()).sumBalance) ?? 0n;
  const before = await balance();
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, theme: 'dark' });
  await enterAs(window, player);
  const { page } = window;
  const frame = await openGame(page, SLOT);
  const panel = frame.locator('.free-rounds');
  await panel.getByText('Free rounds left: 10 of 10').waitFor();
  await panel.getByText('Won so far: $0.00', { exact: false }).waitFor();
  for (const size of [SCREENS.desktop.viewport, SCREENS.phone.viewport]) {
    await page.setViewportSize(size);
    await panel.waitFor();
    await expectAccessible(page, { bothThemes: true });
    await expectNoSidewaysScroll(page);
  }
  await frame.locator(READY).click();
  await panel.getByText('Free rounds left: 9 of 10').waitFor();
  await frame.locator(READY).waitFor();
  const won = async () => /Won so far: \$([\d,.]+)/.exec((await panel.textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? '';
  await expect.poll(async () => (await balance()) - before === (parseWireAmount(`${await won()}00`) ?? -1n)).toBe(true);
  // A page that is opened again has the rounds that are left.
  const again = await openGame(page, SLOT);
  await again.locator('.free-rounds').getByText('Free rounds left: 9 of 10').waitFor();
  expect(window.problems).toEqual([]);
  await window.close();
});
