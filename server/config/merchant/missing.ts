import { LEGAL_PAGES } from '../../../shared/api/publishing/constants.ts';
import { STUDIO_VENDORS } from '../../../shared/games/contract.ts';
import type { ServiceSettings } from '../../platform/base/service-settings.ts';
import { readPolicy, toUnits, unitsOf } from '../../platform/merchant/index.ts';
import type { MerchantConfig } from './read.ts';

/** Pages that visitors and authorities expect; the others of `LEGAL_PAGES` are optional. */
const EXPECTED_PAGES = ['terms', 'privacy', 'safer-play', 'contact'] as const;

/** What a usable merchant file does not have yet, and what the site does without it. The demo has examples for all of it. */
export function missingParts(
  { demo, branding, payments, settings }: MerchantConfig,
  isRemote: boolean,
  services: Pick<ServiceSettings, 'mail' | 'sms'> = {},
): readonly string[] {
  if (demo) return [];
  const { legal, languages } = branding;
  const pages = EXPECTED_PAGES.filter((page) => legal[page] === undefined).map((page) =>
    page === 'terms'
      ? 'legal.terms: the registration confirms the age only'
      : `legal.${page}: the page is not linked, its address says that it is not published`,
  );
  const optional = LEGAL_PAGES.filter((page) => legal[page] === undefined && !pages.some((line) => line.startsWith(`legal.${page}:`)));
  const untranslated = Object.entries(legal).flatMap(([page, texts]) => {
    const without = languages.filter((language) => texts[language] === undefined);
    const shown = texts.EN === undefined ? Object.keys(texts)[0] : 'EN';
    return without.length > 0 ? [`legal.${page}: no text in ${without.join(', ')}; visitors read ${shown}`] : [];
  });
  return [
    ...pages,
    ...(optional.length > 0 ? [`legal.${optional.join(', legal.')}: optional, not linked`] : []),
    ...untranslated,
    ...(isRemote ? [] : [...missingSettings(payments, settings), ...missingServices(services)]),
  ];
}

function missingServices({ mail, sms }: Pick<ServiceSettings, 'mail' | 'sms'>): readonly string[] {
  return [
    ...(mail ? [] : ['SMTP_URL and MAIL_FROM: no mails are sent, members cannot add an e-mail address or reset a password with it']),
    ...(sms ? [] : ['SMS_URL: no text messages are sent, members cannot add a mobile number']),
  ];
}

function missingSettings(payments: MerchantConfig['payments'], settings: MerchantConfig['settings']): readonly string[] {
  const { providers } = (settings.payoutAccounts ?? {}) as { providers?: readonly unknown[] };
  const { withdrawals } = (settings.features ?? {}) as { withdrawals?: boolean };
  return [
    ...(payments && payments.channels.length > 0 ? [] : ['payments.channels: members cannot deposit']),
    ...(withdrawals === false || (providers && providers.length > 0)
      ? []
      : ['settings.payoutAccounts.providers: members cannot add an account for withdrawals']),
    ...(settings.customerService ? [] : ['settings.customerService: messages of members arrive in the console']),
  ];
}

/** Parts of a file that are correct and have no effect, or none yet. */
export function withoutEffect({ vendors, settings }: Pick<MerchantConfig, 'vendors' | 'settings'>, isRemote: boolean): readonly string[] {
  if (isRemote) return vendors?.builtIn === undefined ? [] : ['vendors.builtIn: the remote platform has its own games'];
  const keyless = (vendors?.providers ?? []).filter(({ definition }) => definition.keyVariable === undefined);
  return [
    ...keyless.map(
      ({ definition }) =>
        `vendors.providers, ${definition.code}: no \`keyVariable\`, so its calls are refused and no game opens until a key is set in the console`,
    ),
    ...(vendors?.providers === undefined ? ratesOfOthers(settings) : []),
    ...stakesAboveCeiling(vendors, settings),
  ];
}

/** Games whose largest or least stake no player may place under the policy. */
function stakesAboveCeiling(vendors: MerchantConfig['vendors'], settings: MerchantConfig['settings']): readonly string[] {
  const protection = { jurisdiction: 'STRICTEST', ...(settings.protection as object | undefined) };
  const currency = String(settings.currency);
  const ceilings = readPolicy(JSON.stringify(protection), currency).stakeCeilings.flatMap(({ stake }) => (stake === null ? [] : [stake]));
  if (ceilings.length === 0) return [];
  const highest = Math.max(...ceilings);
  const isAbove = (bet: string | undefined) => bet !== undefined && unitsOf(bet) > toUnits(highest);
  const allowed = `is more than one bet may be; ${protection.jurisdiction} allows ${highest} ${currency}`;
  return (vendors?.providers ?? []).flatMap(({ definition, games = [] }) =>
    games.flatMap(({ id, minBet, maxBet }) => {
      const at = `vendors.providers, ${definition.code}, ${id}`;
      if (isAbove(minBet)) return [`${at}: \`minBet\` of ${minBet} ${allowed}, so that no member can play it`];
      return isAbove(maxBet) ? [`${at}: \`maxBet\` of ${maxBet} ${allowed}`] : [];
    }),
  );
}

/** Rates of vendors that only a provider of the console can have. */
function ratesOfOthers({ cashback }: MerchantConfig['settings']): readonly string[] {
  const { vendorRates = [] } = (cashback ?? {}) as { vendorRates?: readonly { readonly vendor: string }[] };
  const builtIn = STUDIO_VENDORS.map(({ code }) => code);
  return vendorRates
    .filter(({ vendor }) => !builtIn.includes(vendor))
    .map(
      ({ vendor }) =>
        `settings.cashback.vendorRates, ${vendor}: no built-in vendor, so it counts only if a provider of the console has this vendor (built in: ${builtIn.join(', ')})`,
    );
}
