import * as v from 'valibot';
import { EXCLUSIONS, LIMIT_KINDS, LIMIT_PERIODS, TIME_OUTS } from '../rules/protection.ts';
import { defineCall } from './define-call.ts';
import { instant, nothing, text, wholeNumber, wireAmount } from './fields.ts';

/** Limits, breaks and reality checks. The interface description names no module for them. */
const kind = v.picklist(LIMIT_KINDS);
const period = v.picklist(LIMIT_PERIODS);
/** As typed: an amount, or whole minutes for a session limit. The handler validates it by kind. */
const typedValue = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(20));
/** A checkbox, from a script or from a form. */
const ticked = v.union([v.literal(true), v.literal('on')]);
const own = { token: 'required', actors: 'real', query: nothing } as const;
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
  currencySymbol: v.string(),
});
export type PlayState = v.InferOutput<typeof playValue>;

export const protectionState = defineCall({
  id: 'protection.state',
  ...own,
  method: 'GET',
  path: '/wps/relay/MCSFE_getProtection',
  module: 'MCSFE_getProtection',
  summary: "The member's limits with their used amounts, reality check, break, and net position.",
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
    currencySymbol: v.string(),
    timeZone: v.string(),
  }),
});
export type ProtectionState = v.InferOutput<(typeof protectionState)['value']>;
export type LimitState = v.InferOutput<typeof limitValue>;

export const protectionPlay = defineCall({
  id: 'protection.play',
  ...own,
  method: 'GET',
  path: '/wps/relay/MCSFE_getPlaySession',
  module: 'MCSFE_getPlaySession',
  summary: 'The current play session: time, stakes, net result, and when the next reality check is due.',
  body: nothing,
  value: playValue,
});

export const protectionSetLimit = defineCall({
  id: 'protection.setLimit',
  ...own,
  method: 'POST',
  path: '/wps/relay/MCSFE_setLimit',
  module: 'MCSFE_setLimit',
  summary: 'Set a limit. A stricter one counts at once; a looser one waits for the hours of the policy and a second yes.',
  needsClock: true,
  throttle: 'money',
  body: v.strictObject({ kind, period, value: typedValue }),
  value: empty,
});

export const protectionRemoveLimit = defineCall({
  id: 'protection.removeLimit',
  ...own,
  method: 'POST',
  path: '/wps/relay/MCSFE_removeLimit',
  module: 'MCSFE_removeLimit',
  summary: 'Ask to have no limit: waits like a looser one.',
  needsClock: true,
  throttle: 'money',
  body: v.strictObject({ kind, period }),
  value: empty,
});

export const protectionConfirmLimit = defineCall({
  id: 'protection.confirmLimit',
  ...own,
  method: 'POST',
  path: '/wps/relay/MCSFE_confirmLimit',
  module: 'MCSFE_confirmLimit',
  summary: 'The second yes to a looser limit, once its waiting time is over.',
  needsClock: true,
  throttle: 'money',
  body: v.strictObject({ kind, period }),
  value: empty,
});

export const protectionCancelLimit = defineCall({
  id: 'protection.cancelLimit',
  ...own,
  method: 'POST',
  path: '/wps/relay/MCSFE_cancelLimit',
  module: 'MCSFE_cancelLimit',
  summary: 'Keep the limit that there is: a looser one that was waiting is forgotten.',
  needsClock: true,
  throttle: 'money',
  body: v.strictObject({ kind, period }),
  value: empty,
});

export const protectionSetCheck = defineCall({
  id: 'protection.setCheck',
  ...own,
  method: 'POST',
  path: '/wps/relay/MCSFE_setRealityCheck',
  module: 'MCSFE_setRealityCheck',
  summary: 'Minutes between reality checks, one of the choices of `protection.state`; 0 for none where the policy allows it.',
  needsClock: true,
  throttle: 'money',
  body: v.strictObject({ minutes: wholeNumber(0, 24 * 60) }),
  value: empty,
});

export const protectionConfirmCheck = defineCall({
  id: 'protection.confirmCheck',
  ...own,
  method: 'POST',
  path: '/wps/relay/MCSFE_confirmRealityCheck',
  module: 'MCSFE_confirmRealityCheck',
  summary: 'Confirm the reality check: play may continue.',
  needsClock: true,
  throttle: 'money',
  body: nothing,
  value: playValue,
});

export const protectionTimeOut = defineCall({
  id: 'protection.timeOut',
  ...own,
  method: 'POST',
  path: '/wps/relay/MCSFE_takeBreak',
  module: 'MCSFE_takeBreak',
  summary: 'Take a break: no stake and no deposit from this moment until its end.',
  staysOpen: true,
  needsClock: true,
  throttle: 'money',
  body: v.strictObject({ length: v.picklist(TIME_OUTS), agreed: ticked }),
  value: empty,
});

export const protectionExclude = defineCall({
  id: 'protection.exclude',
  ...own,
  method: 'POST',
  path: '/wps/relay/MCSFE_selfExclude',
  module: 'MCSFE_selfExclude',
  summary: 'Self-exclusion for a term: no stake, no deposit and no offers. `typedName`: the user name, typed as confirmation.',
  staysOpen: true,
  needsClock: true,
  throttle: 'money',
  body: v.strictObject({ length: v.picklist(EXCLUSIONS), agreed: ticked, typedName: text(64) }),
  value: empty,
});

export const protectionReturn = defineCall({
  id: 'protection.return',
  ...own,
  method: 'POST',
  path: '/wps/relay/MCSFE_endExclusion',
  module: 'MCSFE_endExclusion',
  summary: 'After the term of an exclusion: request to play again, effective after the hours of the policy.',
  needsClock: true,
  throttle: 'money',
  body: nothing,
  value: empty,
});

export const lastRound = defineCall({
  id: 'games.lastRound',
  ...own,
  method: 'GET',
  path: '/wps/relay/GCSGAME_lastRound',
  module: 'GCSGAME_lastRound',
  summary: 'What became of the last round of the last day, of one game or of all: open, decided or refunded, and where the money is.',
  query: v.strictObject({ gameId: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/))) }),
  body: nothing,
  value: v.object({
    round: v.nullable(
      v.object({
        betId: v.string(),
        roundId: v.string(),
        gameId: v.string(),
        gameName: v.string(),
        state: v.picklist(['open', 'decided', 'refunded']),
        stake: wireAmount,
        payout: wireAmount,
        refunded: wireAmount,
        placedAt: instant,
        settledAt: v.nullable(instant),
        currencySymbol: v.string(),
      }),
    ),
  }),
});
export type LastRound = NonNullable<v.InferOutput<(typeof lastRound)['value']>['round']>;
