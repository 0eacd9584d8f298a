import * as v from 'valibot';
import { isDay } from '../time.ts';
import { drawTotals } from './draw-desk.ts';

/**
 * A vendor's scheduled events (matches, draws), reported at creation and on every change of state. The latest report
 * counts; drawn and void events do not change. Times are ISO 8601 in UTC.
 */
export const EVENTS_PER_CALL = 20;
const MAX_CLOSED_DAYS = 20;

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/));
/** No control characters and no lone surrogates: the database rejects both. */
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(80), v.regex(/^[^\p{Cc}\p{Cs}]+$/u));
const time = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/), v.check(isTime));
/** Checks the calendar day: 30 February would be parsed as 2 March here and rejected by the database. */
function isTime(text: string): boolean {
  const time = new Date(text);
  return time.getTime() > 0 && time.toISOString().slice(0, 10) === text.slice(0, 10);
}
const odds = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}\.\d{2}$/));
const goals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999));

/** SHA-256 of the seed that decides the event, in hex. */
const seedHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const common = {
  id,
  gameId: id,
  /** Number of the event within its game, increasing. */
  issue: v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{1,24}$/)),
  opensAt: time,
  closesAt: time,
  drawsAt: time,
  state: v.picklist(['open', 'drawn', 'void']),
};

const side = v.strictObject({ name: label, odds });
const matchDetails = v.strictObject({
  league: label,
  home: side,
  away: side,
  draw: v.nullable(odds),
  featured: v.boolean(),
  /** Minutes of the match; null without a match clock. */
  minutes: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(600)))),
});
export type MatchDetails = v.InferOutput<typeof matchDetails>;
const drawDetails = v.strictObject({
  /** Seconds between two draws of the game. */
  everySeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(604_800)),
  /** Coming days of the market on which the game draws nothing ("2027-02-06"), with the reason. */
  closedDays: v.optional(
    v.pipe(v.array(v.strictObject({ day: v.pipe(v.string(), v.check(isDay)), reason: label })), v.maxLength(MAX_CLOSED_DAYS)),
  ),
});
export type DrawDetails = v.InferOutput<typeof drawDetails>;
const matchResult = v.strictObject({ home: goals, away: goals });
const drawResult = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,6}$/))), v.minLength(1), v.maxLength(80));

/** A result is present exactly if the event is drawn. */
const hasItsResult = <Event extends { readonly state: string; readonly result: unknown }>({ state, result }: Event): boolean =>
  (state === 'drawn') === (result !== null);

const seamlessEvent = v.variant('kind', [
  v.pipe(
    v.strictObject({
      kind: v.literal('match'),
      ...common,
      /** Absent: the match is not drawn from a seed. */
      seedHash: v.optional(seedHash),
      details: matchDetails,
      /** Score of a match in play; reported on every change. */
      live: v.optional(v.nullable(matchResult)),
      result: v.nullable(matchResult),
    }),
    v.check(hasItsResult),
  ),
  v.pipe(
    v.strictObject({
      kind: v.literal('draw'),
      ...common,
      seedHash,
      details: drawDetails,
      result: v.nullable(drawResult),
      /** With a result: what was staked and what the tickets win, by currency, real money only. */
      totals: v.optional(drawTotals),
      /** The draw was taken back after its result; it stays so. */
      reversed: v.optional(v.boolean()),
    }),
    v.check(hasItsResult),
  ),
]);
export type SeamlessEvent = v.InferOutput<typeof seamlessEvent>;

export const seamlessEvents = v.strictObject({
  events: v.pipe(v.array(seamlessEvent), v.minLength(1), v.maxLength(EVENTS_PER_CALL)),
});
