import { createHash } from 'node:crypto';
import express, { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { PAYMENTS_PREFIX, type PaymentAnswer } from '../../../../shared/api/payments.ts';
import type { PayoutEvent } from '../../../../shared/api/payouts.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../../shared/seamless/wallet.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Settlement } from './contracts.ts';
import type { PaymentProviders } from './providers/contracts.ts';

export interface CallbackDeps {
  readonly providers: PaymentProviders;
  readonly settlement: Pick<Settlement, 'applyEvent'>;
  /** Applies the event of a payout. */
  readonly payouts: (provider: string, event: PayoutEvent) => Promise<'ok' | 'unknown' | 'mismatch'>;
  readonly log: Logger;
  /** Refuses while this node's clock differs from the database's: timestamps cannot be checked then. */
  readonly requireTime?: () => void;
  /** Called with the outcome of each callback, for metrics; absent in tests. */
  readonly onPayment?: (provider: string, status: string) => void;
}

const BODY_LIMIT = '16kb';
const STATUS: Readonly<Record<PaymentAnswer['status'], number>> = {
  OK: 200,
  BAD_REQUEST: 400,
  BAD_SIGNATURE: 401,
  STALE_REQUEST: 401,
  UNKNOWN_PROVIDER: 404,
  UNKNOWN_DEPOSIT: 404,
  UNKNOWN_PAYOUT: 404,
  EVENT_MISMATCH: 409,
  ERROR: 500,
};
const PAYOUT_ANSWERS = {
  ok: { status: 'OK' },
  unknown: { status: 'UNKNOWN_PAYOUT' },
  mismatch: { status: 'EVENT_MISMATCH' },
} as const satisfies Readonly<Record<string, PaymentAnswer>>;
/** With `ERROR`: nothing was done and the provider may repeat the call, possibly on another node. */
const SERVICE_UNAVAILABLE = 503;

/** Callbacks of payment providers. Mount it before body parsers: the signature covers the bytes as sent. */
export function paymentCallbacks(deps: CallbackDeps): Router {
  const router = Router();
  router.post(`${PAYMENTS_PREFIX}/:provider`, express.raw({ type: () => true, limit: BODY_LIMIT }), async (request, response) => {
    let status: number | undefined;
    const result = await handle(deps, request).catch((error: unknown): PaymentAnswer => {
      if (error instanceof Refusal && error.code === 'clocks_differ') status = SERVICE_UNAVAILABLE;
      else deps.log.error({ err: error, provider: request.params.provider }, 'payment callback failed');
      return { status: 'ERROR' };
    });
    const { provider } = request.params;
    deps.onPayment?.(typeof provider === 'string' && deps.providers.has(provider) ? provider : 'unknown', result.status);
    answer(response, result, status);
  });
  // Unreadable body: too large, truncated or wrongly encoded.
  router.use(PAYMENTS_PREFIX, (_error: unknown, _request: Request, response: Response, _next: unknown) => {
    answer(response, { status: 'BAD_REQUEST' });
  });
  router.use(PAYMENTS_PREFIX, (_request, response) => answer(response, { status: 'UNKNOWN_PROVIDER' }));
  return router;
}

async function handle({ providers, settlement, payouts, log, requireTime }: CallbackDeps, request: Request): Promise<PaymentAnswer> {
  const { provider: code } = request.params;
  const provider = typeof code === 'string' ? providers.get(code) : undefined;
  if (!provider) return { status: 'UNKNOWN_PROVIDER' };
  requireTime?.();
  // Without a body express leaves no buffer.
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const [timestamp, signature] = [request.get(TIMESTAMP_HEADER) ?? '', request.get(SIGNATURE_HEADER) ?? ''];
  const event = provider.read({ method: request.method, path: request.originalUrl, timestamp, signature, body });
  if (typeof event === 'string') return { status: event };
  if ('payoutId' in event) return PAYOUT_ANSWERS[await payouts(provider.code, event)];
  const outcome = await settlement.applyEvent(provider.code, event, createHash('sha256').update(body).digest('hex'));
  if (outcome === 'unknown') return { status: 'UNKNOWN_DEPOSIT' };
  if (event.event === 'reversed' && outcome === 'sent_back')
    log.error(
      { provider: provider.code, eventId: event.eventId, depositId: event.depositId },
      'a deposit that was sent back was taken back as well',
    );
  if (outcome !== 'mismatch') return { status: 'OK', deposit: outcome };
  log.warn({ provider: provider.code, eventId: event.eventId, depositId: event.depositId }, 'payment event does not match its deposit');
  return { status: 'EVENT_MISMATCH' };
}

function answer(response: Response, result: PaymentAnswer, status = STATUS[result.status]): void {
  response.status(status).json(result);
}
