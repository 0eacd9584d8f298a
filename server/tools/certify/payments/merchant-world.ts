import { randomUUID } from 'node:crypto';
import { PAYMENTS_PREFIX, type PaymentAnswer, type PaymentEvent } from '../../../../shared/api/payments.ts';
import type { PayoutEvent, PayoutOrder } from '../../../../shared/api/payouts.ts';
import type { WireAmount } from '../../../../shared/money/money.ts';
import { Deviation, demand } from '../report.ts';
import type { OrderServer } from './order-server.ts';
import { type PostDefects, signedPost } from './signed-post.ts';

/** A merchant's site, at which the provider is configured. */
export interface MerchantUnderTest {
  /** Origin of the site. */
  readonly url: string;
  readonly provider: string;
  readonly secret: string;
  /** Address of the payment page of an open deposit, as the member gets it. Absent: scenarios with a deposit are left out. */
  readonly deposit?: string;
  /** Plays the provider's payout address. Absent: scenarios with a payout are left out. */
  readonly orders?: OrderServer;
  readonly timeoutMs: number;
}

export interface MerchantAnswer {
  readonly http: number;
  readonly status: PaymentAnswer['status'];
  readonly deposit?: string;
}

/** The order of the deposit, as its page gets it. */
export interface DepositOrder {
  readonly depositId: string;
  readonly amount: WireAmount;
  readonly currency: string;
  /** The address before `&sign=`, from `?` on, and the signature. */
  readonly signed: string;
  readonly sign: string;
}

export interface MerchantWorld extends MerchantUnderTest {
  readonly order: DepositOrder | undefined;
  eventId(): string;
  event(content: object, defects?: PostDefects & { readonly provider?: string }): Promise<MerchantAnswer>;
  raw(body: string): Promise<MerchantAnswer>;
  depositEvent(more?: Partial<PaymentEvent>): PaymentEvent;
  /** A report of the payout that the merchant has ordered. */
  payoutEvent(order: PayoutOrder, more?: Partial<PayoutEvent>): PayoutEvent;
  /** The first order of the merchant; waits until it arrives. */
  payout(): Promise<PayoutOrder>;
  until<Result>(read: () => Result | undefined, otherwise: string): Promise<Result>;
}

const POLL_MS = 50;

export function createMerchantWorld(under: MerchantUnderTest): MerchantWorld {
  const run = randomUUID().slice(0, 8);
  let last = 0;
  const eventId = () => {
    last += 1;
    return `certify:${run}:${last}`;
  };
  const order = under.deposit === undefined ? undefined : readDeposit(under.deposit);
  const addressOf = (provider: string) => `${under.url}${PAYMENTS_PREFIX}/${provider}`;
  const until: MerchantWorld['until'] = async (read, otherwise) => {
    for (const start = performance.now(); ; ) {
      const result = read();
      if (result !== undefined) return result;
      if (performance.now() - start > under.timeoutMs) throw new Deviation(`${otherwise} within ${under.timeoutMs / 1_000} s`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  return {
    ...under,
    order,
    eventId,
    event: (content, { provider = under.provider, ...defects } = {}) =>
      answerOf(addressOf(provider), under.secret, JSON.stringify(content), defects),
    raw: (body) => answerOf(addressOf(under.provider), under.secret, body),
    depositEvent: (more = {}) => ({
      eventId: eventId(),
      event: 'paid',
      depositId: order?.depositId ?? `certify-${run}`,
      amount: order?.amount ?? '1.0000',
      currency: order?.currency ?? 'USD',
      ...more,
    }),
    payoutEvent: ({ payoutId, currency, amount }, more = {}) => ({
      eventId: eventId(),
      payoutId,
      currency,
      state: 'paid',
      paid: amount,
      returned: '0.0000',
      ...more,
    }),
    payout: () => until(() => under.orders?.orders.values().next().value, 'no order arrived'),
    until,
  };
}

function readDeposit(address: string): DepositOrder {
  const query = address.slice(address.indexOf('?') + 1);
  const [signed = '', rest = ''] = query.split('&sign=');
  const fields = new URLSearchParams(signed);
  return {
    depositId: fields.get('order') ?? '',
    // As the merchant wrote it: events repeat it unread.
    amount: (fields.get('amount') ?? '') as WireAmount,
    currency: fields.get('currency') ?? '',
    signed,
    sign: rest.split('&')[0] ?? '',
  };
}

async function answerOf(address: string, secret: string, body: string, defects?: PostDefects): Promise<MerchantAnswer> {
  const { http, text } = await signedPost(address, secret, body, defects);
  try {
    const { status, deposit } = JSON.parse(text) as { readonly status?: PaymentAnswer['status']; readonly deposit?: string };
    if (status !== undefined) return deposit === undefined ? { http, status } : { http, status, deposit };
  } catch {
    // Reported below.
  }
  throw new Deviation(`answered HTTP ${http} without a status: ${text.slice(0, 80)}`);
}

/** Asserts HTTP status and code of an answer to an event. */
export function expectAnswer(given: MerchantAnswer, http: number, ...statuses: readonly PaymentAnswer['status'][]): void {
  demand(
    given.http === http && statuses.includes(given.status),
    `answered HTTP ${given.http} ${given.status} instead of ${http} ${statuses.join(' or ')}`,
  );
}
