import * as v from 'valibot';
import { OPENED_NUMBERS_COUNT } from '../../constants.ts';
import { code, instant, nothing, text, wholeNumber, wireAmount } from '../fields.ts';
import { LOTTO_AREAS, PRIZE_MODES } from './constants.ts';

const area = v.picklist(LOTTO_AREAS);
const prizeMode = v.picklist(PRIZE_MODES);

/** A finished draw. The seed was committed before the draw opened. */
const drawValue = v.object({
  gameCode: v.string(),
  /** Number of the issue, increasing within a game. */
  issue: v.string(),
  /** The drawn numbers in order, as the game shows them ("07", "4"). */
  numbers: v.array(v.string()),
  drawnAt: instant,
  /** Wire decimals: what was staked on the draw and what its tickets win, real money only. Absent or empty if the vendor does not publish it. */
  totals: v.optional(v.array(v.object({ currency: v.string(), sold: wireAmount, paid: wireAmount }))),
  /** The draw was taken back after its result: wins were debited, and stakes returned. */
  reversed: v.optional(v.boolean()),
  /** Page that recomputes the draw; null if the vendor offers none. */
  verifyUrl: v.nullable(v.string()),
});
export type LotteryDraw = v.InferOutput<typeof drawValue>;

export const lotteryGameValue = v.object({
  /** Equal to the `gameId` of the catalogue: the same code opens the game. */
  code: v.string(),
  gameName: v.string(),
  vassalage: v.string(),
  lottoArea: area,
  prizeMode,
  showIcon: v.string(),
  isGame: v.boolean(),
  defaultPlayType: v.string(),
  /** Seconds between two draws; null: the platform does not name them. */
  issueSeconds: v.nullable(v.number()),
  /** Null until the vendor has announced one. */
  current: v.nullable(v.object({ issue: v.string(), closesAt: instant, drawsAt: instant })),
  latest: v.nullable(drawValue),
  /** Coming days of the game's market on which nothing is drawn ("2027-02-06"), with the reason. */
  closedDays: v.optional(v.array(v.object({ day: v.string(), reason: v.string() }))),
  maintenance: v.boolean(),
});
export type LotteryGame = v.InferOutput<typeof lotteryGameValue>;

export const lotteryMenu = {
  query: v.strictObject({ lottoArea: v.optional(area), language: v.optional(code) }),
  body: nothing,
  value: v.object({ now: instant, games: v.array(lotteryGameValue) }),
};

export const lotteryRecent = {
  query: v.strictObject({ lottoArea: v.optional(area) }),
  body: nothing,
  value: v.object({ codes: v.array(v.string()) }),
};

const drawQuery = v.strictObject({
  gameCode: v.optional(code),
  count: v.optional(wholeNumber(1, OPENED_NUMBERS_COUNT), OPENED_NUMBERS_COUNT),
  prizeMode: v.optional(prizeMode),
  device: v.optional(code),
  language: v.optional(code),
});
const draws = v.object({ list: v.array(drawValue) });

export const vnNumbers = {
  query: drawQuery,
  body: nothing,
  value: draws,
};

export const openedNumbers = {
  query: drawQuery,
  body: nothing,
  value: draws,
};

export const lotteryLaunch = {
  query: nothing,
  body: v.strictObject({
    lottoArea: area,
    launchMode: v.optional(v.literal('LOTT')),
    lottoGameCode: v.optional(code),
    view: v.optional(v.picklist(['betting', 'lobby'])),
    device: v.optional(code),
    backUrl: v.optional(text(512)),
    language: v.optional(code),
  }),
  value: v.object({ game_url: v.string() }),
};

const side = v.object({ name: v.string(), odds: v.string() });

/** A fixture of a simulated league; the studio labels every such fixture. */
export const matchValue = v.object({
  matchId: v.string(),
  gameId: v.string(),
  vassalage: v.string(),
  gameCategory: v.picklist(['SPORTS', 'ESPORTS']),
  league: v.string(),
  home: side,
  away: side,
  /** Odds of a draw; null for sports without draws. Decimal odds with two decimals ("2.35"). */
  draw: v.nullable(v.string()),
  startsAt: instant,
  /** Latest possible end. */
  endsAt: instant,
  featured: v.boolean(),
  /** Drawn from a seed: no real match is played. */
  isVirtual: v.optional(v.boolean(), false),
  /** Minutes of the match, evenly distributed from `startsAt` to `endsAt`; null without a match clock. */
  minutes: v.nullable(v.number()),
  /** Current score of a match in play; null before the start. */
  score: v.nullable(v.object({ home: v.number(), away: v.number() })),
});
export type Match = v.InferOutput<typeof matchValue>;

export const matchList = {
  query: v.strictObject({ gameCategory: v.optional(v.picklist(['SPORTS', 'ESPORTS'])), count: v.optional(wholeNumber(1, 50), 12) }),
  body: nothing,
  value: v.object({ now: instant, live: v.array(matchValue), open: v.array(matchValue), results: v.array(matchValue) }),
};
