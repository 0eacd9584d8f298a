import { createServer } from 'node:http';
import * as v from 'valibot';
import { type PaymentAnswer, type PaymentEvent, paymentEvent } from '../../../../shared/api/payments.ts';
import { PAYOUT_STATUS_PATH, type PayoutEvent, payoutEvent } from '../../../../shared/api/payouts.ts';
import { parseWireAmount } from '../../../../shared/money/money.ts';
import { listenLocally, localUrl } from '../../../net/test-server.ts';
import { signatureChecks } from './signature-checks.ts';
import { orderSignature, signedPost } from './signed-post.ts';

/** Violations of the protocol by a merchant. */
export type MerchantDefect =
  | 'any-signature'
  | 'no-staleness'
  | 'any-form'
  | 'any-deposit'
  | 'any-currency'
  | 'other-sign'
  | 'forgets-late'
  | 'ignores-content'
  | 'credits-again'
  | 'orders-once'
  | 'other-body'
  | 'no-state'
  | 'contradicts'
  | 'wrong-key';

type Answer = readonly [number, PaymentAnswer['status'], string?];
const RETRY_MS = 20;
const CURRENCY = 'THB';
const DEPOSIT = 'd_certified';
const PAYOUT = { payoutId: 'p_certified', amount: '25.0000', currency: CURRENCY };
const PAYEE = { kind: 'BANK', provider: 'TEST', holder: 'A Payee', number: '0123456789' };

/** A merchant in memory with one open deposit and one approved withdrawal, correct except for its defect. */
export async function startTestMerchant(options: {
  readonly secret: string;
  readonly payouts: string;
  readonly defect?: MerchantDefect;
}): Promise<{ readonly url: string; readonly deposit: string; close(): Promise<void> }> {
  const { secret, defect } = options;
  const events = new Map<string, string>();
  let deposit = 'pending';
  let payout: 'open' | 'paid' | 'failed' = 'open';
  let isClosed = false;

  function afterEvent(state: string, event: PaymentEvent['event']): string {
    if (event === 'failed') return state === 'pending' ? 'failed' : state;
    if (event === 'reversed') return 'reversed';
    const isOpen = state === 'pending' || (state === 'failed' && defect !== 'forgets-late');
    return event === 'paid' && (isOpen || defect === 'credits-again') ? 'credited' : state;
  }
  function onDeposit(event: PaymentEvent, body: string): Answer {
    if (event.depositId !== DEPOSIT) return defect === 'any-deposit' ? [200, 'OK'] : [404, 'UNKNOWN_DEPOSIT'];
    if (event.currency !== CURRENCY && defect !== 'any-currency') return [409, 'EVENT_MISMATCH'];
    const known = events.get(event.eventId);
    if (known !== undefined) return known === body || defect === 'ignores-content' ? [200, 'OK', deposit] : [409, 'EVENT_MISMATCH'];
    events.set(event.eventId, body);
    deposit = afterEvent(deposit, event.event);
    return [200, 'OK', deposit];
  }
  function onPayout({ payoutId, currency, state }: PayoutEvent): Answer {
    if (payoutId !== PAYOUT.payoutId) return defect === 'any-deposit' ? [200, 'OK'] : [404, 'UNKNOWN_PAYOUT'];
    if (currency !== CURRENCY) return [409, 'EVENT_MISMATCH'];
    if (payout === 'paid' && state === 'failed') return defect === 'contradicts' ? [200, 'OK'] : [409, 'EVENT_MISMATCH'];
    if (payout === 'open' && state !== 'accepted') payout = state;
    return [200, 'OK'];
  }
  function apply(body: string): Answer {
    const content = parse(body);
    const report = v.safeParse(payoutEvent, content);
    if (report.success) return onPayout(report.output);
    const event = v.safeParse(paymentEvent, content);
    if (event.success && (parseWireAmount(event.output.amount) ?? 0n) > 0n) return onDeposit(event.output, body);
    return defect === 'any-form' ? [200, 'OK'] : [400, 'BAD_REQUEST'];
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const { isSigned, isInTime } = signatureChecks(request, raw, secret);
      const judge = (): Answer => {
        if (request.url !== '/payments/acme') return [404, 'UNKNOWN_PROVIDER'];
        if (!isSigned && defect !== 'any-signature') return [401, 'BAD_SIGNATURE'];
        return isInTime || defect === 'no-staleness' ? apply(raw.toString('utf8')) : [401, 'STALE_REQUEST'];
      };
      const [http, status, state] = judge();
      response.writeHead(http).end(JSON.stringify({ status, deposit: state }));
    });
  });
  async function orderPayout(): Promise<void> {
    const key = defect === 'wrong-key' ? 'y'.repeat(40) : secret;
    for (let tries = 0, isKnown = false; !isClosed; tries += 1) {
      const order = JSON.stringify({ ...PAYOUT, ...(defect === 'other-body' && { amount: `${tries + 1}.0000` }), payee: PAYEE });
      const isState: boolean = isKnown && defect !== 'no-state';
      const body: string = isState ? JSON.stringify({ payoutId: PAYOUT.payoutId }) : order;
      isKnown = await signedPost(options.payouts + (isState ? PAYOUT_STATUS_PATH : ''), key, body).then(
        ({ http }) => http === 200,
        () => isKnown,
      );
      if (defect === 'orders-once') return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  await listenLocally(server);
  // The certificate begins to drop requests first.
  setTimeout(() => void orderPayout(), RETRY_MS * 5);
  const query = `provider=acme&order=${DEPOSIT}&reference=AAAAAAAAAA&amount=50.0000&currency=${CURRENCY}&expires=1999999999999`;
  const sign = orderSignature(defect === 'other-sign' ? 'y'.repeat(40) : secret, query);
  return {
    url: localUrl(server),
    deposit: `https://pay.example/page?${query}&sign=${sign}&language=EN`,
    close: () => {
      isClosed = true;
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
