import { expect, test } from 'vitest';
import { demoSettings } from '../../merchant/index.ts';
import { initialSettings } from './initial-settings.ts';

/** Groups in which the demo has no choices of its own. Another one needs a decision: what a merchant gets that has not named it. */
const SHARED = [
  ...['access', 'agents', 'chat', 'contests', 'lottery', 'customerService', 'domains', 'gtagId', 'imageCDNs', 'launchGameCDNs'],
  ...['currency', 'currencySymbol', 'defaultLanguage', 'defaultTheme', 'languages', 'timeZone', 'passwordExpiryDays', 'regions'],
  ...['maintenance', 'maintenanceEnd', 'maintenanceFrom', 'maintenanceTexts', 'adjustments', 'vip'],
];

test('a merchant gets no choice of the demo that it has not made', () => {
  const demo = demoSettings();
  const initial = initialSettings(demo.currency);
  const same = Object.entries(initial).filter(([key, value]) => JSON.stringify(value) === JSON.stringify(demo[key as keyof typeof demo]));
  expect(same.map(([key]) => key).sort()).toEqual([...SHARED].sort());
});

test('only features without money and without outside services are on', () => {
  const on = Object.entries(initialSettings().features).filter(([, value]) => value);
  expect(on.map(([name]) => name)).toEqual([
    ...['passkeyLogin', 'withdrawals', 'forcedPasswordChange', 'passwordExpiry', 'chatRoom', 'webApp', 'tickets'],
  ]);
});

test('points earn at the default rates and are not converted to money', () => {
  const { points, features } = initialSettings();
  expect([features.points, points.conversion, points.atOnce]).toEqual([false, null, []]);
});
