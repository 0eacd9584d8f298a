import * as v from 'valibot';
import { THROTTLE_CLASSES } from '../../../shared/api/define-call.ts';
import { LEGAL_PAGES } from '../../../shared/api/publishing/constants.ts';
import { RADII } from '../../../shared/brand/theme.ts';
import { THEMES } from '../../../shared/constants.ts';
import { HOSTNAME } from '../../../shared/hostname.ts';
import { LANGUAGES } from '../../../shared/i18n/languages.ts';
import { isNetwork } from '../../net/network.ts';
import { merchantSettings } from '../../platform/merchant/index.ts';
import { initialSettings } from '../../platform/ops/seed/index.ts';
import { agentsSchema } from './agents-schema.ts';
import { isLoopbackHost, payments } from './payments-schema.ts';
import { platformNames } from './platform-names.ts';
import { vendorsSchema } from './vendors-schema.ts';

/** Pages of the site whose text a merchant may provide. */

const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code);
const language = v.picklist(LANGUAGE_CODES, `one of ${LANGUAGE_CODES.join(', ')}`);
const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'a country code of ISO 3166 such as TH'));
const network = v.pipe(v.string(), v.check(isNetwork, 'an address or a CIDR range'));
const file = (endings: string) =>
  v.pipe(
    v.string(),
    v.regex(
      new RegExp(`^(?!/)(?!.*\\.\\.(?:/|$))[\\w./-]+\\.(?:${endings})$`),
      `a path below the file's folder that ends in .${endings.replaceAll('|', ' or .')}`,
    ),
  );
const picture = file('svg|png');
const siteOrigin = v.pipe(
  v.string(),
  v.check(isOrigin, 'https:// and a host name, without a path; http:// only for localhost and 127.0.0.1'),
);
const upstreamOrigin = v.pipe(v.string(), v.check(isUpstream, 'http:// or https://, host and port, without path, user or password'));
const described = <T extends v.GenericSchema>(schema: T, text: string) => v.pipe(schema, v.description(text));

const brand = v.strictObject({
  name: described(
    v.pipe(v.string(), v.trim(), v.nonEmpty('a name'), v.maxLength(64)),
    'Name of the site: titles, mails, the installed app.',
  ),
  hue: described(
    v.pipe(v.number(), v.minValue(0), v.maxValue(360)),
    'Hue of the accent in degrees of OKLCH: 25 red, 90 amber, 145 green, 200 teal, 265 blue, 320 magenta. Buttons, links and selections use it; their contrast is checked in both themes.',
  ),
  radius: described(v.optional(v.picklist(RADII, 'one of 0.5, 1, 1.5'), 1), 'Factor of all corner radii.'),
  theme: described(v.optional(v.picklist(THEMES, 'dark or light'), 'dark'), 'Default theme of a visitor.'),
  mark: described(picture, 'Square picture: header, favicon, home screen.'),
  logo: described(v.optional(picture), 'Wide picture in the header, instead of mark and name.'),
  logoLight: described(v.optional(picture), 'The logo for the light theme, if it differs.'),
});

const region = v.strictObject({
  allow: described(v.optional(v.array(country), []), 'Allowed countries; all others are denied.'),
  deny: described(v.optional(v.array(country), []), 'Denied countries.'),
  unknown: described(
    v.optional(v.picklist(['allow', 'deny'], 'allow or deny')),
    'Treatment of an address whose country is unknown; default: `allow`, or `deny` with `allow` countries.',
  ),
  allowAddresses: described(v.optional(v.array(network), []), 'Addresses and CIDR ranges that are always allowed.'),
  denyAddresses: described(v.optional(v.array(network), []), 'Addresses and CIDR ranges that are denied.'),
});

const hosts = v.strictObject({
  images: described(v.optional(v.array(siteOrigin), []), 'Hosts that serve pictures in addition to the site itself.'),
  launch: described(
    v.optional(v.array(siteOrigin), []),
    'Hosts that games of vendors are launched from, each `https://` and a host name (`http://` for `localhost` and `127.0.0.1`). Those of `vendors.providers` are known.',
  ),
  domains: described(v.optional(v.array(siteOrigin), []), 'Addresses under which players reach the site.'),
});

const upstreams = v.strictObject({
  wps: described(upstreamOrigin, 'Remote platform: accounts, money, content.'),
  lgw: described(upstreamOrigin, 'Remote platform: games.'),
  lotto: described(upstreamOrigin, 'Remote platform: lottery.'),
});

