import { DEFAULT_LANGUAGE, MINIMUM_AGE } from '../../../shared/constants.ts';
import type { FieldRule } from '../../../shared/rules/check-field.ts';
import { PATTERNS } from '../../../shared/rules/patterns.ts';
import { PROFILE_FIELDS } from '../../../shared/rules/profile-fields.ts';
import { REGISTER_FIELDS } from '../../../shared/rules/register-fields.ts';
import { DEFAULT_AGENT_RULES } from './agent-rules.ts';
import { DEFAULT_BONUS_RULES } from './bonus-rules.ts';
import { DEFAULT_CASHBACK_RULES } from './cashback-rules.ts';
import { DEFAULT_CONTEST_RULES } from './contest-rules.ts';
import { DEFAULT_DEPOSIT_RULES } from './deposit-rules.ts';
import { DEFAULT_LOTTERY_RULES } from './lottery-rules.ts';
import { DEFAULT_POINT_RULES } from './point-rules.ts';
import { DEFAULT_ACCESS_RULES, type MerchantSettings } from './settings.ts';
import { DEFAULT_TRANSFER_RULES } from './transfer-rules.ts';
import { DEFAULT_VIP_RULES } from './vip.ts';
import { DEFAULT_WITHDRAWAL_RULES } from './withdrawal-rules.ts';

