import * as v from 'valibot';
import { instant, nothing, text } from '../fields.ts';
import { loginValue } from '../sign-in/schemas.ts';
import { CONFIRM_METHODS } from './constants.ts';

export const sessionLogout = {
  query: nothing,
  body: nothing,
  value: v.object({}),
};

export const sessionKeys = {
  query: nothing,
  body: nothing,
  value: v.object({
    keys: v.array(v.looseObject({ kid: v.string(), kty: v.string(), crv: v.string(), x: v.string(), y: v.optional(v.string()) })),
  }),
};

export const firstLogin = {
  query: nothing,
  body: nothing,
  value: v.object({}),
};

export const rememberedLogin = {
  query: nothing,
  body: nothing,
  value: loginValue,
};

export const sessionConfirm = {
  query: nothing,
  body: v.strictObject({ method: v.picklist(CONFIRM_METHODS), proof: v.pipe(text(4096), v.nonEmpty()) }),
  value: v.object({}),
};

export const sessionState = {
  query: nothing,
  body: nothing,
  value: v.object({
    account: v.string(),
    idle: v.boolean(),
    confirmed: v.boolean(),
    methods: v.array(v.picklist(CONFIRM_METHODS)),
    idleMinutes: v.number(),
    expiresAt: instant,
  }),
};

export const sessionRow = v.object({
  id: v.string(),
  current: v.boolean(),
  /** Browser and system ("Firefox, Windows"). */
  device: v.string(),
  /** Country of the address, ISO 3166. */
  country: v.nullable(v.string()),
  address: v.string(),
  createdAt: instant,
  seenAt: instant,
});

export const sessionList = {
  query: nothing,
  body: nothing,
  value: v.object({ sessions: v.array(sessionRow) }),
};

export const sessionEnd = {
  query: nothing,
  /** `others`: every session except this one. */
  body: v.strictObject({ id: text(64) }),
  value: v.object({ ended: v.number() }),
};
