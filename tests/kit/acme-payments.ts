import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, localUrl } from '../../server/net/test-server.ts';

/**
 * A foreign payment provider, written from docs/payments/protocol.md alone: it imports nothing of the product. Its habits: it answers
 * orders as accepted and pays later, sends each event three times, and sends older reports after newer ones.
 */
export interface AcmePayments {
  readonly url: string;
  /** The payer opens the page of a deposit and pays this amount; events follow when `deliver` is called. */
  payDeposit(payUrl: string, amount: string): string;
  /** Pays accepted payouts: the whole amount, or a part with which the payment ends. */
  payPayouts(share?: 'whole' | 'half'): void;
  /** Refuses accepted payouts: nothing is paid. */
  refusePayouts(): void;
  /** The bank returns what was paid for this order. */
  returnPayout(payoutId: string): void;
  /**
   * Sends waiting events, the latest first, each three times. Returns the answers as "HTTP status". One that was not acknowledged waits for
   * the next delivery.
   */
  deliver(): Promise<readonly string[]>;
  readonly payouts: ReadonlyMap<string, { readonly amount: string; readonly paid: string; readonly account: string }>;
  close(): Promise<void>;
}

interface Payout {
  readonly body: string;
  readonly amount: number;
  readonly currency: string;
  readonly account: string;
  state: 'accepted' | 'paid' | 'failed';
  paid: number;
  returned: number;
}

const FIVE_MINUTES = 300_000;

