import { describe, expect, test } from 'vitest';
import { depositCreate } from '../../shared/api/deposit/calls.ts';
import { DEMO, signIn } from '../kit/player.ts';
import { enter, openWindow } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });

test('every real money call refuses a trial account', async () => {
  const trial = await signIn(stage.service.url, DEMO.trial);
  const answer = await trial.call(depositCreate, { body: { channel: 'BANK', amount: '50', reference: 'trial-deposit-1' } });
  expect(answer).toMatchObject({ success: false, code: 'in_need_true_account' });
});

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  test('a deposit leads to a real account, and playing always shows that it is a trial', async () => {
    const window = await openWindow(stage.browser, { screen, url: stage.service.url });
    const { page } = window;
    await enter(window, DEMO.trial);
    await page.goto('/member/depositv2');
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await page.getByRole('dialog', { name: 'Create your account' }).waitFor();
    await page.keyboard.press('Escape');

    await page.goto('/game?gameId=NOVA_COMET_DICE');
    const frame = page.frameLocator('iframe');
    const labels = [page.getByRole('main').getByText('Trial account'), frame.locator('.trial')];
    await frame.locator('button.action:not([aria-disabled="true"])').click();
    for (const label of labels) await label.filter({ visible: true }).first().waitFor();
    await frame
      .getByRole('status')
      .filter({ hasText: /No win|You won|Paid/ })
      .waitFor();
    for (const label of labels) await expect.poll(() => label.filter({ visible: true }).count()).toBeGreaterThan(0);
    expect(window.problems).toEqual([]);
    await window.close();
  });
});

test('play money from the dialog of a game opens that game', async () => {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, popups: true });
  const { page } = window;
  await page.goto('/game?gameId=NOVA_GEM_CASCADE');
  await page.getByRole('dialog', { name: 'Log in' }).getByRole('button', { name: 'Try it with play money' }).click();
  await page.locator('iframe').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('gameId')).toBe('NOVA_GEM_CASCADE');
  expect(window.problems).toEqual([]);
  await window.close();
});

test('free play chosen on the page of a game starts without another click', async () => {
  const window = await openWindow(stage.browser, { screen: 'phone', url: stage.service.url, popups: true });
  const { page } = window;
  await page.goto('/game?gameId=NOVA_GEM_CASCADE&trial=1');
  await page.getByRole('button', { name: 'Start free play' }).click();
  await page.locator('iframe').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('gameId')).toBe('NOVA_GEM_CASCADE');
  expect(window.problems).toEqual([]);
  await window.close();
});
