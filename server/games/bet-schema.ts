import * as v from 'valibot';
import { DIGITS_KINDS } from '../../shared/games/digits.ts';
import { DUEL_SIDES } from '../../shared/games/duel.ts';
import { CLIENT_SEED_PATTERN } from '../../shared/games/fairness.ts';

/** Shapes of request bodies. Whether a bet may be played is decided by the rules (`validateBet`). */
const stake = v.pipe(v.string(), v.maxLength(24));
const max = 160;

const bet = v.variant('engine', [
  v.strictObject({ engine: v.literal('slot'), stake }),
  v.strictObject({
    engine: v.literal('roulette'),
    chips: v.pipe(v.array(v.strictObject({ spot: v.pipe(v.string(), v.maxLength(24)), stake })), v.maxLength(max)),
  }),
  v.strictObject({ engine: v.literal('dice'), stake, over: v.boolean(), target: v.number() }),
  v.strictObject({ engine: v.literal('fish'), stake, target: v.pipe(v.string(), v.maxLength(24)) }),
  v.strictObject({ engine: v.literal('duel'), stake, side: v.picklist(DUEL_SIDES) }),
  v.strictObject({
    engine: v.literal('digits'),
    stake,
    kind: v.picklist(DIGITS_KINDS),
    number: v.pipe(v.string(), v.maxLength(4)),
  }),
  v.strictObject({ engine: v.literal('keno'), stake, picks: v.pipe(v.array(v.number()), v.maxLength(80)) }),
]);

export const playKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/));
export const playBody = v.strictObject({
  key: playKey,
  bet,
  fish: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_000_000_000))),
  freeRound: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/))),
});
export const sessionBody = v.strictObject({
  ticket: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  gameId: v.pipe(v.string(), v.maxLength(80)),
});
export const clientSeedBody = v.strictObject({ clientSeed: v.pipe(v.string(), v.regex(CLIENT_SEED_PATTERN)) });
