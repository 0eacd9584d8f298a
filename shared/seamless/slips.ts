import * as v from 'valibot';

/** A slip has at most eight legs, and a call must fit into a body of 16 KB. */
export const SLIPS_PER_CALL = 4;
export const LEGS_PER_SLIP = 8;

const SLIP_MARKETS = ['winner', 'handicap', 'total_goals', 'total_maps', 'next_goal', 'map'] as const;
const SLIP_PICKS = ['home', 'draw', 'none', 'away', 'over', 'under'] as const;

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/));
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(80), v.regex(/^[^\p{Cc}\p{Cs}]+$/u));
const score = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999));

/** One selection of a bet on matches with its result. */
export const slipLeg = v.strictObject({
  eventId: id,
  league: label,
  home: label,
  away: label,
  market: v.picklist(SLIP_MARKETS),
  /** The home side's handicap, the line of a total, the number of a goal or map. */
  line: v.nullable(v.pipe(v.string(), v.regex(/^[+-]?\d{1,3}(\.\d{1,2})?$/))),
  pick: v.picklist(SLIP_PICKS),
  /** Odds at the time of the bet, which are binding. */
  odds: v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}\.\d{2}$/)),
  state: v.picklist(['open', 'won', 'lost', 'void']),
  /** Score of a finished match. */
  score: v.nullable(v.strictObject({ home: score, away: score })),
});
export type SlipLeg = v.InferOutput<typeof slipLeg>;

/**
 * Selections of rounds: reported when a bet is accepted and whenever a leg ends; the latest report counts. No money is
 * moved.
 */
export const seamlessSlips = v.strictObject({
  slips: v.pipe(
    v.array(v.strictObject({ roundId: id, gameId: id, legs: v.pipe(v.array(slipLeg), v.minLength(1), v.maxLength(LEGS_PER_SLIP)) })),
    v.minLength(1),
    v.maxLength(SLIPS_PER_CALL),
  ),
});
export type SeamlessSlip = v.InferOutput<typeof seamlessSlips>['slips'][number];
