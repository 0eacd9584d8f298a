import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, expectNoSidewaysScroll, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();
const t = translator(TEXTS.EN ?? {}, 'en');
/** Folder for screenshots of every state; unset: none. */
const PICTURES = process.env.AGENT_PICTURES;

const windows: Window[] = [];
afterEach(async () => {
  // Refused forms and pages are answers with these statuses.
  const problems = windows.flatMap((one) => one.problems).filter((problem) => !/status of (?:403|422)/.test(problem));
  await Promise.all(windows.splice(0).map((one) => one.close()));
  expect(problems).toEqual([]);
});

async function open(path: string, options: Partial<Parameters<typeof openWindow>[1]> = {}, who?: keyof typeof DEMO): Promise<Page> {
  const window = await openWindow(stage.browser, { screen: 'desktop', url: stage.service.url, ...options });
  windows.push(window);
  if (who) await enter(window, DEMO[who]);
  await window.page.goto(path);
  return window.page;
}

async function inspect(page: Page, name: string) {
  // A link of the menu that is partly under the header counts as too small.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, { bothThemes: true });
  await expectNoSidewaysScroll(page);
  if (PICTURES === undefined) return;
  const { width, height } = page.viewportSize() ?? { width: 0, height: 900 };
  for (const [size, at] of [
    ['', width],
    ['-820', 820],
  ] as const) {
    if (size !== '' && width < 1_000) continue;
    await page.setViewportSize({ width: at, height });
    await page.screenshot({ path: `${PICTURES}/${name}-${at}.png`, fullPage: true });
  }
  await page.setViewportSize({ width, height });
}

const section = (page: Page, key: string) => page.getByRole('region', { name: t(`agents.${key}`), exact: true });

