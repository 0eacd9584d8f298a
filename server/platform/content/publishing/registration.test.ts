import { expect, test } from 'vitest';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { JURISDICTIONS, type ProtectionRules } from '../../merchant/protection-rules.ts';
import { initialSettings } from '../../ops/seed/initial-settings.ts';
import { presentRegistration } from './routes.ts';

const { registration, currency } = demoSettings();
const ticked = (protection: ProtectionRules, own = registration) =>
  presentRegistration({ registration: own, protection, currency }).termsPreTicked;

test('the terms checkbox is not preselected in a jurisdiction with active consent', () => {
  const preTicked = JURISDICTIONS.filter((jurisdiction) => ticked({ jurisdiction, overrides: {} }));
  expect(preTicked).toEqual(['DEMO']);
});

test('the merchant may clear it anywhere, and preselect it if its policy allows that', () => {
  expect(ticked({ jurisdiction: 'DEMO', overrides: {} }, { ...registration, termsPreTicked: false })).toBe(false);
  expect(ticked({ jurisdiction: 'DEMO', overrides: { activeConsent: true } })).toBe(false);
  expect(ticked({ jurisdiction: 'ON', overrides: { activeConsent: false } })).toBe(true);
});

test('without a setting the checkbox is not preselected', () => {
  expect(presentRegistration(initialSettings()).termsPreTicked).toBe(false);
});
