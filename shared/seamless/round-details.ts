import * as v from 'valibot';

/**
 * What a round was about, in words, for the betting record: the platform requests it when a record is read, in the language of the reader, with
 * `POST <detailsUrl>`, signed with the vendor's key like the calls of the seamless wallet. A vendor answers with the rounds that it describes; the
 * others, and all rounds of a vendor without the address, are shown without a description. No money depends on it.
 */
export const ROUNDS_PER_REQUEST = 100;
/** Lines of a round. */
const MAX_LINES = 12;
/** Characters of a value in a list, and of a round that is requested alone. */
export const LISTED_VALUE = 160;
const WHOLE_VALUE = 100_000;
const MAX_SUMMARY = 120;

/** Lines whose names the portal has in all its languages. */
const ROUND_LINES = ['game', 'event', 'bets', 'ways', 'stake', 'odds', 'possibleWin', 'result', 'hits', 'paid', 'state', 'note'] as const;

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/));
const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.regex(/^[^\p{Cc}\p{Cs}]+$/u));

export const roundDetailsRequest = v.strictObject({
  language: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  /** True: one round with complete values. */
  whole: v.boolean(),
  rounds: v.pipe(v.array(v.strictObject({ roundId: id, gameId: id })), v.minLength(1), v.maxLength(ROUNDS_PER_REQUEST)),
});
export type RoundDetailsRequest = v.InferOutput<typeof roundDetailsRequest>;

const roundLine = v.object({
  name: v.picklist(ROUND_LINES),
  /** Shown instead of the portal's name of the line, in the language of the request. */
  label: v.optional(text(60)),
  value: text(WHOLE_VALUE),
});

export const roundDetail = v.object({
  /** One line next to the game: what was played on what. */
  summary: text(MAX_SUMMARY),
  lines: v.pipe(v.array(roundLine), v.maxLength(MAX_LINES)),
});
export type RoundDetail = v.InferOutput<typeof roundDetail>;

/** Longer values of a list are cut by the platform. */
export const roundDetailsAnswer = v.object({
  rounds: v.pipe(v.array(v.object({ roundId: id, ...roundDetail.entries })), v.maxLength(ROUNDS_PER_REQUEST)),
});
export type RoundDetailsAnswer = v.InferOutput<typeof roundDetailsAnswer>;

/** The text, cut at a space if it can be, with "…" in place of the rest. */
export function shortened(value: string, most: number = LISTED_VALUE): string {
  if (value.length <= most) return value;
  const cut = value.slice(0, most - 2);
  const space = cut.lastIndexOf(' ');
  return `${space > most / 2 ? cut.slice(0, space) : cut} …`;
}
