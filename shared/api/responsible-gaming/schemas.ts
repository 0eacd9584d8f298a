import * as v from 'valibot';
import { EXCLUSIONS, LIMIT_KINDS, LIMIT_PERIODS, TIME_OUTS } from '../../rules/protection.ts';
import { instant, nothing, text, wholeNumber, wireAmount } from '../fields.ts';

/** Limits, breaks and reality checks. The interface description names no module for them. */
const kind = v.picklist(LIMIT_KINDS);
const period = v.picklist(LIMIT_PERIODS);

/** As typed: an amount, or whole minutes for a session limit. The handler validates it by kind. */
export const typedLimit = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(20));

/** A checkbox, from a script or from a form. */
const ticked = v.union([v.literal(true), v.literal('on')]);
const empty = v.object({});

const limitValue = v.object({
  kind,
  period,
  /** A wire amount, or minutes for a session limit; null: not set by the member. */
  value: v.nullable(v.string()),
  /** The operator's limit in the same form. */
  operator: v.nullable(v.string()),
  /** The stricter of the two. */
  effective: v.nullable(v.string()),
  used: v.string(),
  /** A requested looser limit; `value` null: no limit. */
  pending: v.nullable(v.object({ value: v.nullable(v.string()), from: instant, ready: v.boolean() })),
});

const playValue = v.object({
  /** The current session, null after a pause. Money as wire amounts; `net` is above zero for a win. */
  session: v.nullable(v.object({ from: instant, seconds: v.number(), staked: wireAmount, net: wireAmount })),
  check: v.object({ minutes: v.number(), dueAt: v.nullable(instant), due: v.boolean() }),
  /** Refusal of any stake now: a break or a time limit, with its text. */
  refused: v.nullable(v.object({ code: v.string(), rule: v.string(), until: v.nullable(instant), message: v.string() })),
  /** The money limit that leaves the smallest stake ("loss-day"), if there is one. */
  room: v.nullable(v.object({ rule: v.string(), left: wireAmount })),
  currency: v.string(),
  currencySymbol: v.string(),
});
export type PlayState = v.InferOutput<typeof playValue>;

export const protectionState = {
  query: nothing,
  body: nothing,
  value: v.object({
    limits: v.array(limitValue),
    check: v.object({ minutes: v.number(), choices: v.array(v.number()), mayBeOff: v.boolean() }),
    pause: v.nullable(
      v.object({
        kind: v.picklist(['time-out', 'exclusion']),
        from: instant,
        /** Null: permanent. */
        until: v.nullable(instant),
        /** The term of an exclusion is over, and the member may request to return. */
        mayReturn: v.boolean(),
        returnAt: v.nullable(instant),
      }),
    ),
    /** Over the life of the account. */
    net: v.object({ deposits: wireAmount, payouts: wireAmount, netDeposits: wireAmount, result: wireAmount }),
    policy: v.object({
      coolHours: v.number(),
      returnHours: v.number(),
      sessionFloorMinutes: v.number(),
      stakeCeiling: v.nullable(wireAmount),
    }),
    account: v.string(),
    currency: v.string(),
    currencySymbol: v.string(),
    timeZone: v.string(),
  }),
};
export type ProtectionState = v.InferOutput<(typeof protectionState)['value']>;
export type LimitState = v.InferOutput<typeof limitValue>;

export const protectionPlay = {
  query: nothing,
  body: nothing,
  value: playValue,
};

export const protectionSetLimit = {
  query: nothing,
  body: v.strictObject({ kind, period, value: typedLimit }),
  value: empty,
};

export const protectionRemoveLimit = {
  query: nothing,
  body: v.strictObject({ kind, period }),
  value: empty,
};

export const protectionConfirmLimit = {
  query: nothing,
  body: v.strictObject({ kind, period }),
  value: empty,
};

export const protectionCancelLimit = {
  query: nothing,
  body: v.strictObject({ kind, period }),
  value: empty,
};

export const protectionSetCheck = {
  query: nothing,
  body: v.strictObject({ minutes: wholeNumber(0, 24 * 60) }),
  value: empty,
};

export const protectionConfirmCheck = {
  query: nothing,
  body: nothing,
  value: playValue,
};

export const protectionTimeOut = {
  query: nothing,
  body: v.strictObject({ length: v.picklist(TIME_OUTS), agreed: ticked }),
  value: empty,
};

export const protectionExclude = {
  query: nothing,
  body: v.strictObject({ length: v.picklist(EXCLUSIONS), agreed: ticked, typedName: text(64) }),
  value: empty,
};

export const protectionReturn = {
  query: nothing,
  body: nothing,
  value: empty,
};
