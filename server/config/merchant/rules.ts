import { lowContrastPairs } from '../../../shared/brand/theme.ts';
import { levelRate } from '../../../shared/money/points.ts';
import type { FieldRule } from '../../../shared/rules/check-field.ts';
import {
  CURRENCY_STEPS,
  minimumAgeOf,
  pointFactors,
  pointRates,
  policyOf,
  toUnits,
  UNBUILT_FEATURES,
  unitsOf,
} from '../../platform/merchant/index.ts';
import { read } from '../read-value.ts';
import { agentRule } from './agent-rules.ts';
import { bonusRule } from './bonus-rules.ts';
import { cashbackRule } from './cashback-rules.ts';
import { missionRule } from './mission-rules.ts';
import { type Problem, WHOLE_FILE } from './paths.ts';
import { payableRule } from './payable-rule.ts';
import { paymentProblems } from './payment-rules.ts';
import { platformProblems } from './platform-names.ts';
import { referralRule } from './referral-rules.ts';
import { problem, type Rule, type RuleInput } from './rule.ts';
import { isLoopbackHost } from './schema.ts';
import { vendorRule } from './vendor-rules.ts';
import { giftRule, withdrawalLevelRule } from './vip-rules.ts';

const languageRule: Rule = {
  needs: ['language', 'languages'],
  find: ({ file: { language, languages } }) => [
    !languages.includes(language) && problem('language', language, `one of \`languages\`: ${languages.join(', ')}`),
    new Set(languages).size < languages.length && problem('languages', languages, 'a list that names each language once'),
  ],
};

const contrastRule: Rule = {
  needs: ['brand.hue'],
  find: ({ file }) =>
    lowContrastPairs(file.brand.hue).map(({ theme, fore, back, contrast, least }) =>
      problem(
        'brand.hue',
        file.brand.hue,
        `another hue: ${fore} on ${back} has ${contrast.toFixed(2)} in the ${theme} theme, ${least} is needed`,
      ),
    ),
};

const WHOLE_NET = ['0.0.0.0/0', '::/0'];

const regionRule: Rule = {
  needs: ['region'],
  find: ({ file: { region } }) => {
    if (!region) return [];
    const { allow, deny, allowAddresses, denyAddresses } = region;
    const unknown = region.unknown ?? (allow.length > 0 ? 'deny' : 'allow');
    const isEveryCountryDenied = allow.length > 0 && allow.every((country) => deny.includes(country)) && unknown === 'deny';
    const isEveryAddressDenied = WHOLE_NET.every((net) => denyAddresses.includes(net));
    const both = allow.filter((country) => deny.includes(country));
    return [
      isEveryCountryDenied &&
        allowAddresses.length === 0 &&
        problem('region', region, 'a rule that allows a country: every allowed country is denied'),
      isEveryAddressDenied && allowAddresses.length === 0 && problem('region.denyAddresses', denyAddresses, 'less than all addresses'),
      !isEveryCountryDenied && both.length > 0 && problem('region.deny', both, 'free of countries in `region.allow`'),
    ];
  },
};

const upstreamRule: Rule = {
  needs: ['upstreams', 'publicUrl'],
  find: ({ file: { upstreams, publicUrl, settings, demo } }) => {
    if (!upstreams) return [];
    const open = (url: string) => url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname);
    return [
      ...Object.entries(upstreams).map(
        ([name, url]) =>
          publicUrl?.startsWith('https:') && open(url) && problem(`upstreams.${name}`, url, 'https://, because players use https'),
      ),
      settings !== undefined && problem('settings', settings, 'removed: a remote platform (`upstreams`) has its own settings'),
      demo && problem('demo', demo, 'false: a remote platform (`upstreams`) gets no demo accounts'),
    ];
  },
};

const platformRule: Rule = {
  needs: ['platform', 'upstreams'],
  find: ({ file: { platform, upstreams }, environment }) => {
    if (!platform) return [];
    if (!upstreams && !read(environment, 'UPSTREAM_WPS_URL'))
      return [problem('platform', platform, 'removed: the embedded platform has the names of the call table; or `upstreams` given')];
    return platformProblems(platform);
  },
};

/** A vendor's page on the site's own origin could act as the player. */
const launchHostRule: Rule = {
  needs: ['hosts', 'publicUrl'],
  find: ({ file: { hosts, publicUrl }, environment }) => {
    const site = read(environment, 'PUBLIC_URL') ?? publicUrl;
    if (!site || !URL.canParse(site)) return [];
    const own = hosts?.launch.find((host) => new URL(host).origin === new URL(site).origin);
    return [own !== undefined && problem('hosts.launch', own, 'a host other than the site itself')];
  },
};

