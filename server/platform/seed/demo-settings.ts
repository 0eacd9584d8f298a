import { DEFAULT_LANGUAGE, MINIMUM_AGE } from '../../../shared/constants.ts';
import type { FieldRule } from '../../../shared/rules/check-field.ts';
import { PATTERNS } from '../../../shared/rules/patterns.ts';
import { REGISTER_FIELDS } from '../../../shared/rules/register-fields.ts';
import { type MerchantSettings, USUAL_ACCESS } from '../content/index.ts';

/** Pattern, then shortest and longest value, of each field that an operator may switch on. */
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
const SWITCHED_ON: readonly string[] = ['username', 'password'];

export function demoSettings(): MerchantSettings {
  return {
    brandName: 'Lagoon',
    languages: ['EN', 'CN', 'JA', 'TH', 'VI'],
    defaultLanguage: DEFAULT_LANGUAGE,
    defaultTheme: 'dark',
    currency: 'USD',
    currencySymbol: '$',
    timeZone: 'Asia/Bangkok',
    features: {
      usernameRegister: true,
      mobileRegister: true,
      mobileWithPassword: true,
      smsLogin: true,
      codeLogin: true,
      passkeyLogin: true,
      phoneRecovery: true,
      emailRecovery: true,
      freePlay: true,
      manualRebate: false,
      forcedPasswordChange: true,
      passwordExpiry: true,
      loginOnlyHome: false,
      dividend: false,
      dailySalary: false,
      hourlySalary: false,
      realTimeSalary: false,
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
    access: USUAL_ACCESS,
    passwordExpiryDays: null,
    maintenance: false,
    maintenanceEnd: null,
    customerService: null,
    imageCDNs: [],
    launchGameCDNs: [],
    domains: [],
    gtagId: null,
    resources: [],
  };
}

function rule(field: (typeof REGISTER_FIELDS)[number]): FieldRule {
  const [patternId, minLength, maxLength] = RULES[field];
  const on = SWITCHED_ON.includes(field);
  return { enabled: on, required: on, acceptedPattern: PATTERNS[patternId] ?? '*', patternId, minLength, maxLength };
}
