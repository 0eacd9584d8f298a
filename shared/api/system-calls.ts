import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { challengeProof, code, instant, nothing, text, uploadIds } from './fields.ts';

export const systemStatus = defineCall({
  id: 'system.status',
  method: 'GET',
  path: '/wps/system/status',
  module: 'system',
  summary: 'Permission payload: site settings, place of the visitor, maintenance and region flags.',
  token: 'none',
  actors: 'anyone',
  staysOpen: true,
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
    /** The operator's maintenance text by language; English for the others. */
    maintenanceTexts: v.optional(v.record(v.string(), v.string()), {}),
  }),
});

/** Addresses of the site. The browser measures them; `speed` is the platform's latest measurement. */
export const domainRoute = defineCall({
  id: 'system.domainRoute',
  method: 'GET',
  path: '/wps/system/domainRoute',
  module: 'system',
  summary: 'Domain routes with the time in milliseconds in which each last answered the platform.',
  token: 'none',
  actors: 'anyone',
  cacheSeconds: 30,
  query: nothing,
  body: nothing,
  value: v.object({ domainList: v.array(v.object({ url: v.string(), speed: v.nullable(v.number()) })) }),
});

export const systemWhitelabel = defineCall({
  id: 'system.whitelabel',
  method: 'GET',
  path: '/wps/system/whitelabel',
  module: 'system',
  summary: 'Brand, languages, currency and feature switches of the merchant.',
  token: 'none',
  actors: 'anyone',
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
    /** Changes with any change of public pages. */
    contentVersion: v.string(),
  }),
});
export type Whitelabel = v.InferOutput<(typeof systemWhitelabel)['value']>;

/** The path is not given by the interface description. Names are formatted by the client in the visitor's language. */
export const countryList = defineCall({
  id: 'system.countries',
  method: 'GET',
  path: '/wps/system/countries',
  module: 'system',
  summary: 'Countries whose mobile numbers the merchant accepts, with their dialling codes.',
  token: 'none',
  actors: 'anyone',
  cacheSeconds: 300,
  query: nothing,
  body: nothing,
  value: v.object({
    /** ISO 3166 and digits without the plus. */
    countries: v.array(v.object({ countryCode: v.string(), countryDialingCode: v.string() })),
  }),
});

/** The path is not given by the interface description. */
export const languageUpdate = defineCall({
  id: 'system.language',
  method: 'POST',
  path: '/wps/system/language',
  module: 'system',
  summary: 'Store the chosen language; messages to the member are written in it.',
  token: 'optional',
  actors: 'anyone',
  query: nothing,
  body: v.strictObject({ language: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)) }),
  value: v.object({}),
});

/**
 * Customer service. Entries of type 3 contain a path encrypted (JWE compact) with the public key of the requesting
 * portal. The portal decrypts it and redirects the pop-up window there.
 */
export const routerInfo = defineCall({
  id: 'system.router',
  method: 'GET',
  path: '/wps/system/router',
  module: 'system',
  summary: 'Router info: address of customer service, encrypted with the key of the requesting portal.',
  token: 'none',
  actors: 'anyone',
  /** `key`: public key as base64url JSON (JWK). */
  staysOpen: true,
  query: v.strictObject({ key: text(1024) }),
  body: nothing,
  value: v.object({
    version: v.object({ pathList: v.array(v.object({ type: v.number(), path: v.string() })) }),
  }),
});

export const feedbackSend = defineCall({
  id: 'feedback.send',
  method: 'PUT',
  path: '/wps/feedback',
  module: 'feedback',
  summary: 'Send a message to customer service.',
  token: 'optional',
  actors: 'anyone',
  staysOpen: true,
  throttle: 'feedback',
  pictures: { field: 'images', purpose: 'feedback' },
  query: nothing,
  body: v.strictObject({
    content: v.pipe(text(560), v.trim(), v.nonEmpty()),
    /** Contact of a sender who is not signed in. */
    contact: v.optional(v.pipe(text(120), v.trim())),
    /** Uploads of the member, at most three; members only. */
    images: v.optional(uploadIds, []),
    ...challengeProof,
  }),
  value: v.object({}),
});
