import * as v from 'valibot';
import { LANGUAGES } from '../../../../../shared/i18n/languages.ts';
import { vendorBrand } from '../../../../../shared/seamless/games.ts';
import { isNetwork } from '../../../../net/network.ts';
import { dialectDefinition } from '../dialects/definition.ts';
import { LAUNCH_FIELDS } from './launch-address.ts';

/** Rights of a provider beyond what always works: `balance`, `win`, `rollback`, `finish` and `status`. */
export const PERMISSIONS = ['bet', 'games', 'events', 'rooms', 'slips', 'reverse'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const PROVIDER_CODE = /^[A-Za-z][A-Za-z0-9_-]{1,15}$/;
/** Codes with a meaning of their own. */
const RESERVED_CODES: readonly string[] = ['studio'];
/** Name of an environment variable. */
const VARIABLE = /^[A-Z][A-Z0-9_]{1,63}$/;

const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text));
const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code);
const language = v.picklist(LANGUAGE_CODES, `one of ${LANGUAGE_CODES.join(', ')}`);
const origin = v.pipe(v.string(), v.check(isOrigin, 'https:// and a host name, without a path'));
const address = (wanted: string, isValid: (value: string) => boolean) => v.pipe(v.string(), v.maxLength(500), v.check(isValid, wanted));

/** A provider that keeps the balances of its players itself. */
const transferWalletDefinition = v.strictObject({
  kind: described(v.literal('transfer'), 'The provider keeps the balances of its players itself (`docs/vendors/transfer-wallet.md`).'),
  url: described(
    address('https://, host and path, without query and without / at the end', isPage),
    'Address of its wallet; `/OPERATION` is added.',
  ),
  moves: described(
    v.optional(v.picklist(['manual', 'automatic']), 'manual'),
    '`manual`: members move money on My wallet. `automatic`: the wallet is moved in when a game opens, and back without play; needed with `settings.transfers.isSingle`.',
  ),
  returnMinutes: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_440))),
    'Minutes without play until the money comes back; it also comes back when the session ends. Default: 15 with `automatic`, else only the member moves it.',
  ),
});
export type TransferWalletDefinition = v.InferOutput<typeof transferWalletDefinition>;