/** Settings that have no usable default. */
const requiredSettingsRule: Rule = {
  needs: ['demo', 'upstreams'],
  find: ({ file: { demo, upstreams, settings } }) => {
    if (demo || upstreams) return [];
    const protection = settings?.protection as { jurisdiction?: unknown } | undefined;
    return [
      settings?.currency === undefined && problem('settings.currency', undefined, 'given: a currency code such as THB'),
      settings?.currencySymbol === undefined && problem('settings.currencySymbol', undefined, 'given: the symbol of amounts, such as ฿'),
      settings?.timeZone === undefined && problem('settings.timeZone', undefined, 'given: the time zone of days, such as Asia/Bangkok'),
      protection?.jurisdiction === undefined &&
        problem('settings.protection.jurisdiction', undefined, 'given: the jurisdiction whose player protection rules apply'),
      protection?.jurisdiction === 'DEMO' && problem('settings.protection.jurisdiction', 'DEMO', 'a real jurisdiction, not DEMO'),
    ];
  },
};

const SMS = ['SMS_URL', 'FIREBASE_PROJECT_ID'];
const MAIL = ['SMTP_URL'];
/** Features that require an outside service, and the variables of which one must be set. */
const SERVICES: Readonly<Record<string, readonly string[]>> = {
  smsLogin: SMS,
  phoneRecovery: SMS,
  codeLogin: [...SMS, ...MAIL],
  emailRecovery: MAIL,
};

const featureRule: Rule = {
  needs: ['settings.features', 'settings.registration', 'demo', 'upstreams', 'phoneService'],
  find: ({ file: { demo, upstreams, phoneService }, settings: { features, registration }, environment }) => {
    // A portal alone sends no messages; its platform checks at its own start.
    if (upstreams || read(environment, 'UPSTREAM_WPS_URL')) return [];
    const isSet = (name: string) => read(environment, name) !== undefined || (name === 'FIREBASE_PROJECT_ID' && phoneService !== undefined);
    const missingServices = Object.entries(SERVICES).map(
      ([feature, names]) =>
        !demo &&
        features[feature] === true &&
        !names.some(isSet) &&
        problem(`settings.features.${feature}`, true, `false, or ${names.join(' or ')} set in the environment: it sends messages`),
    );
    const { open, usernameRegister, mobileRegister } = registration;
    return [
      ...missingServices,
      open && !usernameRegister && !mobileRegister && problem('settings.registration', { open }, 'open by user name or by mobile number'),
      !demo &&
        open &&
        mobileRegister &&
        !SMS.some(isSet) &&
        problem('settings.registration.mobileRegister', true, `false, or ${SMS.join(' or ')} set in the environment: it sends messages`),
    ];
  },
};

const phoneRule: Rule = {
  needs: ['phoneService'],
  find: ({ file: { phoneService }, environment }) => [
    phoneService !== undefined &&
      read(environment, 'FIREBASE_API_KEY') === undefined &&
      problem('phoneService', phoneService, 'removed, or FIREBASE_API_KEY set in the environment'),
  ],
};

/** Nothing is offered that the embedded platform does not deliver. */
const unbuiltRule: Rule = {
  needs: ['settings.features', 'settings.vipLevels', 'settings.vip', 'upstreams'],
  find: ({ file: { upstreams }, settings: { features, vipLevels, vip } }) => {
    if (upstreams) return [];
    const switched = Object.entries(UNBUILT_FEATURES).map(
      ([feature, reason]) => features[feature] === true && problem(`settings.features.${feature}`, true, `false: ${reason}`),
    );
    const promised = vipLevels.flatMap(({ rebatePercent, personalService }, index) => [
      features.manualRebate !== true &&
        Number(rebatePercent) > 0 &&
        problem(`settings.vipLevels[${index}].rebatePercent`, rebatePercent, '"0.00", or settings.features.manualRebate true'),
      personalService &&
        vip.serviceAddress === null &&
        problem(
          `settings.vipLevels[${index}].personalService`,
          true,
          'false, or settings.vip.serviceAddress with the address of that service',
        ),
    ]);
    return [...switched, ...promised];
  },
};

/** Points that are switched on are earned, and as money they are a small part of the stakes. */
const pointRule: Rule = {
  needs: ['settings.features', 'settings.points', 'settings.vipLevels', 'upstreams'],
  find: ({ file: { upstreams }, settings: { features, points, vipLevels } }) => {
    // Of the level with the largest factor: hundredths of a point for one unit of the currency.
    const most = levelRate(Math.max(0, ...Object.values(pointRates(points))), Math.max(100, ...pointFactors({ vipLevels })));
    const { conversion } = points;
    return [
      !upstreams &&
        features.points === true &&
        most === 0 &&
        problem('settings.features.points', true, 'false, or a rate above 0.00 in settings.points.rates'),
      conversion !== null &&
        most >= conversion.pointsPerUnit * 10 &&
        problem(
          'settings.points.conversion.pointsPerUnit',
          conversion.pointsPerUnit,
          `at least ${Math.floor(most / 10) + 1}: a tenth of the stakes or more would be paid back`,
        ),
    ];
  },
};

const fieldRule: Rule = {
  needs: ['settings.registration'],
  find: ({ settings }) =>
    Object.entries(settings.registration.fields as Readonly<Record<string, FieldRule>>).flatMap(
      ([name, { enabled, required, minLength, maxLength }]) => [
        required && !enabled && problem(`settings.registration.fields.${name}`, { enabled, required }, 'enabled where it is required'),
        minLength > maxLength && problem(`settings.registration.fields.${name}.minLength`, minLength, `at most maxLength, ${maxLength}`),
      ],
    ),
};