/** `callbackUrl`: `/payments/acme` of the site. `now`: the clock of the world. */
export async function startAcme(options: { secret: string; callbackUrl: () => string; now: () => number }): Promise<AcmePayments> {
  const { secret, callbackUrl, now } = options;
  const payouts = new Map<string, Payout>();
  const waiting: { body: string; of: string }[] = [];
  let events = 0;

  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  const money = (value: number) => `${(value / 100).toFixed(2)}00`;
  const cents = (text: string) => Math.round(Number(text) * 100);
  const enqueue = (of: string, content: object) => {
    events += 1;
    waiting.push({ of, body: JSON.stringify({ eventId: `acme:${events}`, ...content }) });
  };
  const report = ({ state, paid, returned }: Payout) => ({ state, paid: money(paid), returned: money(returned) });
  const payoutEvent = (id: string, payout: Payout) => enqueue(id, { payoutId: id, currency: payout.currency, ...report(payout) });

  function isSigned(request: IncomingMessage, body: string): boolean {
    const timestamp = String(request.headers['x-timestamp']);
    const expected = Buffer.from(hmac(`POST\n${request.url}\n${timestamp}\n${body}`));
    const given = Buffer.from(String(request.headers['x-signature']));
    const isRecent = /^\d{13}$/.test(timestamp) && Math.abs(now() - Number(timestamp)) <= FIVE_MINUTES;
    return isRecent && expected.length === given.length && timingSafeEqual(expected, given);
  }

  /** The order in the address of the page; undefined if it was changed. */
  function orderIn(address: string): URLSearchParams | undefined {
    const [signed = '', rest = ''] = address.slice(address.indexOf('?') + 1).split('&sign=');
    return hmac(`order.${signed}`) === rest.split('&')[0] ? new URLSearchParams(signed) : undefined;
  }

  function settleDeposit(fields: URLSearchParams, event: 'paid' | 'failed', amount: string): string {
    const depositId = fields.get('order') ?? '';
    enqueue(depositId, { event, depositId, amount, currency: fields.get('currency') });
    return depositId;
  }

  /** The payer's page: an amount that the payer may change, as at a bank, and a button that refuses. */
  function page(request: IncomingMessage, body: string, response: ServerResponse): void {
    const fields = orderIn(request.url ?? '');
    if (!fields) return void response.writeHead(403).end('this order was changed');
    const announced = fields.get('amount') ?? '';
    const sent = new URLSearchParams(body);
    const isPaid = sent.get('do') === 'pay';
    if (request.method === 'POST')
      settleDeposit(fields, isPaid ? 'paid' : 'failed', isPaid ? money(cents(sent.get('amount') ?? '')) : announced);
    const back = `${new URL(callbackUrl()).origin}/member/depositv2?depositId=${fields.get('order')}`;
    const form = `<form method="post"><label>Amount <input name="amount" value="${(cents(announced) / 100).toFixed(2)}"></label>
      <button name="do" value="pay">Pay now</button> <button name="do" value="refuse">Refuse</button></form>`;
    const text = request.method === 'POST' ? `<p>Thank you.</p><a href="${back}">Back to the shop</a>` : form;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Acme</title><meta name="viewport" content="width=device-width"><h1>Acme payments</h1>
      <p>${fields.get('reference')}: ${announced} ${fields.get('currency')}</p>${text}`);
  }

  function answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    if (!isSigned(request, body)) return void response.writeHead(403).end('go away');
    const content = JSON.parse(body);
    const known = payouts.get(content.payoutId);
    const send = (fields: object) => void response.end(JSON.stringify({ ...fields, acmeTrace: 'x-1' }));
    if (request.url === '/v2/pay/status') return void send(known ? { status: 'OK', ...report(known) } : { status: 'UNKNOWN_PAYOUT' });
    if (known && known.body !== body) return void send({ status: 'PAYOUT_MISMATCH' });
    const payout: Payout = known ?? {
      body,
      amount: cents(content.amount),
      currency: content.currency,
      account: content.payee.number,
      state: 'accepted',
      paid: 0,
      returned: 0,
    };
    if (!known) {
      payouts.set(content.payoutId, payout);
      payoutEvent(content.payoutId, payout);
    }
    send({ status: 'OK', ...report(payout) });
  }

  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => (body += part));
    request.on('end', () => (request.url?.startsWith('/page?') ? page : answer)(request, body, response));
  });
  await listenLocally(server);

  async function post(body: string): Promise<string> {
    const url = new URL(callbackUrl());
    const timestamp = String(now());
    const headers = {
      'x-timestamp': timestamp,
      'x-signature': hmac(`POST\n${url.pathname}\n${timestamp}\n${body}`),
      'content-type': 'application/json',
    };
    try {
      const reply = await fetch(url, { method: 'POST', headers, body });
      return `${reply.status} ${((await reply.json()) as { status: string }).status}`;
    } catch {
      return 'no answer';
    }
  }

  return {
    url: localUrl(server),
    payDeposit(payUrl, amount) {
      const fields = orderIn(payUrl);
      if (!fields) throw new Error('the order of this page was changed');
      return settleDeposit(fields, 'paid', amount);
    },
    payPayouts(share = 'whole') {
      for (const [id, payout] of payouts) {
        if (payout.state !== 'accepted') continue;
        payout.paid = share === 'whole' ? payout.amount : Math.floor(payout.amount / 2);
        payout.state = 'paid';
        payoutEvent(id, payout);
      }
    },
    refusePayouts() {
      for (const [id, payout] of payouts) {
        if (payout.state !== 'accepted') continue;
        payout.state = 'failed';
        payoutEvent(id, payout);
      }
    },
    returnPayout(payoutId) {
      const payout = payouts.get(payoutId);
      if (!payout) throw new Error(`no payout ${payoutId}`);
      payout.returned = payout.paid;
      payoutEvent(payoutId, payout);
    },
    async deliver() {
      const answers: string[] = [];
      for (const event of waiting.splice(0).reverse()) {
        const replies = [await post(event.body), await post(event.body), await post(event.body)];
        answers.push(...replies);
        if (!replies.includes('200 OK')) waiting.push(event);
      }
      return answers;
    },
    get payouts() {
      return new Map([...payouts].map(([id, { amount, paid, account }]) => [id, { amount: money(amount), paid: money(paid), account }]));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
