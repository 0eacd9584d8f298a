import * as v from 'valibot';

/**
 * What a vendor tells of its scheduled events (matches, draws), at creation and whenever their state changes. The last
 * word counts; what is drawn or void stays so. Times are ISO 8601 in UTC.
 */
export const EVENTS_PER_CALL = 20;

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/));
/** No control characters and no half of a sign: the database keeps neither. */
const label = v.pipe(v.string(), v.minLength(1), v.maxLength(80), v.regex(/^[^\p{Cc}\p{Cs}]+$/u));
const time = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/), v.check(isTime));
/** A day of the calendar: 30 February would be read as 2 March here and refused by the database. */
function isTime(text: string): boolean {
  const time = new Date(text);
  return time.getTime() > 0 && time.toISOString().slice(0, 10) === text.slice(0, 10);
}
const odds = v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}\.\d{2}$/));
const goals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999));

const common = {
  id,
  gameId: id,
  /** Number of the event within its game, growing. */
  issue: v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{1,24}$/)),
  opensAt: time,
  closesAt: time,
  drawsAt: time,
  /** SHA-256 of the seed that decides it, in hex. */
  seedHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  state: v.picklist(['open', 'drawn', 'void']),
};

const side = v.strictObject({ name: label, odds });
export const matchDetails = v.strictObject({
  league: label,
  home: side,
  away: side,
  draw: v.nullable(odds),
  featured: v.boolean(),
  /** Minutes on the clock of the whole match; null where there is no clock. */
  minutes: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(600)))),
});
export type MatchDetails = v.InferOutput<typeof matchDetails>;
export const drawDetails = v.strictObject({
  /** Seconds from one draw of the game to the next. */
  everySeconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(604_800)),
});
export type DrawDetails = v.InferOutput<typeof drawDetails>;
export const matchResult = v.strictObject({ home: goals, away: goals });
export const drawResult = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,4}$/))), v.minLength(1), v.maxLength(80));

/** A result is there exactly when the event is drawn. */
const hasItsResult = <Event extends { readonly state: string; readonly result: unknown }>({ state, result }: Event): boolean =>
  (state === 'drawn') === (result !== null);

const seamlessEvent = v.variant('kind', [
  v.pipe(
    v.strictObject({
      kind: v.literal('match'),
      ...common,
      details: matchDetails,
      /** The score of a match in play; told again whenever it changes. */
      live: v.optional(v.nullable(matchResult)),
      result: v.nullable(matchResult),
    }),
    v.check(hasItsResult),
  ),
  v.pipe(
    v.strictObject({ kind: v.literal('draw'), ...common, details: drawDetails, result: v.nullable(drawResult) }),
    v.check(hasItsResult),
  ),
]);
export type SeamlessEvent = v.InferOutput<typeof seamlessEvent>;

export const seamlessEvents = v.strictObject({
  events: v.pipe(v.array(seamlessEvent), v.minLength(1), v.maxLength(EVENTS_PER_CALL)),
});