/** Pattern, minimum and maximum length of each field that an operator may enable. */
const RULES: Readonly<Record<(typeof REGISTER_FIELDS)[number], readonly [patternId: number, min: number, max: number]>> = {
  username: [1, 6, 16],
  password: [9, 8, 20],
  confirmPassword: [9, 8, 20],
  payeeName: [19, 2, 60],
  email: [3, 6, 64],
  qqNum: [4, 5, 12],
  mobileNum: [4, 7, 15],
  recommenderId: [7, 4, 16],
  captcha: [7, 4, 8],
  verificationCode: [0, 0, 255],
  affiliateCode: [7, 4, 16],
  paymentPassword: [4, 6, 6],
  line: [9, 3, 32],
  whatsapp: [4, 7, 15],
  facebook: [0, 3, 64],
  wechat: [9, 3, 32],
  idNumber: [7, 5, 24],
  referralCode: [7, 4, 16],
  countryDialingCode: [4, 1, 4],
  birthday: [11, 10, 10],
};
/** Name, settled stake for the level, withdrawals per day, percent of cashback on top of the rate of the game, gifts of level and birthday. */
const VIP_LEVELS: readonly (readonly [
  name: string,
  stake: number,
  withdrawals: number,
  rebatePercent: string,
  gift: number,
  birthday: number,
])[] = [
  ['Drift', 0, 3, '0.00', 0, 0],
  ['Ripple', 1_000, 3, '0.05', 5, 2],
  ['Stream', 2_000, 4, '0.10', 10, 5],
  ['Tide', 20_000, 5, '0.15', 50, 15],
  ['Swell', 75_000, 6, '0.20', 150, 40],
  ['Reef', 250_000, 8, '0.25', 400, 100],
  ['Atoll', 750_000, 10, '0.30', 1_000, 250],
  ['Horizon', 2_000_000, 12, '0.40', 2_500, 600],
];
/** Factor on points, hundredths of a percent of a withdrawal as its fee, withdrawals of a month without one, largest withdrawal and sum of a day. */
const VIP_BENEFITS: readonly (readonly [factor: string, fee: number, free: number, max: string | null, maxPerDay: string | null])[] = [
  ['1.00', 100, 2, '5000', '10000'],
  ['1.05', 50, 4, '10000', '25000'],
  ['1.10', 0, 0, null, null],
  ['1.20', 0, 0, null, null],
  ['1.30', 0, 0, '30000', '75000'],
  ['1.50', 0, 0, '40000', '100000'],
  ['1.75', 0, 0, '50000', '150000'],
  ['2.00', 0, 0, '100000', '300000'],
];
const DEMO_LEVELS: MerchantSettings['vipLevels'] = VIP_LEVELS.map((level, index) => {
  const [pointFactor, fee, freeWithdrawals, withdrawalMax, withdrawalMaxPerDay] = VIP_BENEFITS[index] ?? ['1.00', 0, 0, null, null];
  const [labelName, stake, withdrawalsPerDay, rebatePercent, upgradeGift, birthdayGift] = level;
  return {
    labelName,
    stake,
    deposits: 0,
    keepStake: 0,
    withdrawalsPerDay,
    rebatePercent,
    // The demo has no service of its own for it.
    personalService: false,
    upgradeGift,
    birthdayGift,
    pointFactor,
    withdrawalFee: { fixed: '0', basisPoints: fee },
    freeWithdrawals,
    withdrawalMax,
    withdrawalMaxPerDay,
  };
});
/** A slot vendor gives more than other slots, a live vendor less than others; games between players give nothing. */
const DEMO_CASHBACK: MerchantSettings['cashback'] = {
  ...DEFAULT_CASHBACK_RULES,
  rates: { RNG: 80, FISH: 80, LIVE: 50, SPORTS: 40, ESPORTS: 40, LOTT: 60, ELOTT: 60, PVP: null },
  vendorRates: [
    { vendor: 'FABLE', category: null, rate: 120 },
    { vendor: 'SALON', category: 'LIVE', rate: 30 },
  ],
  // Short, so that a new demo has expired periods.
  claimDays: 7,
};
/** Points, and an amount for a stake of which it is a small part. */
const DEMO_MISSIONS: MerchantSettings['missions'] = {
  claimDays: 7,
  list: [
    { id: 'day-rounds', period: 'day', goal: 'rounds', target: 30, leastStake: 1, category: null, points: 50, amount: 0 },
    { id: 'day-streak', period: 'day', goal: 'streak', target: 3, category: null, points: 30, amount: 0 },
    { id: 'week-stake', period: 'week', goal: 'stake', target: 500, category: null, points: 0, amount: 5 },
    { id: 'week-new-games', period: 'week', goal: 'newGames', target: 6, category: null, points: 100, amount: 0 },
    { id: 'week-verify', period: 'week', goal: 'verified', target: 3, category: null, points: 60, amount: 0 },
    { id: 'own-limit', period: 'once', goal: 'limits', target: 1, category: null, points: 100, amount: 0 },
    // Only the demo's player plays these categories before the first start.
    { id: 'lottery-rounds', period: 'once', goal: 'rounds', target: 10, category: 'LOTT', points: 300, amount: 0 },
    { id: 'keno-stake', period: 'once', goal: 'stake', target: 50, category: 'ELOTT', points: 0, amount: 5 },
    { id: 'keno-games', period: 'once', goal: 'newGames', target: 2, category: 'ELOTT', points: 250, amount: 0 },
  ],
  boards: [
    {
      id: 'week',
      period: 'week',
      measure: 'missions',
      shown: 10,
      prizes: [
        { upTo: 1, points: 0, amount: 20 },
        { upTo: 3, points: 500, amount: 0 },
        { upTo: 10, points: 100, amount: 0 },
      ],
    },
    { id: 'day', period: 'day', measure: 'points', shown: 10, prizes: [{ upTo: 3, points: 50, amount: 0 }] },
  ],
};
/** Far below the wagering of a real site: the demo shows how a bonus ends. */
const DEMO_BONUS: MerchantSettings['bonus'] = {
  weights: { RNG: 100, FISH: 100, LOTT: 100, ELOTT: 100, SPORTS: 100, ESPORTS: 100, LIVE: 50, PVP: 0 },
  checks: DEFAULT_BONUS_RULES.checks,
  deposits: [
    {
      id: 'first',
      percent: 100,
      max: 200,
      minimum: 20,
      wagering: 5,
      days: 7,
      maxBet: 20,
      claimHours: 48,
      times: 1,
      holdsDeposit: false,
    },
  ],
};
/** The friend of a member earns little, so that a second account is no way to money. */
const DEMO_REFERRAL: MerchantSettings['referral'] = {
  claimDays: 30,
  perMonth: 200,
  maxFriends: 50,
  stages: [
    { stage: 'deposited', deposits: 50, stake: 0, withinDays: 30, referrer: 3, friend: 2 },
    { stage: 'played', deposits: 50, stake: 200, withinDays: 30, referrer: 10, friend: 5 },
  ],
};
/** Insults, and terms of scams that promise wins. */
const MODERATED_WORDS = [
  'fuck*',
  'shit*',
  'bitch*',
  'asshole*',
  'cunt*',
  'nigg*',
  'faggot*',
  'retard*',
  'kill yourself',
  'guaranteed win*',
  'hack*',
  '傻逼',
  '操你',
  'địt',
  'เหี้ย',
  'ควย',
  '死ね',
];
/** Invented data, like all of this merchant. Without waiting times, so that everything can be tried at once. */
const DEMO_PAYOUTS: MerchantSettings['payoutAccounts'] = {
  max: 5,
  coolingHours: 0,
  providers: [
    { code: 'HARBOUR_BANK', kind: 'BANK', name: 'Harbour Bank' },
    { code: 'TIDEWATER', kind: 'BANK', name: 'Tidewater Savings' },
    { code: 'LIGHTHOUSE', kind: 'BANK', name: 'Lighthouse Mutual' },
    { code: 'CORAL_PAY', kind: 'EWALLET', name: 'Coral Pay' },
    { code: 'PEARL_WALLET', kind: 'EWALLET', name: 'Pearl Wallet' },
  ],
};
/** Fields of the demo's form; all others are off. */
const SHOWN: Readonly<Partial<Record<(typeof REGISTER_FIELDS)[number], 'required' | 'optional'>>> = {
  username: 'required',
  password: 'required',
};

