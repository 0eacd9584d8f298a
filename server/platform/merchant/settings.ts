import { sql } from 'kysely';
import * as v from 'valibot';
import { fieldRuleValue } from '../../../shared/api/register/schemas.ts';
import { RESOURCE_TYPES } from '../../../shared/constants.ts';
import { HOSTNAME } from '../../../shared/hostname.ts';
import { LANGUAGES } from '../../../shared/i18n/languages.ts';
import { isUsablePattern } from '../../../shared/rules/linear-pattern.ts';
import { REGISTER_FIELDS } from '../../../shared/rules/register-fields.ts';
import type { Executor } from '../base/db/index.ts';
import { adjustmentRules } from './adjustment-rules.ts';
import { agentRules } from './agent-rules.ts';
import { bonusRules } from './bonus-rules.ts';
import { cashbackRules } from './cashback-rules.ts';
import { contestRules } from './contest-rules.ts';
import { depositRules } from './deposit-rules.ts';
import { lotteryRules } from './lottery-rules.ts';
import { missionRules } from './mission-rules.ts';
import { payoutRules } from './payout-rules.ts';
import { pointRules } from './point-rules.ts';
import { profileRules } from './profile-rules.ts';
import { protectionRules } from './protection-rules.ts';
import { referralRules } from './referral-rules.ts';
import { transferRules } from './transfer-rules.ts';
import { vipLevelRules, vipRules } from './vip.ts';
import { withdrawalRules } from './withdrawal-rules.ts';

const instant = v.pipe(v.string(), v.isoTimestamp());
const count = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
/** `https://host`, or `http://` for this machine in tests. */
const siteOrigin = v.pipe(v.string(), v.maxLength(255), v.check(isSiteOrigin, 'origin'));
const origins = v.optional(v.pipe(v.array(siteOrigin), v.maxLength(20)), []);

const accessRules = v.object({
  sessionHours: v.optional(count(1, 24), 24),
  idleMinutes: v.optional(count(5, 24 * 60), 30),
  /** A sign-in ends the member's other sessions. */
  singleSession: v.optional(v.boolean(), false),
  lockFailures: v.optional(v.picklist([3, 5, 10]), 3),
  lockMinutes: v.optional(count(5, 24 * 60), 30),
  /** `risk`: a challenge from the second failure on; `always`: at every sign-in. */
  loginChallenge: v.optional(v.picklist(['risk', 'always']), 'risk'),
  /** A sign-in from a network new to the member needs a second step, if one is available. */
  checkAddress: v.optional(v.boolean(), true),
  codeMinutes: v.optional(count(1, 5), 5),
  /** Countries (ISO 3166) whose numbers get messages; empty: all. */
  smsCountries: v.optional(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))), []),
  /** SMS messages per day to one country, and in total. */
  smsPerCountryAndDay: v.optional(count(1, 1_000_000), 2_000),
  smsPerDay: v.optional(count(1, 10_000_000), 10_000),
  /** Play money of a free-play account, in whole units. */
  freePlayCredit: v.optional(count(1, 1_000_000_000), 5_000),
  /** Replies "User name or e-mail does not exist" instead of a neutral text. It reveals who has an account. */
  revealUnknown: v.optional(v.boolean(), false),
});
/** Access rules of a merchant without own settings. */
export const DEFAULT_ACCESS_RULES: v.InferOutput<typeof accessRules> = v.parse(accessRules, {});
export type AccessRules = v.InferOutput<typeof accessRules>;

/** Parses the `access` member of a merchant's settings only. */
export function readAccessRules(stored: unknown): AccessRules {
  return v.parse(accessRules, stored ?? {});
}

const chatRules = v.object({
  /** Words masked in the chat room, in any spelling. A trailing asterisk also matches words that start with the term. */
  moderatedWords: v.optional(v.pipe(v.array(v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(40))), v.maxLength(500)), []),
});
/** The chat rules in the `chat` member of a merchant's settings. */
export type ChatRules = v.InferOutput<typeof chatRules>;

const countries = v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))), v.maxLength(249)), []);
const regionRules = v.object({
  allowedCountries: countries,
  deniedCountries: countries,
  unknownCountry: v.optional(v.picklist(['allow', 'deny']), 'allow'),
});

/** Parses the `regions` member of a merchant's settings only. */
export function readRegionRules(stored: unknown): v.InferOutput<typeof regionRules> {
  return v.parse(regionRules, stored ?? {});
}

/** An address of this site or of the web, or a mailto link. */
const linkAddress = v.pipe(v.string(), v.maxLength(500), v.regex(/^(?:https:\/\/[^\s/]|mailto:[^\s@]+@[^\s@]+$|\/(?![\\/]))/));

