import type { PaymentAnswer } from '../../../../shared/api/payments.ts';
import { isPayable, parseWireAmount, toWire } from '../../../../shared/money/money.ts';
import { Deviation, demand, type Scenario } from '../report.ts';
import { expectAnswer, type MerchantWorld } from './merchant-world.ts';
import { orderSignature, type PostDefects } from './signed-post.ts';

type Rule = Scenario<MerchantWorld>;
const MINUTES_6 = 360_000;
const AT_ONCE = 8;
const FIELDS = ['provider', 'order', 'reference', 'amount', 'currency', 'expires'];
const LARGEST_BODY = 16 * 1024;

const needsDeposit = ({ deposit }: MerchantWorld) =>
  deposit === undefined ? 'needs --deposit, the address of the payment page of an open deposit' : undefined;
const needsPayout = ({ orders }: MerchantWorld) =>
  orders === undefined ? 'needs --listen PORT, and an approved withdrawal that this provider pays' : undefined;

function refused(name: string, rule: string, defects: PostDefects, ...statuses: readonly PaymentAnswer['status'][]): Rule {
  return {
    name,
    rule,
    async run(world) {
      expectAnswer(await world.event(world.depositEvent(), defects), 401, ...statuses);
    },
  };
}

const SIGNATURES: readonly Rule[] = [
  refused('unsigned', 'an event without signature is refused', { unsigned: true }, 'BAD_SIGNATURE'),
  refused('signature-secret', 'a signature of another key is refused', { secret: 'x'.repeat(40) }, 'BAD_SIGNATURE'),
  refused('signature-path', 'a signature for another path is refused', { signedPath: '/payments/other' }, 'BAD_SIGNATURE'),
  refused('signature-body', 'a signature for another body is refused', { signedBody: '{}' }, 'BAD_SIGNATURE'),
  refused('signature-time', 'a signature for another time is refused', { signedTimestamp: '1763712000000' }, 'BAD_SIGNATURE'),
  refused('stale', 'an event that is six minutes old is refused', { shiftMs: -MINUTES_6 }, 'STALE_REQUEST'),
  refused('early', 'an event from six minutes ahead is refused', { shiftMs: MINUTES_6 }, 'STALE_REQUEST'),
  refused('seconds', 'a timestamp in seconds is refused', { timestamp: '1763712000' }, 'STALE_REQUEST', 'BAD_SIGNATURE'),
];

const FORMS: readonly Rule[] = [
  {
    name: 'form',
    rule: 'a body of another form is refused as BAD_REQUEST',
    async run(world) {
      const event = world.depositEvent();
      const bodies: Readonly<Record<string, string>> = {
        'no JSON': 'paid',
        'an empty body': '',
        'an amount that is a number': JSON.stringify({ ...event, amount: 1 }),
        'an amount of zero': JSON.stringify({ ...event, amount: '0.0000' }),
        'a negative amount': JSON.stringify({ ...event, amount: '-1.0000' }),
        'a missing field': JSON.stringify({ ...event, currency: undefined }),
        'an unknown field': JSON.stringify({ ...event, note: 'x' }),
        'an unknown event': JSON.stringify({ ...event, event: 'settled' }),
      };
      for (const [name, body] of Object.entries(bodies)) {
        const { http, status } = await world.raw(body);
        demand(http === 400 && status === 'BAD_REQUEST', `${name} was answered with HTTP ${http} ${status}`);
      }
    },
  },
  {
    name: 'size',
    rule: 'a body of more than 16 KB is refused',
    async run(world) {
      const { http } = await world.raw(JSON.stringify({ ...world.depositEvent(), note: 'x'.repeat(LARGEST_BODY) })).catch(ofLargeBody);
      demand(http === 400 || http === 413, `it was answered with HTTP ${http}`);
    },
  },
  {
    name: 'unknown-provider',
    rule: 'an event for another provider is refused',
    async run(world) {
      const { http } = await world.event(world.depositEvent(), { provider: 'certifynone' });
      demand(http === 404 || http === 401, `it was answered with HTTP ${http}`);
    },
  },
  {
    name: 'unknown-deposit',
    rule: 'an event of an unknown deposit is answered with UNKNOWN_DEPOSIT',
    async run(world) {
      expectAnswer(await world.event(world.depositEvent({ depositId: 'certify-none' })), 404, 'UNKNOWN_DEPOSIT');
    },
  },
  {
    name: 'unknown-payout',
    rule: 'an event of an unknown payout is answered with UNKNOWN_PAYOUT',
    async run(world) {
      const order = {
        payoutId: 'certify-none',
        amount: '1.0000' as const,
        currency: 'USD',
        payee: { kind: 'BANK' as const, provider: '', holder: '', number: '' },
      };
      expectAnswer(await world.event(world.payoutEvent(order)), 404, 'UNKNOWN_PAYOUT');
    },
  },
];