export function demoSettings(): MerchantSettings {
  return {
    brandName: 'Lagoon',
    languages: ['EN', 'CN', 'JA', 'TH', 'VI', 'ID'],
    defaultLanguage: DEFAULT_LANGUAGE,
    defaultTheme: 'dark',
    currency: 'USD',
    currencySymbol: '$',
    timeZone: 'Asia/Bangkok',
    features: {
      smsLogin: true,
      codeLogin: true,
      passkeyLogin: true,
      phoneRecovery: true,
      emailRecovery: true,
      freePlay: true,
      manualRebate: true,
      bonus: true,
      withdrawals: true,
      forcedPasswordChange: true,
      passwordExpiry: true,
      loginOnlyHome: false,
      dividend: true,
      dailySalary: true,
      hourlySalary: true,
      realTimeSalary: true,
      chatRoom: true,
      referral: true,
      webApp: true,
      transferUpline: true,
      tickets: true,
      points: true,
      promotions: true,
      raffle: true,
    },
    registration: {
      open: true,
      fields: Object.fromEntries(REGISTER_FIELDS.map((field) => [field, rule(field)])),
      mobileRegister: true,
      usernameRegister: true,
      mobileWithPassword: true,
      minimumAge: MINIMUM_AGE,
      termsPreTicked: true,
    },
    access: DEFAULT_ACCESS_RULES,
    passwordExpiryDays: null,
    maintenance: false,
    maintenanceFrom: null,
    maintenanceEnd: null,
    maintenanceTexts: {},
    regions: { allowedCountries: [], deniedCountries: [], unknownCountry: 'allow' },
    customerService: null,
    imageCDNs: [],
    launchGameCDNs: [],
    domains: [],
    gtagId: null,
    // The apps are the installable site, and this merchant has neither app stores nor a licence.
    resources: [{ resourceType: 'email', url: 'mailto:help@example.com', qrCodeUrl: '', labelNameCn: '电子邮件', labelNameEn: 'E-mail' }],
    vipLevels: DEMO_LEVELS,
    vip: DEFAULT_VIP_RULES,
    chat: { moderatedWords: [...MODERATED_WORDS] },
    deposits: { ...DEFAULT_DEPOSIT_RULES, dayLimit: 100_000 },
    protection: { jurisdiction: 'DEMO', overrides: {} },
    transfers: DEFAULT_TRANSFER_RULES,
    contests: DEFAULT_CONTEST_RULES,
    lottery: DEFAULT_LOTTERY_RULES,
    agents: DEFAULT_AGENT_RULES,
    cashback: DEMO_CASHBACK,
    // The demo shows the second approval.
    withdrawals: { ...DEFAULT_WITHDRAWAL_RULES, secondApprovalFrom: '1000' },
    payoutAccounts: DEMO_PAYOUTS,
    adjustments: { secondApprovalFrom: '500', unapprovedPerDay: null, max: '100000' },
    profile: { fields: [...PROFILE_FIELDS] },
    missions: DEMO_MISSIONS,
    bonus: DEMO_BONUS,
    referral: DEMO_REFERRAL,
    points: { ...DEFAULT_POINT_RULES, secondApprovalFrom: 5_000, conversion: { pointsPerUnit: 100, least: 500 } },
  };
}

function rule(field: (typeof REGISTER_FIELDS)[number]): FieldRule {
  const [patternId, minLength, maxLength] = RULES[field];
  const shown = SHOWN[field];
  const enabled = shown !== undefined;
  const required = shown === 'required';
  return { enabled, required, acceptedPattern: PATTERNS[patternId] ?? '*', patternId, minLength, maxLength };
}
