import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { PayoutOrder } from '../../../../shared/api/payouts.ts';
import { listenLocally, localUrl } from '../../../net/test-server.ts';
import { signatureChecks } from './signature-checks.ts';
import { orderSignature, signatureOf, signedPost } from './signed-post.ts';

/** Violations of the protocol by a payment provider. */
export type ProviderDefect =
  | 'any-signature'
  | 'unsigned-path'
  | 'no-staleness'
  | 'pays-repeats'
  | 'races'
  | 'ignores-content'
  | 'orders-by-state'
  | 'refuses-by-http'
  | 'two-decimals'
  | 'failed-and-paid'
  | 'not-final'
  | 'no-events'
  | 'events-once'
  | 'new-event-id'
  | 'wrong-key'
  | 'further-fields'
  | 'other-total'
  | 'any-page'
  | 'other-amount';

interface Payout {
  readonly body: string;
  readonly order: PayoutOrder;
  state: 'accepted' | 'paid' | 'failed';
  paid: number;
}

export interface TestProvider {
  readonly url: string;
  pay(address: string): Promise<void>;
  close(): Promise<void>;
}

const PAY_AFTER_MS = 20;
const RETRY_MS = 20;
const TRIES = 20;
/** The account number that it refuses. */
export const CLOSED_ACCOUNT = '0000000000';

/** A provider in memory that is correct except for its defect. It pays soon after an order. */
export async function startTestProvider(options: {
  readonly secret: string;
  readonly callbackUrl: () => string;
  readonly defect?: ProviderDefect;
}): Promise<TestProvider> {
  const { secret, callbackUrl, defect } = options;
  const payouts = new Map<string, Payout>();
  let events = 0;
  let isClosed = false;
  const money = (value: number) => value.toFixed(defect === 'two-decimals' ? 2 : 4);
  const report = ({ state, paid }: Payout) => {
    const isPaid = defect === 'failed-and-paid' && state === 'failed';
    return { state, paid: money(isPaid ? 1 : paid), returned: money(0) };
  };

  async function notify(content: object): Promise<void> {
    if (defect === 'no-events') return;
    events += 1;
    for (let tries = 0; tries < (defect === 'events-once' ? 1 : TRIES) && !isClosed; tries += 1) {
      if (defect === 'new-event-id') events += 1;
      const body = JSON.stringify({ eventId: `e-${events}`, ...content, ...(defect === 'further-fields' && { note: 'x' }) });
      const key = defect === 'wrong-key' ? 'y'.repeat(40) : secret;
      const http = await signedPost(callbackUrl(), key, body).then(
        (reply) => reply.http,
        () => 0,
      );
      if (http === 200) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  function settle(payout: Payout): void {
    const { order } = payout;
    const isRefused = order.payee.number === CLOSED_ACCOUNT;
    payout.state = isRefused ? 'failed' : 'paid';
    payout.paid += isRefused ? 0 : Number(order.amount);
    const event = { payoutId: order.payoutId, currency: order.currency, ...report(payout) };
    void notify(defect === 'other-total' ? { ...event, paid: money(payout.paid + 1) } : event);
  }
  async function order(body: string): Promise<object> {
    const content = JSON.parse(body) as PayoutOrder;
    const known = payouts.get(content.payoutId);
    if (known && known.body !== body && defect !== 'ignores-content') return { status: 'PAYOUT_MISMATCH' };
    if (known && defect !== 'pays-repeats') return { status: 'OK', ...report(known) };
    if (defect === 'races') await new Promise((resolve) => setTimeout(resolve, PAY_AFTER_MS));
    const payout: Payout = (defect === 'races' && payouts.get(content.payoutId)) ||
      known || { body, order: content, state: 'accepted', paid: 0 };
    payouts.set(content.payoutId, payout);
    setTimeout(settle, PAY_AFTER_MS, payout);
    return { status: 'OK', ...report(payout) };
  }
  function state(body: string): object {
    const { payoutId } = JSON.parse(body) as { payoutId: string };
    const known = payouts.get(payoutId);
    if (known) {
      const answer = { status: 'OK', ...report(known) };
      if (defect === 'not-final') known.state = 'accepted';
      return answer;
    }
    return defect === 'orders-by-state'
      ? { status: 'OK', state: 'accepted', paid: money(0), returned: money(0) }
      : { status: 'UNKNOWN_PAYOUT' };
  }
  function isAccepted(request: IncomingMessage, raw: Buffer): boolean {
    const checks = signatureChecks(request, raw, secret);
    const unpathed = signatureOf(secret, '/elsewhere', String(request.headers['x-timestamp']), raw) === request.headers['x-signature'];
    const isSigned = checks.isSigned || defect === 'any-signature' || (defect === 'unsigned-path' && unpathed);
    return isSigned && (checks.isInTime || defect === 'no-staleness');
  }
  async function answer(request: IncomingMessage, raw: Buffer, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path.startsWith('/page?')) return void response.writeHead(defect === 'any-page' || isSignedOrder(path, secret) ? 200 : 403).end();
    if (path === '/health') return void response.end();
    if (!isAccepted(request, raw)) return void response.writeHead(401).end('{}');
    const body = raw.toString('utf8');
    if (defect === 'refuses-by-http' && body.includes(CLOSED_ACCOUNT)) return void response.writeHead(422).end('{}');
    response.end(JSON.stringify(path.endsWith('/status') ? state(body) : await order(body)));
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer(request, Buffer.concat(chunks), response));
  });
  await listenLocally(server);
  return {
    url: localUrl(server),
    async pay(address) {
      const fields = new URL(address).searchParams;
      const amount = defect === 'other-amount' ? '0.5000' : fields.get('amount');
      void notify({ event: 'paid', depositId: fields.get('order'), amount, currency: fields.get('currency') });
    },
    close: () => {
      isClosed = true;
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function isSignedOrder(path: string, secret: string): boolean {
  const [signed = '', rest = ''] = path.slice(path.indexOf('?') + 1).split('&sign=');
  return orderSignature(secret, signed) === rest.split('&')[0];
}
