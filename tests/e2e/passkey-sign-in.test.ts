import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { translator } from '../../shared/i18n/translate.ts';
import { addAuthenticator } from '../kit/authenticator.ts';
import { DEMO } from '../kit/player.ts';
import { enter, expectAccessible, hydrateIslands, openWindow, type Window } from '../kit/screen.ts';
import { openStage } from '../kit/stage.ts';

const stage = openStage();

describe.each([
  ['desktop', 'EN', DEMO.member],
  ['phone', 'VI', DEMO.agent],
] as const)('on a %s in %s', (screen, language, member) => {
  const t = translator(TEXTS[language] ?? {}, language.toLowerCase());

  test('a passkey signs in alone, and is the second step after a password', async () => {
    // Passkeys require a host name, not an IP address.
    const url = stage.service.url.replace('127.0.0.1', 'localhost');
    const window = await openWindow(stage.browser, { screen, url, language });
    const { page } = window;
    await addAuthenticator(page);
    await enter(window, member);
    await page.goto('/member/secondFactor');
    // Only a script can create a passkey.
    await page.evaluate(hydrateIslands);
    await page.getByLabel(t('security.passkeyName')).fill('Harbour key');
    await page.getByRole('button', { name: t('security.passkeyAdd') }).click();
    await page.getByText('Harbour key', { exact: true }).waitFor();
    await signOut(window);

    await page.goto('/login');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('auth.passkeyLogin') })
      .click();
    await expectSignedIn(page);
    await signOut(window);

    await page.goto('/login');
    await page.locator('dialog [name="username"]:visible').fill(member.username);
    await page.locator('dialog [name="password"]:visible').fill(member.password);
    await page.locator('dialog button[type="submit"]:visible').first().click();
    const step = page.getByRole('dialog', { name: t('auth.stepTitle') });
    await step.waitFor();
    await expectAccessible(page, { bothThemes: true });
    expect((await fetch(`${url}/wps/member/info`, { headers: { cookie: await cookiesOf(window) } })).status).toBe(401);
    await step.getByRole('button', { name: t('auth.stepPasskey') }).click();
    await expectSignedIn(page);
    expect(window.problems).toEqual([]);
    await window.close();
  });
});

/** Leaves the page first, which may have pending requests. */
async function signOut({ page, url }: Window): Promise<void> {
  await page.goto('about:blank');
  await page.request.post('/form/session.logout', { headers: { origin: url }, form: { back: '/index' } });
}

async function expectSignedIn(page: Page): Promise<void> {
  await page.locator('[data-modal="sign-out"]').first().waitFor({ state: 'attached' });
}

async function cookiesOf({ context }: Window): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}
