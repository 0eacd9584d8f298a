import { DEFAULT_LANGUAGE, MINIMUM_AGE, THEMES, type Theme } from '../../../shared/constants.ts';
import { LANGUAGES } from '../../../shared/i18n/languages.ts';
import { namedPlaceholder } from '../../../shared/named-placeholder.ts';
import { LONGEST_VALUE } from '../../../shared/rules/check-field.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { Branding } from '../brand/brand.ts';

/** Values of the merchant that stand in for fields that a platform does not answer. */
export interface SiteDefaults {
  readonly merchant: string;
  readonly brandName: string;
  readonly languages: readonly string[];
  readonly language: string;
  readonly theme: Theme;
  /** ISO 4217; empty: amounts are shown without a currency. */
  readonly currency: string;
  readonly currencySymbol: string;
  /** Zone of the platform's dates that name none. */
  readonly timeZone: string;
  readonly features: Readonly<Record<string, boolean>>;
}

/** The part of `settings` in a merchant file that also serves a portal of a remote platform. */
export interface MerchantDefaults {
  readonly currency?: string;
  readonly currencySymbol?: string;
  readonly timeZone?: string;
  readonly features?: Readonly<Record<string, boolean>>;
}

export function siteDefaults(merchant: string, branding: Branding | undefined, own: MerchantDefaults = {}): SiteDefaults {
  return {
    merchant,
    brandName: branding?.name ?? merchant,
    languages: branding?.languages ?? LANGUAGES.map(({ code }) => code),
    language: branding?.language ?? DEFAULT_LANGUAGE,
    theme: branding?.theme ?? THEMES[0],
    currency: own.currency ?? '',
    currencySymbol: own.currencySymbol ?? own.currency ?? '',
    timeZone: own.timeZone ?? 'UTC',
    features: own.features ?? {},
  };
}

/** The answer so far and its place in the whole. */
export interface FieldContext {
  readonly site: SiteDefaults;
  readonly now: number;
  /** The object that lacks the field. */
  readonly item: Readonly<Record<string, unknown>>;
}

/** Stands for a date that the platform did not answer; shown as nothing. */
export const UNKNOWN_INSTANT = '1970-01-01T00:00:00.000Z';

const SESSION_MS = DAY_MS;
const NO_AMOUNT = '0.0000';

type Default = (context: FieldContext) => unknown;
const always =
  (value: unknown): Default =>
  () =>
    value;
const now: Default = (context) => new Date(context.now).toISOString();
const firstOf =
  (...names: readonly string[]): Default =>
  ({ item }) =>
    names.map((name) => item[name]).find((value) => (typeof value === 'string' && value !== '') || typeof value === 'number') ?? '';

/** Defaults by field name. Other fields have a default by type: empty, zero, false. */
export const FIELD_DEFAULTS: Readonly<Record<string, Default>> = {
  merchantCode: ({ site }) => site.merchant,
  brandName: ({ site }) => site.brandName,
  languages: ({ site }) => [...site.languages],
  defaultLanguage: ({ site }) => site.language,
  defaultTheme: ({ site }) => site.theme,
  currency: ({ site }) => site.currency,
  currencySymbol: ({ site }) => site.currencySymbol,
  timeZone: ({ site }) => site.timeZone,
  features: ({ site }) => site.features,
  // A newer answer replaces an older one, as with versions.
  version: ({ now: time }) => time,
  asOf: now,
  now,
  from: now,
  to: now,
  expiresAt: (context) => new Date(context.now + SESSION_MS).toISOString(),
  gameCategory: always('RNG'),
  nodeId: firstOf('gameId', 'roomId'),
  gameName: firstOf('nodeName', 'name', 'gameId'),
  nodeName: firstOf('gameName'),
  displayName: firstOf('vassalage'),
  accountTypeName: firstOf('vassalage'),
  vendorName: firstOf('accountTypeName', 'vassalage'),
  showIcon: ({ item }) => namedPlaceholder(String(item.gameName ?? '')),
  supportPlay: always(1),
  minBet: always(NO_AMOUNT),
  maxBet: always(NO_AMOUNT),
  avatarType: always('STATIC'),
  balanced: always(true),
  accounts: always(['wallet']),
  acceptedPattern: always('*'),
  maxLength: always(LONGEST_VALUE),
  enabled: always(true),
  usernameRegister: always(true),
  minimumAge: always(MINIMUM_AGE),
  pageNum: always(1),
  totalPages: always(1),
  waitSeconds: always(60),
  expiredMinutes: always(1),
  topic: always('account'),
  when: always('instant'),
  channel: always('sms'),
  prizeMode: ({ item }) => (item.lottoArea === 'SEA' ? 'SEA' : 'Lott'),
};

/** Fields without which an item cannot be used: it is left out. */
export const REQUIRED_FIELDS: ReadonlySet<string> = new Set([
  'token',
  'ticket',
  'gameId',
  'vassalage',
  'code',
  'issue',
  'url',
  'betId',
  'depositId',
  'withdrawalId',
  'messageId',
  'challenge',
  'kid',
]);
