import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../base/db/test-database.ts';
import { demoSettings } from './demo-settings.ts';
import { up } from './migrations/295-names-of-limits.ts';
import { up as renameAccess } from './migrations/332-reveal-unknown.ts';
import { addMerchant, readMerchant } from './settings.ts';

const MERCHANT = 'lagoon';
const settings = demoSettings();

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await addMerchant(database.db, MERCHANT, settings);
});
afterAll(() => database.close());

async function stored() {
  const row = await database.db.selectFrom('merchant').select('file').where('code', '=', MERCHANT).executeTakeFirstOrThrow();
  return { file: row.file, settings: (await readMerchant(database.db, MERCHANT)).settings };
}

test('limits of older settings have their new name, those of a file too, and settings of today stay', async () => {
  const rename = (object: object, from: string, to: string) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name === from ? to : name, value]));
  const limits = { bonus: settings.bonus, payoutAccounts: settings.payoutAccounts };
  const older = {
    bonus: { ...limits.bonus, deposits: limits.bonus.deposits.map((rule) => rename(rule, 'max', 'most')) },
    payoutAccounts: rename(limits.payoutAccounts, 'max', 'most'),
  };
  const protection = (name: string) => ({ jurisdiction: 'DEMO', overrides: { coolHours: 48, [name]: 7 } });
  const update = { ...settings, ...older, protection: protection('wageringMost') };
  await database.db
    .updateTable('merchant')
    .set({ settings: JSON.stringify(update), file: JSON.stringify({ brandName: 'Other', ...older }) })
    .where('code', '=', MERCHANT)
    .execute();
  const renamed = { file: { brandName: 'Other', ...limits }, settings: { ...settings, protection: protection('maxWagering') } };
  for (const _run of [1, 2]) {
    await up(database.db as unknown as Kysely<unknown>);
    expect(await stored()).toEqual(renamed);
  }
  await database.db.updateTable('merchant').set({ file: null }).where('code', '=', MERCHANT).execute();
  await up(database.db as unknown as Kysely<unknown>);
  expect((await stored()).file).toBeNull();
});

test('the setting that reveals unknown accounts keeps its value, in a file too', async () => {
  const { revealUnknown: _, ...access } = settings.access;
  const old = Object.fromEntries([['tellUnknown', true]]);
  const older = { ...settings, access: { ...access, ...old } };
  await database.db
    .updateTable('merchant')
    .set({ settings: JSON.stringify(older), file: JSON.stringify({ brandName: 'Other', access: old }) })
    .where('code', '=', MERCHANT)
    .execute();
  for (const _run of [1, 2]) {
    await renameAccess(database.db as unknown as Kysely<unknown>);
    expect(await stored()).toEqual({
      file: { brandName: 'Other', access: { revealUnknown: true } },
      settings: { ...settings, access: { ...access, revealUnknown: true } },
    });
  }
});
