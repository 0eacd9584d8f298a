import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../base/db/test-database.ts';
import { demoSettings } from './demo-settings.ts';
import { up } from './migrations/144-one-registration-switch.ts';
import { addMerchant, readMerchant } from './settings.ts';

const MERCHANT = 'lagoon';
const { features, registration } = demoSettings();

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
  await addMerchant(test.db, MERCHANT, demoSettings());
});
afterAll(() => test.close());

it.each([
  ['both on', [true, true], [true, true], [true, true]],
  ['off in the features', [false, false], [true, true], [false, false]],
  ['off in the registration', [true, true], [false, false], [false, false]],
  ['not named in the features', undefined, [true, false], [true, false]],
] as const)('the registration of older settings is as open as it was: %s', async (_case, ofFeatures, own, expected) => {
  const switches = ofFeatures && { usernameRegister: ofFeatures[0], mobileRegister: ofFeatures[1], mobileWithPassword: false };
  const older = {
    ...demoSettings(),
    features: { ...features, ...switches },
    registration: { ...registration, usernameRegister: own[0], mobileRegister: own[1] },
  };
  const file = { brandName: 'Other', features: { chatRoom: false, ...switches } };
  await test.db
    .updateTable('merchant')
    .set({ settings: JSON.stringify(older), file: JSON.stringify(file) })
    .where('code', '=', MERCHANT)
    .execute();
  await up(test.db as unknown as Kysely<unknown>);
  const { settings } = await readMerchant(test.db, MERCHANT);
  expect(settings).toEqual({
    ...demoSettings(),
    registration: { ...registration, usernameRegister: expected[0], mobileRegister: expected[1] },
  });
  const row = await test.db.selectFrom('merchant').select('file').where('code', '=', MERCHANT).executeTakeFirstOrThrow();
  expect(row.file).toEqual({ brandName: 'Other', features: { chatRoom: false } });
});
