import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { type Request, Router } from 'express';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { STUDIO_DESK_PATH } from '../../../shared/games/protocol.ts';
import { DRAW_DESK, type DrawDeskBody, type DrawDeskOperation } from '../../../shared/seamless/draw-desk.ts';
import { SIGNATURE_HEADER, SIGNATURE_WINDOW_MS, signedHead, TIMESTAMP_HEADER } from '../../../shared/seamless/wallet.ts';
import type { StudioClock } from '../contract.ts';
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
    if (!isSigned(deps, request, raw)) return void response.status(401).json({ status: 'BAD_SIGNATURE' });
    const body = operation && v.safeParse(DRAW_DESK[operation].body, parse(raw));
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
      return desk.draws();
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

function isSigned({ secret, clock }: DeskRouteDeps, request: Request, raw: Buffer): boolean {
  const timestamp = request.get(TIMESTAMP_HEADER) ?? '';
  if (!(Math.abs(Number(timestamp) - clock.now().getTime()) <= SIGNATURE_WINDOW_MS)) return false;
  const expected = createHmac('sha256', secret)
    .update(signedHead('POST', request.originalUrl, timestamp))
    .update(raw)
    .digest();
  const signature = Buffer.from(request.get(SIGNATURE_HEADER) ?? '', 'hex');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