const transferRule: Rule = {
  needs: ['settings.transfers'],
  find: ({ settings: { transfers } }) => [
    transfers.minAmount > transfers.maxAmount &&
      problem('settings.transfers.minAmount', transfers.minAmount, `at most maxAmount, ${transfers.maxAmount}`),
  ],
};

const paymentRule: Rule = { needs: ['payments', 'demo', 'upstreams', 'settings.payoutAccounts'], find: paymentProblems };

/** Amounts that no player could deposit under the limits of the day and the policy. */
const ceilingRule: Rule = {
  needs: ['payments', 'settings.protection', 'settings.currency', 'settings.deposits'],
  find: ({ file: { payments, demo, upstreams }, settings: { protection, currency, deposits } }) => {
    if (!payments || demo || upstreams) return [];
    const { depositPerMonth } = policyOf(protection, currency);
    const ceilings = [
      { name: `deposits of a month under ${protection.jurisdiction}`, value: depositPerMonth },
      { name: 'settings.deposits.dayLimit', value: deposits.dayLimit },
    ].flatMap(({ name, value }) => (value === null ? [] : [{ name, units: toUnits(value), text: `${value} ${currency}` }]));
    return payments.channels.flatMap(({ min, max, dayLimit, presets }, index) => {
      const at = `payments.channels[${index}]`;
      const own = [
        { name: 'max', units: unitsOf(max), text: max },
        ...(dayLimit === undefined ? [] : [{ name: 'dayLimit', units: unitsOf(dayLimit), text: dayLimit }]),
      ];
      return [
        ...ceilings.map(
          ({ name, units, text }) => unitsOf(min) > units && problem(`${at}.min`, min, `at most ${text}, the limit of ${name}`),
        ),
        ...presets.flatMap((preset) => [
          unitsOf(preset) < unitsOf(min) && problem(`${at}.presets`, preset, `at least min, ${min}`),
          ...[...own, ...ceilings].map(
            ({ name, units, text }) => unitsOf(preset) > units && problem(`${at}.presets`, preset, `at most ${text}, the limit of ${name}`),
          ),
        ]),
        presets.length > new Set(presets.map(unitsOf)).size && problem(`${at}.presets`, presets, 'a list that names each amount once'),
      ];
    });
  },
};

/** Amounts of policies and defaults are converted by a table. */
const currencyRule: Rule = {
  needs: ['settings.currency', 'upstreams'],
  find: ({ file: { upstreams, demo }, settings: { currency } }) => [
    !upstreams &&
      !demo &&
      CURRENCY_STEPS[currency] === undefined &&
      problem(
        'settings.currency',
        currency,
        `one of ${Object.keys(CURRENCY_STEPS).join(', ')} (docs/protection-policies.md: how to add one)`,
      ),
  ],
};

const ageRule: Rule = {
  needs: ['settings.registration.minimumAge', 'settings.protection', 'upstreams'],
  find: ({ file: { upstreams, demo }, settings: { registration, protection } }) => {
    const lowest = minimumAgeOf(protection.jurisdiction);
    return [
      !upstreams &&
        !demo &&
        registration.minimumAge < lowest &&
        problem(
          'settings.registration.minimumAge',
          registration.minimumAge,
          `at least ${lowest}, the minimum age under ${protection.jurisdiction}`,
        ),
    ];
  },
};

const doubleRule: Rule = {
  needs: ['settings.payoutAccounts'],
  find: ({ settings: { payoutAccounts } }) =>
    payoutAccounts.providers.map(
      ({ code }, index) =>
        payoutAccounts.providers.findIndex((one) => one.code === code) < index &&
        problem(`settings.payoutAccounts.providers[${index}].code`, code, 'the code of one bank or e-wallet only'),
    ),
};

const codeRule: Rule = {
  needs: ['code'],
  find: ({ file: { code }, environment }) => {
    const named = read(environment, 'MERCHANT');
    return [named !== undefined && named !== code && problem('code', code, `the same as MERCHANT in the environment, ${named}`)];
  },
};

const RULES = [
  languageRule,
  contrastRule,
  regionRule,
  upstreamRule,
  platformRule,
  launchHostRule,
  requiredSettingsRule,
  featureRule,
  phoneRule,
  unbuiltRule,
  cashbackRule,
  giftRule,
  withdrawalLevelRule,
  bonusRule,
  missionRule,
  referralRule,
  pointRule,
  fieldRule,
  transferRule,
  currencyRule,
  ageRule,
  doubleRule,
  ceilingRule,
  payableRule,
  paymentRule,
  vendorRule,
  agentRule,
  codeRule,
];

export function contradictions(input: RuleInput, known: readonly Problem[]): readonly Problem[] {
  const isBelow = (path: string, above: string) => path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
  const hasProblem = (part: string) => known.some(({ path }) => path === WHOLE_FILE || isBelow(path, part) || isBelow(part, path));
  return RULES.flatMap(({ needs, find }) => (needs.some(hasProblem) ? [] : find(input).filter((found) => !!found)));
}