/** A game provider in the merchant file and in the console. */
export const providerDefinition = v.strictObject({
  code: described(
    v.pipe(
      v.string(),
      v.regex(PROVIDER_CODE, '2 to 16 letters, digits, _ or -, the first a letter'),
      v.check((code) => !RESERVED_CODES.includes(code), 'another code: this one belongs to the built-in games'),
    ),
    'It calls the wallet at `/seamless/CODE/OPERATION`.',
  ),
  name: described(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64)), 'Name in the console.'),
  keyVariable: described(
    v.optional(v.pipe(v.string(), v.regex(VARIABLE, 'the name of an environment variable'))),
    'Environment variable with the key of its signatures, at least 32 characters. Without it the key that an operator sets in the console is used, which is sealed in the database.',
  ),
  launchUrl: described(
    address(`https://, host and path, with fields of ${LAUNCH_FIELDS.map((field) => `{${field}}`).join(', ')}`, isLaunchAddress),
    'Address of a game. Fields in braces are replaced; without any, `ticket`, `game`, `language` and `theme` are added as query.',
  ),
  verifyUrl: described(
    v.optional(address('https://, host and path, without query', isPage)),
    'Page on which a player verifies a round; `/ROUND` is added.',
  ),
  detailsUrl: described(
    v.optional(address('https://, host and path, without query', isPage)),
    'Describes rounds in words for the betting record (`docs/vendors/seamless-wallet.md`, descriptions of rounds).',
  ),
  permissions: described(
    v.optional(v.array(v.picklist(PERMISSIONS, `one of ${PERMISSIONS.join(', ')}`)), ['bet']),
    'What it may report: `bet` launches and bets, `games` its list of games, `events` matches and draws, `rooms` rooms between players, `slips` bet slips; `reverse` lets it take settled bets back. Wins, rollbacks and questions are always accepted.',
  ),
  addresses: described(
    v.optional(v.array(v.pipe(v.string(), v.check(isNetwork, 'an address or a CIDR range'))), []),
    'Addresses from which it calls the wallet; empty: any, protected by the signature alone.',
  ),
  currencies: described(
    v.optional(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'a currency code such as THB'))), []),
    'Currencies of its games; empty: any.',
  ),
  languages: described(
    v.optional(v.array(language), []),
    'Languages of its games, the default first: a player with another language gets the default. Empty: all.',
  ),
  pictureHosts: described(v.optional(v.array(origin), []), 'Hosts of its pictures, besides the host of `launchUrl`.'),
  unknownBetRollback: described(
    v.optional(v.picklist(['OK', 'BET_NOT_FOUND']), 'OK'),
    'Answer to the rollback of a bet that has not arrived; the bet is refused later in both cases.',
  ),
  dialect: described(
    v.optional(dialectDefinition),
    'Names, amounts and signature of its wallet calls, if they differ from the seamless wallet.',
  ),
  wallet: described(v.optional(transferWalletDefinition), 'Without it the provider uses the seamless wallet.'),
  vendors: described(
    v.pipe(v.array(vendorBrand), v.minLength(1, 'at least one'), v.maxLength(50)),
    'Brands under which players find its games.',
  ),
  feed: described(
    v.optional(
      v.strictObject({
        url: described(address('https://, host and path', isFeed), 'Answers `{ "games": [...] }` to a signed GET.'),
        everyMinutes: described(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_440)), 15), 'Interval.'),
      }),
    ),
    'Address from which the list of its games is fetched. A game that is not in the answer is withdrawn.',
  ),
});
export type ProviderDefinition = v.InferOutput<typeof providerDefinition>;

/** Keys that do not fit a wallet of the provider's own: key, value and what is needed. */
export function walletProblems(
  { wallet, vendors, dialect }: Pick<ProviderDefinition, 'wallet' | 'vendors' | 'dialect'>,
  isSingle: boolean,
): readonly (readonly [key: string, value: unknown, wanted: string])[] {
  if (!wallet) return [];
  return [
    ...(vendors.length > 1
      ? [['vendors', vendors.map(({ code }) => code), 'one vendor, because the provider keeps one balance'] as const]
      : []),
    ...(dialect ? [['dialect', dialect, 'removed: a dialect translates the seamless wallet'] as const] : []),
    ...(isSingle && wallet.moves === 'manual'
      ? [['wallet.moves', wallet.moves, '`automatic`: with `settings.transfers.isSingle` members cannot move money themselves'] as const]
      : []),
  ];
}

/** Origins of a provider's pictures. */
export function pictureOrigins({ launchUrl, pictureHosts }: Pick<ProviderDefinition, 'launchUrl' | 'pictureHosts'>): readonly string[] {
  return [...new Set([new URL(launchUrl).origin, ...pictureHosts])];
}

function secureUrl(value: string): URL | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
  return isSecure && url.username === '' && url.password === '' && url.hash === '' ? url : undefined;
}

function isOrigin(value: string): boolean {
  return secureUrl(value)?.origin === value;
}

/** A field in the host could send players to another site. */
function isLaunchAddress(value: string): boolean {
  const url = secureUrl(value);
  if (!url || /[{}]|%7b|%7d/i.test(url.host)) return false;
  return [...value.matchAll(/\{([^{}]*)\}/g)].every(([, field]) => LAUNCH_FIELDS.some((known) => known === field));
}

function isPage(value: string): boolean {
  const url = secureUrl(value);
  return url !== undefined && url.search === '' && !value.endsWith('/');
}

function isFeed(value: string): boolean {
  return secureUrl(value) !== undefined;
}
