import * as v from 'valibot';
import { REGISTER_FIELDS } from '../rules/register-fields.ts';
import { defineCall } from './define-call.ts';
import { code, instant, nothing, text } from './fields.ts';

export const memberInfoValue = v.object({
  id: v.string(),
  account: v.string(),
  nickname: v.string(),
  /** Member type; 4 is a trial account. */
  type: v.number(),
  toUpline: v.boolean(),
  clubLabel: v.nullable(v.object({ labelName: v.string(), rankLevel: v.number() })),
  memberLabel: v.array(v.object({ labelName: v.string() })),
  avatar: v.string(),
  avatarType: v.picklist(['CUSTOM', 'STATIC']),
  currency: v.string(),
  lastLoginAt: v.nullable(instant),
});
export type MemberInfo = v.InferOutput<typeof memberInfoValue>;

export const loginValue = v.object({
  /** Opaque. Browsers never see it: the portal lifts it into the sealed cookie. */
  token: v.string(),
  expiresAt: instant,
  firstTimeLogin: v.boolean(),
  passwordExpired: v.boolean(),
  member: memberInfoValue,
});

export const sessionLogin = defineCall({
  id: 'session.login',
  method: 'POST',
  path: '/wps/session/login',
  module: 'session',
  summary: 'Sign in with user name and password.',
  token: 'none',
  encrypted: true,
  throttle: 'login',
  query: nothing,
  body: v.strictObject({
    username: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64)),
    password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
    type: v.optional(v.picklist(['username']), 'username'),
  }),
  value: loginValue,
});

export const sessionLogout = defineCall({
  id: 'session.logout',
  method: 'DELETE',
  path: '/wps/session/logout',
  module: 'session',
  summary: 'End the session of the token.',
  token: 'required',
  query: nothing,
  body: nothing,
  value: v.object({}),
});

export const sessionKeys = defineCall({
  id: 'session.keys',
  method: 'GET',
  path: '/wps/session/keys',
  module: 'session',
  summary: 'Public keys (JWK) that encrypted payloads are sealed to; the first is the current one.',
  token: 'none',
  cacheSeconds: 60,
  query: nothing,
  body: nothing,
  value: v.object({
    keys: v.array(v.looseObject({ kid: v.string(), kty: v.string(), crv: v.string(), x: v.string(), y: v.optional(v.string()) })),
  }),
});

export const memberInfo = defineCall({
  id: 'member.info',
  method: 'GET',
  path: '/wps/member/info',
  module: 'member',
  summary: 'The signed-in member.',
  token: 'required',
  query: nothing,
  body: nothing,
  value: memberInfoValue,
});

/** Values are text as typed; the platform applies the rules of `setting.register` and answers per field. */
export const memberRegister = defineCall({
  id: 'member.register',
  method: 'PUT',
  path: '/wps/member/register',
  module: 'member',
  summary: 'Register by user name; signs the new member in.',
  token: 'none',
  encrypted: true,
  throttle: 'register',
  query: nothing,
  body: v.strictObject({
    ...v.entriesFromList(REGISTER_FIELDS, v.optional(text(256))),
    agreed: v.boolean(),
    domain: v.optional(text()),
    registerUrl: v.optional(text(512)),
    registerMethod: v.optional(v.literal('WEB'), 'WEB'),
    login: v.optional(v.literal(true), true),
  }),
  value: loginValue,
});

export const memberPassword = defineCall({
  id: 'member.password',
  method: 'POST',
  path: '/wps/member/password',
  module: 'member',
  summary: 'Change the password; every other session of the member ends.',
  token: 'required',
  encrypted: true,
  throttle: 'login',
  query: nothing,
  body: v.strictObject({
    oldPassword: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
    newPassword: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
    confirmNewPassword: v.pipe(v.string(), v.maxLength(256)),
  }),
  value: v.object({}),
});

export const fieldRuleValue = v.object({
  enabled: v.boolean(),
  required: v.boolean(),
  /** Regular expression, or `*` for anything. */
  acceptedPattern: v.string(),
  /** 0 to 20, chooses the message. */
  patternId: v.number(),
  minLength: v.number(),
  maxLength: v.number(),
});

export const settingRegister = defineCall({
  id: 'setting.register',
  method: 'GET',
  path: '/wps/system/setting/register',
  module: 'system',
  summary: 'Register settings: per field whether it is shown and required, its pattern and its length.',
  token: 'none',
  cacheSeconds: 60,
  query: nothing,
  body: nothing,
  value: v.object({
    fields: v.record(v.string(), fieldRuleValue),
    mobileRegister: v.boolean(),
    usernameRegister: v.boolean(),
    minimumAge: v.number(),
    termsPreTicked: v.boolean(),
  }),
});
export type RegisterSettings = v.InferOutput<(typeof settingRegister)['value']>;

export const systemStatus = defineCall({
  id: 'system.status',
  method: 'GET',
  path: '/wps/system/status',
  module: 'system',
  summary: 'Permission payload: site settings, place of the visitor, maintenance and region flags.',
  token: 'none',
  query: v.strictObject({ url: v.optional(text()) }),
  body: nothing,
  value: v.object({
    info: v.object({
      merchantCode: code,
      resources: v.array(
        v.object({ resourceType: v.string(), url: v.string(), qrCodeUrl: v.string(), labelNameCn: v.string(), labelNameEn: v.string() }),
      ),
      customerService: v.nullable(v.string()),
      analytics: v.object({ gtagId: v.nullable(v.string()) }),
      imageCDNs: v.array(v.string()),
      launchGameCDNs: v.array(v.string()),
    }),
    location: v.object({ ip: v.string(), country: v.nullable(v.string()) }),
    maintenance: v.boolean(),
    regionRestriction: v.boolean(),
    maintenanceEnd: v.nullable(instant),
  }),
});

export const systemWhitelabel = defineCall({
  id: 'system.whitelabel',
  method: 'GET',
  path: '/wps/system/whitelabel',
  module: 'system',
  summary: 'Brand, languages, currency and feature switches of the merchant.',
  token: 'none',
  cacheSeconds: 60,
  query: nothing,
  body: nothing,
  value: v.object({
    merchantCode: code,
    brandName: v.string(),
    languages: v.array(v.string()),
    defaultLanguage: v.string(),
    defaultTheme: v.picklist(['dark', 'light']),
    currency: v.string(),
    currencySymbol: v.string(),
    timeZone: v.string(),
    features: v.record(v.string(), v.boolean()),
    /** Changes whenever anything that public pages show has changed. */
    contentVersion: v.string(),
  }),
});
export type Whitelabel = v.InferOutput<(typeof systemWhitelabel)['value']>;
