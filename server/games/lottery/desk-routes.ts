import express, { type Request, Router } from 'express';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { STUDIO_DESK_PATH } from '../../../shared/games/protocol.ts';
import { DRAW_DESK, type DrawDeskBody, type DrawDeskOperation } from '../../../shared/seamless/draw-desk.ts';
import type { StudioClock } from '../contract.ts';
import { isSignedCall, jsonIn } from '../signed-call.ts';
import type { DrawDesk } from './desk.ts';

export interface DeskRouteDeps {
  readonly desk: DrawDesk;
  readonly secret: string;
  readonly clock: StudioClock;
  readonly log: Logger;
}

/** The calls of `draw-desk.ts`. Mount it before body parsers: the signature covers the raw bytes. */
export function createDeskRoutes(deps: DeskRouteDeps): Router {
  const router = Router();
  router.post(`${STUDIO_DESK_PATH}/:operation`, express.raw({ type: () => true, limit: '4kb' }), async (request, response) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const operation = operationOf(request);
    if (!isSignedCall(deps, request, raw)) return void response.status(401).json({ status: 'BAD_SIGNATURE' });
    const body = operation && v.safeParse(DRAW_DESK[operation].body, jsonIn(raw));
    if (!operation || !body?.success) return void response.status(400).json({ status: 'BAD_REQUEST' });
    try {
      response.json(await perform(deps.desk, operation, body.output));
    } catch (error) {
      deps.log.error({ err: error, operation }, 'a call of the draw desk failed');
      response.status(500).json({ status: 'ERROR' });
    }
  });
  return router;
}

function perform(desk: DrawDesk, operation: DrawDeskOperation, body: unknown): Promise<object> {
  switch (operation) {
    case 'draws':
      return desk.draws(body as DrawDeskBody<'draws'>);
    case 'limits':
      return desk.limits(body as DrawDeskBody<'limits'>);
    default:
      return desk[operation](body as DrawDeskBody<'close'>);
  }
}

function operationOf({ params }: Request): DrawDeskOperation | undefined {
  const { operation } = params;
  return typeof operation === 'string' && Object.hasOwn(DRAW_DESK, operation) ? (operation as DrawDeskOperation) : undefined;
}