const phoneService = v.strictObject({
  provider: described(v.picklist(['firebase'], 'firebase'), 'Service that sends the codes to mobile numbers and proves them.'),
  projectId: described(
    v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{4,29}$/, 'the id of a Firebase project, such as my-site-1')),
    'Its project (`FIREBASE_PROJECT_ID`): the issuer and audience of its ID tokens. Its key is not part of the file: set `FIREBASE_API_KEY`.',
  ),
});

const defaults = v.strictObject({
  currency: described(v.exactOptional(merchantSettings.entries.currency), 'Currency of amounts (ISO 4217).'),
  currencySymbol: described(v.exactOptional(merchantSettings.entries.currencySymbol), 'Symbol of amounts.'),
  timeZone: described(v.exactOptional(merchantSettings.entries.timeZone), 'Zone of dates without a zone; default: UTC.'),
  features: described(v.exactOptional(v.record(v.string(), v.boolean())), 'Features of a platform that names none.'),
});

/** Settings with a place of their own in the file, and settings that cannot be preset. */
const { brandName, languages, defaultLanguage, defaultTheme, imageCDNs, launchGameCDNs, domains, maintenance, maintenanceEnd, ...rest } =
  merchantSettings.entries;
// Country rules of the console apply in addition to `region`.
const { maintenanceFrom: _from, maintenanceTexts: _texts, regions: _regions, ...own } = rest;
/** The settings of the embedded platform that a file may contain, each optional. */
export const platformSettings = v.object({ ...own, features: featureSwitches() });

export const merchantFile = v.strictObject({
  $schema: described(v.optional(v.string()), 'Address of the JSON schema, for editors.'),
  code: described(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{2,32}$/, '2 to 32 letters, digits, _ or -')),
    'Merchant code: in the database, cookies, counters, and towards the platform.',
  ),
  demo: described(
    v.optional(v.boolean(), false),
    'Demo accounts with known passwords, vouchers, content and payments of play money. Never on a public address.',
  ),
  brand: described(brand, 'Appearance of the site.'),
  languages: described(
    v.pipe(v.array(language), v.nonEmpty('at least one language')),
    'Languages that the site offers, in the order of its menu.',
  ),
  language: described(language, 'Default language.'),
  publicUrl: described(v.optional(siteOrigin), 'Address under which players see the site (`PUBLIC_URL`).'),
  region: described(v.optional(region), 'Region rules (`REGION_*`, `ADDRESS_*`).'),
  hosts: described(v.optional(hosts), 'Hosts in addition to the site itself.'),
  upstreams: described(v.optional(upstreams), 'A remote platform (`UPSTREAM_*`); without it the embedded one is used.'),
  phoneService: described(
    v.optional(phoneService),
    'Codes to mobile numbers by a third party, for login, registration and recovery. Without it `SMS_URL` sends them.',
  ),
  defaults: described(v.optional(defaults), 'Values for fields that a remote platform does not answer (`docs/platforms.md`).'),
  platform: described(
    v.optional(platformNames),
    'Calls and refusals of a remote platform that names or shapes them differently (`docs/platforms.md`).',
  ),
  requests: described(
    v.optional(v.record(v.picklist(THROTTLE_CLASSES), v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)))),
    'Requests that one address may make in a throttle class, where that differs from the default.',
  ),
  payments: described(
    v.optional(payments),
    'Deposit methods and payouts by payment providers (`docs/payments/protocol.md`). Without it existing methods are unchanged; a new merchant has none.',
  ),
  vendors: described(v.optional(vendorsSchema), 'Games: which of the built-in ones, and providers of others.'),
  agents: described(
    v.optional(agentsSchema),
    'The first agents; the start adds those without an account. Later changes are made in the console.',
  ),
  legal: described(
    v.optional(v.record(v.picklist(LEGAL_PAGES), v.record(language, file('html')))),
    'Texts of the legal pages: by page and language a file of simple HTML.',
  ),
  settings: described(v.optional(v.record(v.string(), v.unknown())), 'Settings of the embedded platform that differ from the defaults.'),
});
export type MerchantFile = v.InferOutput<typeof merchantFile>;

/** The platform accepts any name; a file may contain existing features only. */
function featureSwitches() {
  return v.object(Object.fromEntries(Object.keys(initialSettings().features).map((name) => [name, v.boolean()])));
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  const named = HOSTNAME.test(hostname) || isLoopbackHost(hostname);
  return origin === value && named && (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)));
}

function isUpstream(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { origin, protocol, username, password } = new URL(value);
  return (origin === value || `${origin}/` === value) && ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

export { isLoopbackHost } from './payments-schema.ts';
