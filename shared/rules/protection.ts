/** Limits that a member can set. `session`: playing time; the others are money. */
export const LIMIT_KINDS = ['deposit', 'loss', 'stake', 'session'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** Rolling 24 hours, rolling 7 days, and the calendar month in the merchant's time zone (UKGC RTS 12: 24 hours, 7 days, month). */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** Lengths of a time-out (UKGC: 24 hours, 1 week, 1 month, up to 6 weeks). */
export const TIME_OUTS = ['24h', '1w', '1m', '6w'] as const;
export type TimeOut = (typeof TIME_OUTS)[number];

/** Terms of a self-exclusion: six months at least. */
export const EXCLUSIONS = ['6m', '1y', '5y', 'ever'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Maximum useful limit of playing time: all minutes of the period. */
export const PERIOD_MINUTES: Readonly<Record<LimitPeriod, number>> = { day: 24 * 60, week: 7 * 24 * 60, month: 31 * 24 * 60 };