/** Settings of a merchant, stored as one JSON document. */
export const merchantSettings = v.object({
  brandName: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  languages: v.array(v.picklist(LANGUAGES.map((language) => language.code))),
  defaultLanguage: v.string(),
  defaultTheme: v.picklist(['dark', 'light']),
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'a currency code such as THB')),
  currencySymbol: v.pipe(v.string(), v.nonEmpty(), v.maxLength(4)),
  timeZone: v.pipe(v.string(), v.check(isTimeZone, 'time zone')),
  features: v.record(v.string(), v.boolean()),
  registration: v.object({
    /** Off: registration is closed in every tab. */
    open: v.boolean(),
    fields: v.record(
      v.picklist(REGISTER_FIELDS),
      v.pipe(
        fieldRuleValue,
        v.check(({ acceptedPattern }) => isUsablePattern(acceptedPattern), 'pattern'),
      ),
    ),
    mobileRegister: v.boolean(),
    usernameRegister: v.boolean(),
    mobileWithPassword: v.optional(v.boolean(), true),
    minimumAge: v.pipe(v.number(), v.integer(), v.minValue(18)),
    termsPreTicked: v.boolean(),
  }),
  /** Rules of sign-in and sessions. The defaults satisfy regulated markets. */
  access: v.optional(accessRules, {}),
  /** Days after which a password is reported as expired; null: never. */
  passwordExpiryDays: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  maintenance: v.boolean(),
  /** Start of the maintenance; null: at once. */
  maintenanceFrom: v.optional(v.nullable(instant), null),
  /** End of the maintenance; null: ends by hand. */
  maintenanceEnd: v.nullable(instant),
  /** Maintenance text for visitors, by language. Default: the English text, otherwise a built-in one. */
  maintenanceTexts: v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(500))), {}),
  /** Allowed or blocked countries; the portal's environment can only restrict them further. */
  regions: v.optional(regionRules, {}),
  customerService: v.nullable(v.string()),
  /** Further hosts that serve images and games. */
  imageCDNs: origins,
  launchGameCDNs: origins,
  /** Addresses at which players reach the site. */
  domains: origins,
  /** Measurement id of Google Analytics. */
  gtagId: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^(?:G|GT|AW|UA)-[A-Z0-9][A-Z0-9-]{3,19}$/))), null),
  resources: v.array(
    v.object({
      resourceType: v.picklist(RESOURCE_TYPES),
      url: linkAddress,
      /** Empty: the QR code is drawn from `url`. */
      qrCodeUrl: v.union([v.literal(''), linkAddress]),
      labelNameCn: v.string(),
      labelNameEn: v.string(),
    }),
  ),
  vipLevels: v.optional(vipLevelRules, []),
  vip: v.optional(vipRules, {}),
  chat: v.optional(chatRules, {}),
  deposits: v.optional(depositRules, {}),
  protection: v.optional(protectionRules, {}),
  transfers: v.optional(transferRules, {}),
  contests: v.optional(contestRules, {}),
  lottery: v.optional(lotteryRules, {}),
  agents: v.optional(agentRules, {}),
  cashback: v.optional(cashbackRules, {}),
  withdrawals: v.optional(withdrawalRules, {}),
  payoutAccounts: v.optional(payoutRules, {}),
  adjustments: v.optional(adjustmentRules, {}),
  profile: v.optional(profileRules, {}),
  points: v.optional(pointRules, {}),
  missions: v.optional(missionRules, {}),
  bonus: v.optional(bonusRules, {}),
  referral: v.optional(referralRules, {}),
});
export type MerchantSettings = v.InferOutput<typeof merchantSettings>;

/** Whether the site is closed at this time. */
export function isClosed(
  { maintenance, maintenanceFrom, maintenanceEnd }: Pick<MerchantSettings, 'maintenance' | 'maintenanceFrom' | 'maintenanceEnd'>,
  now: Date,
): boolean {
  const [from, end] = [maintenanceFrom, maintenanceEnd].map((at) => (at === null ? null : new Date(at)));
  return maintenance && (!from || from <= now) && (!end || end > now);
}

/** Whether new members may register by this form. */
export function isRegistrationOpen({ registration }: Pick<MerchantSettings, 'registration'>, form: 'username' | 'mobile'): boolean {
  return registration.open && registration[form === 'mobile' ? 'mobileRegister' : 'usernameRegister'];
}

export interface Merchant {
  readonly settings: MerchantSettings;
  /** Increases with each change of public content. */
  readonly contentVersion: string;
}

export async function readMerchant(executor: Executor, code: string): Promise<Merchant> {
  const row = await executor.selectFrom('merchant').selectAll().where('code', '=', code).executeTakeFirst();
  if (!row) throw new Error(`The merchant ${code} is not in the database; seed it first.`);
  return { settings: v.parse(merchantSettings, row.settings), contentVersion: row.content_version };
}

/** Stores the settings of a new merchant; an existing one is not changed. */
export async function addMerchant(executor: Executor, code: string, settings: MerchantSettings, demo = true): Promise<void> {
  const checked = JSON.stringify(v.parse(merchantSettings, settings));
  await executor
    .insertInto('merchant')
    .values({ code, settings: checked, demo })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds settings that are missing in a document of an older version. */
export async function completeSettings(executor: Executor, code: string, defaults: MerchantSettings): Promise<void> {
  const { settings } = await executor.selectFrom('merchant').select('settings').where('code', '=', code).executeTakeFirstOrThrow();
  const stored = settings as MerchantSettings;
  const isIncomplete = (current: object, complete: object) => Object.keys(complete).some((name) => !(name in current));
  if (!isIncomplete(stored, defaults) && !isIncomplete(stored.features, defaults.features)) return;
  await saveSettings(executor, code, { ...defaults, ...stored, features: { ...defaults.features, ...stored.features } });
}

export async function saveSettings(executor: Executor, code: string, settings: MerchantSettings): Promise<void> {
  const checked = JSON.stringify(v.parse(merchantSettings, settings));
  await executor.updateTable('merchant').set({ settings: checked }).where('code', '=', code).execute();
  await raiseContentVersion(executor, code);
}

/** Invalidates the portals' caches of public pages. */
export async function raiseContentVersion(executor: Executor, code: string): Promise<void> {
  await executor.updateTable('merchant').set({ content_version: sql<number>`content_version + 1` }).where('code', '=', code).execute();
}

function isSiteOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  const isLocalhost = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return origin === value && HOSTNAME.test(hostname) && (protocol === 'https:' || (protocol === 'http:' && isLocalhost));
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
