import { sql } from 'kysely';
import * as v from 'valibot';
import { fieldRuleValue } from '../../../shared/api/account-calls.ts';
import { LANGUAGES } from '../../../shared/i18n/languages.ts';
import { REGISTER_FIELDS } from '../../../shared/rules/register-fields.ts';
import type { Executor } from '../db/database.ts';

const instant = v.pipe(v.string(), v.isoTimestamp());

/** What an operator decides for the whole site; kept as one JSON document of the merchant. */
export const merchantSettings = v.object({
  brandName: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  languages: v.array(v.picklist(LANGUAGES.map((language) => language.code))),
  defaultLanguage: v.string(),
  defaultTheme: v.picklist(['dark', 'light']),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  currencySymbol: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4)),
  timeZone: v.pipe(v.string(), v.check(isTimeZone, 'time zone')),
  features: v.record(v.string(), v.boolean()),
  registration: v.object({
    open: v.boolean(),
    fields: v.record(
      v.picklist(REGISTER_FIELDS),
      v.pipe(
        fieldRuleValue,
        v.check(({ acceptedPattern }) => isPattern(acceptedPattern), 'pattern'),
      ),
    ),
    mobileRegister: v.boolean(),
    usernameRegister: v.boolean(),
    minimumAge: v.pipe(v.number(), v.integer(), v.minValue(18)),
    termsPreTicked: v.boolean(),
  }),
  /** Days after which a password is reported as expired; null: never. */
  passwordExpiryDays: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  maintenance: v.boolean(),
  maintenanceEnd: v.nullable(instant),
  customerService: v.nullable(v.string()),
  resources: v.array(
    v.object({ resourceType: v.string(), url: v.string(), qrCodeUrl: v.string(), labelNameCn: v.string(), labelNameEn: v.string() }),
  ),
});
export type MerchantSettings = v.InferOutput<typeof merchantSettings>;

export interface Merchant {
  readonly settings: MerchantSettings;
  /** Grows with everything that public pages show. */
  readonly contentVersion: string;
}

export async function readMerchant(executor: Executor, code: string): Promise<Merchant> {
  const row = await executor.selectFrom('merchant').selectAll().where('code', '=', code).executeTakeFirst();
  if (!row) throw new Error(`The merchant ${code} is not in the database; seed it first.`);
  return { settings: v.parse(merchantSettings, row.settings), contentVersion: row.content_version };
}

/** Stores the settings of a new merchant; one that is there already stays as it is. */
export async function addMerchant(executor: Executor, code: string, settings: MerchantSettings): Promise<void> {
  const checked = JSON.stringify(v.parse(merchantSettings, settings));
  await executor
    .insertInto('merchant')
    .values({ code, settings: checked })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function saveSettings(executor: Executor, code: string, settings: MerchantSettings): Promise<void> {
  const checked = JSON.stringify(v.parse(merchantSettings, settings));
  await executor.updateTable('merchant').set({ settings: checked }).where('code', '=', code).execute();
  await raiseContentVersion(executor, code);
}

/** Tells portals that what they keep of public pages is old. */
export async function raiseContentVersion(executor: Executor, code: string): Promise<void> {
  await executor.updateTable('merchant').set({ content_version: sql<number>`content_version + 1` }).where('code', '=', code).execute();
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

function isPattern(source: string): boolean {
  try {
    return source === '*' || new RegExp(source, 'u') !== undefined;
  } catch {
    return false;
  }
}
