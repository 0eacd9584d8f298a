import * as v from 'valibot';

/** Most rooms of one call; a vendor tells of all its rooms at once. */
export const ROOMS_PER_CALL = 50;

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));

/**
 * Rooms between players: what a round costs everybody, and who is there. Only people with real money are counted, and those
 * who wait for others among them; a room where nobody is, is told of too.
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
