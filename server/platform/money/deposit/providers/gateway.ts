import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { paymentEvent } from '../../../../../shared/api/payments.ts';
import { payoutEvent } from '../../../../../shared/api/payouts.ts';
import { parseWireAmount, toWire } from '../../../../../shared/money/money.ts';
import { SIGNATURE_WINDOW_MS } from '../../../../../shared/seamless/wallet.ts';
import type { Clock } from '../../../base/clock.ts';
import { verifyRequest } from '../../../base/signature.ts';
import { typedAmount } from '../../../base/typed-amount.ts';
import type { Callback, PaymentOrder, PaymentProvider } from './contracts.ts';

/** A payment provider on the web. */
export interface PaymentGateway {
  readonly code: string;
  /** Shared key of the HMAC in both directions. */
  readonly secret: string;
  /** Page where the member pays: root-relative when the portal serves it, absolute otherwise. */
  readonly payUrl: string;
  /** The page is opened by scanning a QR code. */
  readonly scan: boolean;
}

/** Bank transfer, QR code and e-wallet: the member pays on the provider's page, and the provider sends a callback. */
export function gatewayProvider({ code, secret, payUrl, scan }: PaymentGateway, clock: Clock): PaymentProvider {
  return {
    code,
    async quote(_tx, { amount, currency }) {
      return { amount: typedAmount(amount, currency), paid: false };
    },
    instruct: (order) => ({ payUrl: `${payUrl}?${orderQuery(code, secret, order)}`, scan, account: order.account }),
    read(callback) {
      if (!verifyRequest(secret, callback, callback.signature)) return 'BAD_SIGNATURE';
      if (!isFresh(callback.timestamp, clock.now())) return 'STALE_REQUEST';
      const content = parseJson(callback.body);
      const payout = v.safeParse(payoutEvent, content);
      if (payout.success) return payout.output;
      const body = v.safeParse(paymentEvent, content);
      const amount = body.success ? parseWireAmount(body.output.amount) : undefined;
      if (!body.success || amount === undefined || amount <= 0n) return 'BAD_REQUEST';
      return { ...body.output, amount };
    },
  };
}

/** The order for the provider's page, signed against changes. */
function orderQuery(provider: string, secret: string, order: PaymentOrder): string {
  const query = new URLSearchParams({
    provider,
    order: order.depositId,
    reference: order.reference,
    amount: toWire(order.amount),
    currency: order.currency,
    expires: String(order.expiresAt.getTime()),
  });
  const signature = createHmac('sha256', secret).update(`order.${query}`).digest('hex');
  return `${query}&sign=${signature}&language=${encodeURIComponent(order.language)}`;
}

function isFresh(timestamp: string, now: Date): boolean {
  return /^\d{13}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp)) <= SIGNATURE_WINDOW_MS;
}

function parseJson(raw: Callback['body']): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return undefined;
  }
}