describe('the agent centre', () => {
  test.each(['desktop', 'phone'] as const)('shows the tree, opens an account and a link: %s', async (screen) => {
    const page = await open('/agent/agentRegister', { screen, theme: screen === 'phone' ? 'light' : 'dark' }, 'agent');
    const levels = section(page, 'below').locator('dl dd');
    await expect.poll(() => levels.count()).toBe(4);
    await inspect(page, `register-${screen}`);

    const account = section(page, 'newAccount');
    const name = `e2emate${screen}`;
    await account.getByLabel(t('agents.account')).fill(name);
    await account.getByLabel(t('agents.rebate')).fill('7');
    await account.getByRole('button', { name: t('agents.open') }).click();
    await account.getByText('The rate can be 1% at most', { exact: false }).waitFor();
    expect(await account.getByLabel(t('agents.account')).inputValue()).toBe(name);
    await inspect(page, `register-refused-${screen}`);
    await account.getByLabel(t('agents.rebate')).fill('0.5');
    await account.getByLabel(t('agents.kind')).selectOption('agent');
    await account.getByRole('button', { name: t('agents.open') }).click();
    await account.getByText(t('agents.accountOpen', { account: name })).waitFor();

    const link = section(page, 'newLink');
    await link.getByLabel(t('agents.linkName')).fill(`Harbour fair ${screen}`);
    await link.getByRole('button', { name: t('agents.makeLink') }).click();
    await page.getByText(t('agents.linkMade')).waitFor();
    const first = section(page, 'links').getByRole('listitem').first();
    await first.getByText(t('agents.qr')).click();
    await first.getByRole('img').waitFor();
    await inspect(page, `register-link-${screen}`);
    await first.getByRole('button', { name: t('agents.switchOff') }).click();
    await section(page, 'links').getByText(t('agents.linkOff'), { exact: true }).first().waitFor();
  });

  test.each(['desktop', 'phone'] as const)('is in the menus of every page, with the contracts of the agent: %s', async (screen) => {
    const page = await open('/rng', { screen, theme: screen === 'phone' ? 'light' : 'dark' }, 'agent');
    const pages = ['agentCentre', 'agentDividend', 'agentDailyWages', 'agentHourlyWages', 'agentRealTimeWages'];
    await page.getByRole('button', { name: t('header.account', { name: DEMO.agent.username }) }).click();
    const menu = page.locator('#account-menu');
    for (const name of pages) await menu.getByRole('link', { name: t(`header.${name}`), exact: true }).waitFor();
    await inspect(page, `menu-${screen}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('header.menu'), exact: true }).click();
    const drawer = page.locator('#drawer');
    for (const name of pages.slice(1)) await drawer.getByRole('link', { name: t(`header.${name}`), exact: true }).waitFor();
    await drawer.getByRole('link', { name: t('header.agentIncome'), exact: true }).scrollIntoViewIfNeeded();
    await inspect(page, `drawer-${screen}`);
    await drawer.getByRole('link', { name: t('header.agentRealTimeWages'), exact: true }).click();
    // Wide screens show it as a dialog.
    await page.getByRole('heading', { name: t('header.agentRealTimeWages'), level: screen === 'phone' ? 1 : 2 }).waitFor();
  });

  test('is in the menus of agents only', async () => {
    const page = await open('/rng', {}, 'member');
    await expect.poll(() => page.locator('header a[href^="/agent/"]').count()).toBe(0);
  });

  test('an invitation leads to the registration, carries a picture, and counts the visit', async () => {
    const agent = await open('/agent/agentRegister', {}, 'agent');
    const links = section(agent, 'links').getByRole('listitem').filter({ hasText: 'LAGOON01' });
    const visits = async () => Number(await links.locator('dl dd').first().innerText());
    const before = await visits();
    const guest = await open('/i/LAGOON01', { javaScript: false });
    await expect.poll(() => new URL(guest.url()).searchParams.get('affiliateCode')).toBe('LAGOON01');
    expect(await guest.locator('meta[property="og:title"]').getAttribute('content')).toContain('Lagoon');
    expect(await guest.locator('meta[property="og:image"]').getAttribute('content')).toContain('/app/icon-512.png');
    await agent.reload();
    expect(await visits()).toBe(before + 1);
  });

  test('announcements for agents, read without script', async () => {
    const page = await open('/agent/agentAnnouncement', { javaScript: false, screen: 'phone' }, 'agent');
    await page.getByRole('heading', { name: t('content.notice_agent-links_title') }).waitFor();
    await page.getByText(t('content.notice_agent-start_title')).click();
    await page.getByText('You see the members below you', { exact: false }).waitFor();
    const wide = await open('/agent/agentAnnouncement', {}, 'agent');
    await inspect(wide, 'announcement');
  });

  test('is for agents only, and names the way to become one', async () => {
    const page = await open('/agent/agentRegister', {}, 'member');
    await page.getByText(t('header.agentsOnly')).waitFor();
    await inspect(page, 'no-agent');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('header.becomeAgent') })
      .click();
    await page
      .getByRole('main')
      .getByRole('link', { name: t('agents.apply') })
      .click();
    await page.getByText(t('agents.applyAs', { account: DEMO.member.username })).waitFor();
    await inspect(page, 'apply-member');
  });

  test('the sign-in on its way refuses members', async () => {
    const page = await open('/login?next=/agent/agentTeamOverview');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('auth.username')).fill(DEMO.member.username);
    await dialog.getByLabel(t('auth.password'), { exact: true }).fill(DEMO.member.password);
    await dialog.getByRole('button', { name: t('auth.login'), exact: true }).click();
    await dialog.getByText(t('errors.not_agent')).first().waitFor();
    await dialog.getByRole('link', { name: t('header.becomeAgent') }).click();
    await page.waitForURL('**/join');
  });
});

test('a visitor who applies requests another picture without script, and keeps the text', async () => {
  const page = await open('/join/apply', { javaScript: false });
  await page.getByLabel(t('agents.applyContent')).fill('I run a club.');
  const picture = page.getByAltText(t('contact.captchaImage'));
  const before = await picture.getAttribute('src');
  await page.getByRole('button', { name: t('verify.captchaRefresh') }).click();
  await expect.poll(() => picture.getAttribute('src')).not.toBe(before);
  expect(await page.getByLabel(t('agents.applyContent')).inputValue()).toBe('I run a club.');
});

test('a visitor applies without script, after a refused captcha', async () => {
  const page = await open('/join', { javaScript: false, screen: 'phone' });
  await page.getByRole('link', { name: t('agents.apply') }).click();
  await page.getByLabel(t('agents.applyAccount')).fill('e2eapplicant');
  await page.getByLabel(t('agents.applyEmail')).fill('e2e@example.com');
  await page.getByLabel(t('agents.applyContent')).fill('I run a club.');
  await page.getByLabel(t('contact.captcha')).fill('wrong');
  await page.getByRole('button', { name: t('agents.applySend') }).click();
  await page.getByText(t('errors.captcha_wrong')).first().waitFor();
  expect(await page.getByLabel(t('agents.applyAccount')).inputValue()).toBe('e2eapplicant');
});
