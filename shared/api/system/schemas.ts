import * as v from 'valibot';
import { challengeProof, code, instant, nothing, text, uploadIds } from '../fields.ts';

export const systemStatus = {
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
      /** Origins of outside vendors: their pages in the game frame, and their pictures. Unlike the lists above no host stands in for another. */
      vendorFrames: v.optional(v.array(v.string()), []),
      vendorPictures: v.optional(v.array(v.string()), []),
      /** The module tree: each module with its switch. Other platforms have other trees. */
      whitelabel: v.optional(v.unknown()),
      /** Rules of the registration, as `setting.register` answers them. */
      registerValidation: v.optional(v.unknown()),
    }),
    location: v.object({ ip: v.string(), country: v.nullable(v.string()) }),
    maintenance: v.boolean(),
    regionRestriction: v.boolean(),
    maintenanceEnd: v.nullable(instant),
    /** The operator's maintenance text by language; English for the others. */
    maintenanceTexts: v.optional(v.record(v.string(), v.string()), {}),
  }),
};

/** Addresses of the site. The browser measures them; `speed` is the platform's latest measurement. */
export const domainRoute = {
  query: nothing,
  body: nothing,
  value: v.object({ domainList: v.array(v.object({ url: v.string(), speed: v.nullable(v.number()) })) }),
};

export const systemWhitelabel = {
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
    /** Whole seconds by which the platform's clock is ahead of the real time; not zero only where the clock can be moved. */
    clockAheadSeconds: v.number(),
    features: v.record(v.string(), v.boolean()),
    /** Changes with any change of public pages. */
    contentVersion: v.string(),
  }),
};
export type Whitelabel = v.InferOutput<(typeof systemWhitelabel)['value']>;

export const countryList = {
  query: nothing,
  body: nothing,
  value: v.object({
    /** ISO 3166 and digits without the plus. */
    countries: v.array(v.object({ countryCode: v.string(), countryDialingCode: v.string() })),
  }),
};

export const languageUpdate = {
  query: nothing,
  body: v.strictObject({ language: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)) }),
  value: v.object({}),
};

/**
 * Customer service. Entries of type 3 contain a path encrypted (JWE compact) with the public key of the requesting
 * portal. The portal decrypts it and redirects the pop-up window there.
 */
export const routerInfo = {
  /** `key`: public key as base64url JSON (JWK). */
  query: v.strictObject({ key: text(1024) }),
  body: nothing,
  value: v.object({
    version: v.object({ pathList: v.array(v.object({ type: v.number(), path: v.string() })) }),
  }),
};

export const feedbackSend = {
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
};
