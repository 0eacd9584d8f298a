import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STATUS, startTinyUpstream, succeed, type TinyUpstream } from '../../server/portal/testing/tiny-upstream.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { launchBrowser } from '../kit/browser.ts';
import { expectAccessible, openWindow, type Screen, type Window } from '../kit/screen.ts';
import { type Service, startService } from '../kit/service.ts';

const CASES = [
  ['desktop', 'EN'],
  ['phone', 'JA'],
] as const;
const END = '2096-12-01T10:00:00.000Z';
const textOf = (language: string, key: string) => TEXTS[language]?.[key] ?? '';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser({ pictures: false });
});
afterAll(() => browser?.close());

/** A page that is closed to a visitor has an error status, which is not a defect. */
const unexpected = ({ problems }: Window) => problems.filter((problem) => !/status of (451|503)|^503 for/.test(problem));

async function open(service: Service, screen: Screen, language: string): Promise<Window> {
  return openWindow(browser, { screen, url: service.url, language, theme: screen === 'phone' ? 'dark' : 'light' });
}

describe('in a restricted country', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ env: { ADDRESS_DENY: '127.0.0.0/8' } });
  });
  afterAll(() => service?.stop());

  test.each(CASES)('a %s in %s shows the reason and leads to customer service', async (screen, language) => {
    const window = await open(service, screen, language);
    const { page } = window;
    const namesFont = page.waitForResponse('**/fonts/language-names.woff2');
    const answer = await page.goto('/member/depositv2');
    expect(answer?.status()).toBe(451);
    expect((await namesFont).status()).toBe(200);
    await page.getByRole('heading', { name: textOf(language, 'lobby.status_restricted') }).waitFor();
    expect(await page.locator('main').innerText()).toContain('127.0.0.1');
    await expectAccessible(page, { bothThemes: true });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const [contact] = await Promise.all([window.context.waitForEvent('page'), page.keyboard.press('Enter')]);
    await contact.getByRole('heading', { name: textOf(language, 'contact.title') }).waitFor();
    await expectAccessible(contact, { bothThemes: true });
    await contact.getByLabel(textOf(language, 'contact.message')).fill('I moved. Please let me in again.');
    await contact.getByLabel(textOf(language, 'contact.captcha')).fill('wrong');
    await contact.getByRole('button', { name: textOf(language, 'contact.send') }).click();
    await contact.getByText(textOf(language, 'errors.captcha_wrong')).waitFor();
    expect(await contact.getByLabel(textOf(language, 'contact.message')).inputValue()).toBe('I moved. Please let me in again.');
    expect(unexpected(window).filter((problem) => !problem.includes('422'))).toEqual([]);
    await window.close();
  });

  test('every page and every call is refused', async () => {
    for (const path of ['/index', '/login', '/register', '/game?gameId=x', '/help/terms', '/auth/google', '/lgw/games/game_menus'])
      expect((await fetch(`${service.url}${path}`, { redirect: 'manual' })).status, path).toBe(451);
    const login = await fetch(`${service.url}/form/session.login`, { method: 'POST', headers: { origin: service.url } });
    expect(login.status).toBe(451);
    const status = await fetch(`${service.url}/wps/system/status`);
    expect(await status.json()).toMatchObject({ value: { regionRestriction: true, location: { ip: '127.0.0.1' } } });
  });
});

describe('during maintenance', () => {
  let upstream: TinyUpstream;
  let service: Service;
  beforeAll(async () => {
    upstream = await startTinyUpstream();
    // Both at once: maintenance has priority.
    upstream.on('system.status', succeed({ ...STATUS, maintenance: true, regionRestriction: true, maintenanceEnd: END }));
    service = await startService({
      env: { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url },
    });
  });
  afterAll(async () => {
    await service?.stop();
    await upstream?.stop();
  });

  test.each(CASES)("a %s in %s shows the end in the visitor's time zone", async (screen, language) => {
    const context = await browser.newContext({ timezoneId: 'Asia/Tokyo', baseURL: service.url });
    await context.addCookies([{ name: 'lang', value: language, url: service.url }]);
    const page = await context.newPage();
    const answer = await page.goto(screen === 'phone' ? '/rng' : '/index');
    expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, String(24 * 60 * 60)]);
    await page.getByRole('heading', { name: textOf(language, 'lobby.status_maintenance') }).waitFor();
    const expected = await page.evaluate(
      (end) => new Date(end).toLocaleString(document.documentElement.lang, { dateStyle: 'long', timeStyle: 'short' }),
      END,
    );
    expect(await page.locator('time').innerText()).toBe(expected);
    expect(expected).toMatch(/19:00|7:00/);
    await page.getByRole('link', { name: textOf(language, 'contact.contactUs') }).waitFor();
    await expectAccessible(page);
    await context.close();
  });
});
