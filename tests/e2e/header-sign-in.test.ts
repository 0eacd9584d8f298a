import { afterEach, expect, test } from 'vitest';
import { DEMO } from '../kit/player.ts';
import { expectAccessible, expectFocus, expectNoSidewaysScroll, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage({ pictures: false });
const windows: Window[] = [];
/** Chromium's console message about a refused form. */
const REFUSED = /status of (?:400|401|403|422)/;
afterEach(async () => {
  const problems = windows.flatMap((one) => one.problems).filter((problem) => !REFUSED.test(problem));
  await Promise.all(windows.splice(0).map((one) => one.close()));
  expect(problems).toEqual([]);
});

async function open(javaScript = true, path = '/promotions') {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, javaScript });
  windows.push(window);
  await window.page.goto(path);
  const header = window.page.getByRole('banner');
  return {
    page: window.page,
    header,
    name: header.getByRole('textbox', { name: 'User name' }),
    password: header.getByLabel('Password', { exact: true }),
    submit: header.getByRole('button', { name: 'Log in' }),
    account: window.page.getByRole('button', { name: /^Account of/ }),
  };
}

test('signs in with the header and stays on the page', async () => {
  const { page, name, password, account } = await open();
  await expectAccessible(page, { bothThemes: true });
  await name.fill(DEMO.member.username);
  await password.fill(DEMO.member.password);
  await page.keyboard.press('Enter');
  await account.waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/promotions');
});

test('a refusal continues in the dialog, with what was typed', async () => {
  const { page, name, password, submit, account } = await open();
  await name.fill(DEMO.agent.username);
  await password.fill('Wrong-word-1');
  await submit.click();
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await dialog.getByText(/wrong user name or password/i).waitFor();
  expect(await dialog.getByLabel('User name').inputValue()).toBe(DEMO.agent.username);
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO.agent.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await account.waitFor();
});

test('an empty form opens the dialog with every way to sign in, also with what is missing', async () => {
  const { page, name, submit } = await open();
  await name.fill(DEMO.member.username);
  await submit.click();
  const dialog = page.getByRole('dialog', { name: 'Log in' });
  expect(await dialog.getByLabel('User name').inputValue()).toBe(DEMO.member.username);
  await dialog
    .getByRole('tab', { name: 'SMS' })
    .or(dialog.getByRole('link', { name: 'SMS' }))
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(submit);
});

test('works without script, and with a refusal', async () => {
  const { page, name, password, submit, account } = await open(false);
  await name.fill(DEMO.member.username);
  await password.fill('Wrong-word-1');
  await submit.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/wrong user name or password/i).waitFor();
  await page.goto('/promotions');
  await name.fill(DEMO.member.username);
  await password.fill(DEMO.member.password);
  await submit.click();
  await account.waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/promotions');
});

test('narrower screens have a link to the dialog instead, and nothing is cut', async () => {
  const { page, name, header } = await open();
  for (const width of [1440, 1200, 1199, 820, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await name.isVisible(), await header.getByRole('link', { name: 'Log in' }).first().isVisible()]).toEqual([
      width,
      width >= 1200,
      width < 1200,
    ]);
    await expectNoSidewaysScroll(page);
  }
});
