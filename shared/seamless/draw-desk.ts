import * as v from 'valibot';

/**
 * Calls of the platform to a vendor of draws, for operators: `POST <address>/<operation>` with a JSON body, signed with the vendor's key like the
 * calls of the seamless wallet. No answer has a seed, a link of a chain, or a number of a draw that is not drawn. Amounts are whole coins: the
 * smallest stake of the vendor's games, in any currency.
 */
const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/));
const coins = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,17})$/));
const positiveCoins = v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/));
const time = v.pipe(v.string(), v.isoTimestamp());
const limits = { number: positiveCoins, playType: positiveCoins, draw: positiveCoins };

/** Totals of a drawn draw in one currency, real money only: stakes of the tickets that counted, and what they win. Units. */
export const drawTotals = v.pipe(
  v.array(v.strictObject({ currency: v.pipe(v.string(), v.length(3)), sold: coins, paid: coins })),
  v.maxLength(40),
);
export type DrawTotals = v.InferOutput<typeof drawTotals>;

const deskDraw = v.object({
  id,
  gameId: id,
  issue: v.string(),
  opensAt: time,
  closesAt: time,
  drawsAt: time,
  state: v.picklist(['open', 'drawn', 'void']),
  /** The draw was drawn, and its tickets were taken back afterwards. */
  reversed: v.boolean(),
  /** Stakes and the largest wins of the tickets so far. */
  stake: coins,
  payout: coins,
  /** Null until the draw. */
  totals: v.nullable(drawTotals),
});
export type DeskDraw = v.InferOutput<typeof deskDraw>;

const refusal = v.picklist(['unknown_draw', 'not_open', 'not_drawn', 'unsettled']);
export type DeskRefusal = v.InferOutput<typeof refusal>;
const decided = v.variant('status', [
  v.object({ status: v.literal('OK'), draw: deskDraw }),
  v.object({ status: v.literal('REFUSED'), reason: refusal }),
]);

export const DRAW_DESK = {
  /** Draws of the vendor, of one game or of all: those on sale by their close, or a part of those that ended, the newest first. */
  draws: {
    body: v.variant('list', [
      v.strictObject({ list: v.literal('open'), gameId: v.optional(id) }),
      v.strictObject({
        list: v.literal('ended'),
        gameId: v.optional(id),
        /** True: draws with tickets alone. Play money does not count. */
        sold: v.boolean(),
        offset: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
        limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
      }),
    ]),
    answer: v.object({
      now: time,
      /** All games with draws. */
      games: v.array(id),
      draws: v.array(deskDraw),
    }),
  },
  /** What one draw may have to pay. */
  exposure: {
    body: v.strictObject({ drawId: id }),
    answer: v.variant('status', [
      v.object({
        status: v.literal('OK'),
        now: time,
        draw: deskDraw,
        limits: v.object(limits),
        /** By play type, the largest first. */
        playTypes: v.array(v.object({ playType: v.string(), stake: coins, payout: coins })),
        /** The numbers that may cost most. */
        numbers: v.array(v.object({ playType: v.string(), number: v.string(), stake: coins, payout: coins })),
      }),
      v.object({ status: v.literal('REFUSED'), reason: refusal }),
    ]),
  },
  /** Ends the sale now. Repeating it changes nothing. */
  close: { body: v.strictObject({ drawId: id }), answer: decided },
  /** Voids a draw that is not drawn: its stakes are returned. */
  void: { body: v.strictObject({ drawId: id }), answer: decided },
  /** Takes a drawn draw back after all of its tickets are settled: what was paid is taken back and stakes are returned. */
  reverse: { body: v.strictObject({ drawId: id }), answer: decided },
  /** Sets the limits of a game, also for its draws on sale. */
  limits: { body: v.strictObject({ gameId: id, ...limits }), answer: v.object({ status: v.literal('OK') }) },
} as const;
export type DrawDeskOperation = keyof typeof DRAW_DESK;
export type DrawDeskBody<O extends DrawDeskOperation> = v.InferOutput<(typeof DRAW_DESK)[O]['body']>;
export type DrawDeskAnswer<O extends DrawDeskOperation> = v.InferOutput<(typeof DRAW_DESK)[O]['answer']>;
