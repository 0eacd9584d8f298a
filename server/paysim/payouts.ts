import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { type Request, type Response, Router } from 'express';
import * as v from 'valibot';
import { PAYOUT_STATUS_PATH, type PayoutAnswer, payoutOrder, payoutQuery } from '../../shared/api/payouts.ts';
import { isPayable, parseWireAmount, toWire } from '../../shared/money/money.ts';
import { SIGNATURE_HEADER, SIGNATURE_WINDOW_MS, signedHead, TIMESTAMP_HEADER } from '../../shared/seamless/wallet.ts';
import { findPayout, type PayoutRow, takeOrder } from './payout-store.ts';
import type { PaysimDatabase } from './store.ts';

/** Address for payout orders of a provider: `<path>/<provider>`. */
export const PAYSIM_PAYOUT_PATH = '/paysim/payouts';

export interface PayoutApiDeps {
  readonly db: PaysimDatabase;
  readonly secretOf: (provider: string) => string | undefined;
  readonly clock: { now(): Date };
}

const BODY_LIMIT = '16kb';

/** The orders of a merchant, as `docs/payments/protocol.md` has them. An accepted order is paid by hand on the simulator's desk. */
export function payoutApi({ db, secretOf, clock }: PayoutApiDeps): Router {
  const router = Router();
  const body = express.raw({ type: () => true, limit: BODY_LIMIT });
  const signed =
    (take: (provider: string, raw: Buffer) => Promise<PayoutAnswer | undefined>) => async (request: Request, response: Response) => {
      const provider = String(request.params.provider);
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!isSigned(request, raw, secretOf(provider), clock.now())) return void response.status(401).json({ status: 'BAD_SIGNATURE' });
      const answer = await take(provider, raw);
      if (answer) response.json(answer);
      else response.status(400).json({ status: 'BAD_REQUEST' });
    };
  router.post(
    `${PAYSIM_PAYOUT_PATH}/:provider`,
    body,
    signed(async (provider, raw) => {
      const read = v.safeParse(payoutOrder, parseJson(raw));
      if (!read.success || !isPayable(parseWireAmount(read.output.amount) ?? 0n, read.output.currency)) return undefined;
      const row = await takeOrder(db, provider, { order: read.output, body: raw }, clock.now());
      return row === 'mismatch' ? { status: 'PAYOUT_MISMATCH' } : reportOf(row);
    }),
  );
  router.post(
    `${PAYSIM_PAYOUT_PATH}/:provider${PAYOUT_STATUS_PATH}`,
    body,
    signed(async (provider, raw) => {
      const read = v.safeParse(payoutQuery, parseJson(raw));
      const row = read.success ? await findPayout(db, provider, read.output.payoutId) : undefined;
      if (!read.success) return undefined;
      return row ? reportOf(row) : { status: 'UNKNOWN_PAYOUT' };
    }),
  );
  return router;
}

function reportOf({ state, paid, returned }: PayoutRow): PayoutAnswer {
  return { status: 'OK', state, paid: toWire(BigInt(paid)), returned: toWire(BigInt(returned)) };
}

function isSigned(request: Request, body: Buffer, secret: string | undefined, now: Date): boolean {
  const timestamp = request.get(TIMESTAMP_HEADER) ?? '';
  const given = request.get(SIGNATURE_HEADER) ?? '';
  if (secret === undefined || !/^[0-9a-f]{64}$/.test(given) || !/^\d{13}$/.test(timestamp)) return false;
  const expected = createHmac('sha256', secret)
    .update(signedHead(request.method, request.originalUrl, timestamp))
    .update(body)
    .digest();
  return timingSafeEqual(expected, Buffer.from(given, 'hex')) && Math.abs(now.getTime() - Number(timestamp)) <= SIGNATURE_WINDOW_MS;
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return undefined;
  }
}