/** The scenarios follow each other: refused, paid late, repeated, and taken back in two parts, so that no money stays. */
const DEPOSITS: readonly Rule[] = [
  {
    name: 'order',
    rule: 'the address of a deposit has the fields of the protocol in their order, and its signature',
    without: needsDeposit,
    async run({ order, secret, provider }) {
      if (!order) throw new Deviation('no deposit');
      const fields = new URLSearchParams(order.signed);
      demand([...fields.keys()].join() === FIELDS.join(), `the fields are ${[...fields.keys()].join(', ')}`);
      demand(fields.get('provider') === provider, `the provider is ${fields.get('provider')}`);
      demand(
        /^\d+\.\d{4}$/.test(order.amount) && isPayable(parseWireAmount(order.amount) ?? 0n, order.currency),
        `the amount is "${order.amount}"`,
      );
      demand(order.sign === orderSignature(secret, order.signed), 'the signature is that of another key or another query');
    },
  },
  {
    name: 'deposit-currency',
    rule: 'an event in another currency is a mismatch',
    without: needsDeposit,
    async run(world) {
      const currency = world.order?.currency === 'XXX' ? 'XTS' : 'XXX';
      expectAnswer(await world.event(world.depositEvent({ currency })), 409, 'EVENT_MISMATCH');
    },
  },
  {
    name: 'deposit-failed',
    rule: 'a refused payment ends an open deposit, and its repeat changes nothing',
    without: needsDeposit,
    async run(world) {
      const event = world.depositEvent({ event: 'failed' });
      for (let times = 0; times < 2; times += 1) expectAnswer(await world.event(event), 200, 'OK');
    },
  },
  {
    name: 'deposit-paid',
    rule: 'a payment is credited after a refusal too, once for eight equal events at once',
    without: needsDeposit,
    async run(world) {
      const event = world.depositEvent();
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => world.event(event)));
      for (const answer of answers) {
        expectAnswer(answer, 200, 'OK');
        demand(answer.deposit === 'credited', `the deposit is ${answer.deposit}`);
      }
      const other = { ...event, amount: toWire((parseWireAmount(event.amount) ?? 0n) * 2n) };
      expectAnswer(await world.event(other), 409, 'EVENT_MISMATCH');
    },
  },
  {
    name: 'deposit-reversed',
    rule: 'a payment is taken back in two parts, each once, and a further payment then waits for an operator',
    without: needsDeposit,
    async run(world) {
      const whole = parseWireAmount(world.order?.amount) ?? 0n;
      const part = toWire((whole / 2n / 100n) * 100n);
      const rest = toWire(whole - (parseWireAmount(part) ?? 0n));
      for (const amount of [part, rest]) {
        const event = world.depositEvent({ event: 'reversed', amount });
        for (let times = 0; times < 2; times += 1) expectAnswer(await world.event(event), 200, 'OK');
      }
      // Nothing is left to take back, nor does the payment count again.
      const paid = await world.event(world.depositEvent());
      demand(paid.deposit !== 'credited', 'a further payment of the same deposit was credited after it had been taken back');
    },
  },
];

const PAYOUTS: readonly Rule[] = [
  {
    name: 'payout-order',
    rule: 'an order arrives again, byte for byte, until it is answered',
    without: needsPayout,
    async run(world) {
      const { orders } = world;
      if (!orders) return;
      orders.drop = 2;
      const { payoutId, amount, currency } = await world.payout();
      demand(/^\d+\.\d{4}$/.test(amount) && isPayable(parseWireAmount(amount) ?? 0n, currency), `the amount is "${amount}"`);
      const sent = () => orders.received.filter((one) => one.kind === 'order' && one.payoutId === payoutId);
      await world.until(() => (sent().some(({ isAnswered }) => isAnswered) ? true : undefined), 'the order did not come again');
      demand(new Set(sent().map(({ body }) => body)).size === 1, 'it came again with another body');
    },
  },
  {
    name: 'payout-state',
    rule: 'the state of an accepted payout is requested',
    without: needsPayout,
    async run(world) {
      const { payoutId } = await world.payout();
      const isState = (one: { kind: string; payoutId: string }) => one.kind === 'state' && one.payoutId === payoutId;
      await world.until(() => world.orders?.received.find(isState), 'no state was requested');
    },
  },
  {
    name: 'payout-event',
    rule: 'reports are accepted again, late and out of order; those that contradict a final state are not',
    without: needsPayout,
    async run(world) {
      const order = await world.payout();
      const currency = order.currency === 'XXX' ? 'XTS' : 'XXX';
      expectAnswer(await world.event(world.payoutEvent(order, { currency })), 409, 'EVENT_MISMATCH');
      const paid = world.payoutEvent(order);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => world.event(paid)));
      for (const answer of answers) expectAnswer(answer, 200, 'OK');
      expectAnswer(await world.event(world.payoutEvent(order, { state: 'accepted', paid: '0.0000' })), 200, 'OK');
      expectAnswer(await world.event(world.payoutEvent(order, { state: 'failed', paid: '0.0000' })), 409, 'EVENT_MISMATCH');
    },
  },
  {
    name: 'payout-requests',
    rule: 'every request for a payout is signed, in time and of the form of the protocol',
    without: needsPayout,
    async run({ orders }) {
      const received = orders?.received ?? [];
      demand(received.length > 0, 'no request arrived');
      for (const { kind, isSigned, isInTime, body } of received) {
        demand(isSigned, 'a request has a wrong signature');
        demand(isInTime, 'a request has a timestamp that is off by more than five minutes');
        demand(kind !== 'unreadable', `a request cannot be read: ${body.slice(0, 120)}`);
      }
    },
  },
];

/** A receiver may close the connection before it has read a large body. */
function ofLargeBody(error: unknown): { readonly http: number } {
  if (error instanceof Deviation && /^no answer|HTTP 413/.test(error.message)) return { http: 413 };
  throw error;
}

export const MERCHANT_SCENARIOS: readonly Rule[] = [...SIGNATURES, ...FORMS, ...DEPOSITS, ...PAYOUTS];
