import { type Request, type RequestHandler, Router } from 'express';
import * as v from 'valibot';
import { ROOM_API } from '../../../shared/games/rooms/protocol.ts';
import { HAND_CARDS } from '../../../shared/games/rooms/thirteen.ts';
import { StudioRefusal } from '../refusal.ts';
import type { Sessions } from '../sessions.ts';
import type { Session } from '../store.ts';
import type { StreamLimiter } from '../stream-limiter.ts';
import type { Desk } from './desk.ts';
import type { Streams } from './streams.ts';
import type { Views } from './views.ts';

export interface RoomRouteDeps {
  readonly sessions: Sessions;
  readonly desk: Desk;
  readonly views: Views;
  readonly streams: Streams;
  readonly streamLimiter: StreamLimiter;
  /** Refuses a session that sends too many requests. */
  readonly slowDown: RequestHandler;
}

const card = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(51));
const sitBody = v.strictObject({ level: v.pipe(v.string(), v.maxLength(20)) });
const readyBody = v.strictObject({ ready: v.boolean() });
const leaveBody = v.strictObject({});
const moveBody = v.strictObject({
  handId: v.pipe(v.string(), v.regex(/^h[0-9a-f]{32}$/)),
  step: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
  cards: v.pipe(v.array(card), v.maxLength(HAND_CARDS)),
});

/** The calls of `rooms/protocol.ts`, behind the limits of all studio calls. Each responds with the player's current view. */
export function createRoomRoutes({ sessions, desk, views, streams, streamLimiter, slowDown }: RoomRouteDeps): Router {
  const router = Router();
  router.get(ROOM_API.stream, async (request, response) => {
    const session = await player(request);
    streamLimiter.enter(request, response, session);
    await desk.takeOver(session);
    streams.open(session, request.get('last-event-id'), response);
  });
  router.get(ROOM_API.hands, async (request, response) => {
    response.json(await views.hands(await player(request)));
  });
  post(ROOM_API.sit, sitBody, (session, { level }) => desk.sit(session, level));
  post(ROOM_API.ready, readyBody, (session, { ready }) => desk.ready(session, ready));
  post(ROOM_API.move, moveBody, (session, move) => desk.move(session, move));
  post(ROOM_API.leave, leaveBody, (session) => desk.leave(session));

  function post<S extends v.GenericSchema>(
    path: string,
    schema: S,
    act: (session: Session, body: v.InferOutput<S>) => Promise<void>,
  ): void {
    router.post(path, slowDown, async (request, response) => {
      const session = await player(request);
      const parsed = v.safeParse(schema, request.body);
      if (!parsed.success) throw new StudioRefusal('bad_request');
      await act(session, parsed.output);
      response.json((await views.of(session)).view);
    });
  }

  async function player(request: Request): Promise<Session> {
    const { session, game } = await sessions.find(request.headers.authorization);
    if (game.engine !== 'thirteen') throw new StudioRefusal('bad_request');
    return session;
  }
  return router;
}
