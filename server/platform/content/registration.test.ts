import { expect, test } from 'vitest';
import { JURISDICTIONS, type ProtectionRules } from '../protection/policies.ts';
import { demoSettings } from '../seed/demo-settings.ts';
import { houseSettings } from '../seed/house-settings.ts';
import { presentRegistration } from './routes.ts';

const { registration } = demoSettings();
const ticked = (protection: ProtectionRules, own = registration) => presentRegistration({ registration: own, protection }).termsPreTicked;

test('the box for the terms starts empty in every jurisdiction that asks for active consent', () => {
  const preTicked = JURISDICTIONS.filter((jurisdiction) => ticked({ jurisdiction, overrides: {} }));
  expect(preTicked).toEqual(['DEMO']);
});

test('the merchant may have it start empty anywhere, and ticked where its own policy says so', () => {
  expect(ticked({ jurisdiction: 'DEMO', overrides: {} }, { ...registration, termsPreTicked: false })).toBe(false);
  expect(ticked({ jurisdiction: 'DEMO', overrides: { activeConsent: true } })).toBe(false);
  expect(ticked({ jurisdiction: 'ON', overrides: { activeConsent: false } })).toBe(true);
});

test('a merchant that says nothing has an empty box', () => {
  expect(presentRegistration(houseSettings()).termsPreTicked).toBe(false);
});
