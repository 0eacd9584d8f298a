import * as v from 'valibot';

/** Maximum number of rooms per call; a vendor reports all its rooms in one call. */
const ROOMS_PER_CALL = 50;

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));

/**
 * Rooms between players: stake of a round and players present. Counts only players with real money, and how many of
 * them wait. Empty rooms are reported too.
 */
export const seamlessRooms = v.strictObject({
  rooms: v.pipe(
    v.array(
      v.strictObject({
        roomId: id,
        gameId: id,
        /** Units. */
        stake: v.pipe(v.string(), v.regex(/^[1-9]\d{0,17}$/)),
        present: v.pipe(
          v.array(v.strictObject({ currency: v.pipe(v.string(), v.length(3)), players: count, waiting: count })),
          v.maxLength(40),
        ),
      }),
    ),
    v.maxLength(ROOMS_PER_CALL),
  ),
});
export type SeamlessRoom = v.InferOutput<typeof seamlessRooms>['rooms'][number];
