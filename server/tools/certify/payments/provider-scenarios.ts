import { parseWireAmount, toWire } from '../../../../shared/money/money.ts';
import { demand, type Scenario } from '../report.ts';
import { expectTotals, idOf, type ProviderWorld, reportIn } from './provider-world.ts';
import type { PostDefects } from './signed-post.ts';

type Rule = Scenario<ProviderWorld>;
const MINUTES_6 = 360_000;
const AT_ONCE = 5;
const EVENT_LOSSES = 2;

const needsPayouts = ({ payouts }: ProviderWorld) => (payouts === undefined ? 'needs --payouts, the address for payout orders' : undefined);
const needsPage = ({ page }: ProviderWorld) => (page === undefined ? 'needs --page, the payment page of deposits' : undefined);
const needsPayer = (world: ProviderWorld) =>
  needsPage(world) ?? (world.pay === undefined ? 'needs --pay, and a person who pays on the page' : undefined);

/** A request with a defect in its signature neither succeeds nor orders anything. */
function forged(name: string, rule: string, defects: PostDefects): Rule {
  return {
    name,
    rule,
    without: needsPayouts,
    async run(world) {
      const order = world.order();
      const { http, text } = await world.sendRaw(order, defects);
      demand(http !== 200, `the order was answered with HTTP 200: ${text.slice(0, 80)}`);
      const { status } = await world.state(order.payoutId);
      demand(status === 'UNKNOWN_PAYOUT', `the order counts: its state is ${status}`);
    },
  };
}

const ORDERS: readonly Rule[] = [
  {
    name: 'order',
    rule: 'an order is answered with a report',
    without: needsPayouts,
    async run(world) {
      reportIn(await world.send(world.order()), 'an order');
    },
  },
  {
    name: 'repeat',
    rule: 'a repeated order is answered with the current state, and paid once',
    without: needsPayouts,
    async run(world) {
      const order = await world.placed();
      for (let times = 0; times < 3; times += 1) reportIn(await world.send(order), 'a repeat');
      const { paid } = await world.end(order.payoutId);
      expectAtMost(paid, order.amount);
      expectAtMost(reportIn(await world.send(order), 'a repeat after the end').paid, order.amount);
    },
  },
  {
    name: 'at-once',
    rule: 'the same order five times at once is one payment',
    without: needsPayouts,
    async run(world) {
      const order = world.order();
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => world.send(order)));
      for (const answer of answers) reportIn(answer, 'one of five equal orders');
      expectAtMost((await world.end(order.payoutId)).paid, order.amount);
    },
  },
  {
    name: 'hang-up',
    rule: 'an order whose answer was not awaited is known, and its repeat pays nothing more',
    without: needsPayouts,
    async run(world) {
      const order = world.order();
      await world.sendRaw(order, { hangUp: true });
      reportIn(await world.send(order), 'the repeat');
      expectAtMost((await world.end(order.payoutId)).paid, order.amount);
    },
  },
  ...(
    [
      ['mismatch-amount', 'the same id with another amount is a mismatch', (world: ProviderWorld) => ({ amount: doubled(world.amount) })],
      [
        'mismatch-payee',
        'the same id with another payee is a mismatch',
        ({ payee }: ProviderWorld) => ({ payee: { ...payee, number: `${payee.number}1` } }),
      ],
    ] as const
  ).map(
    ([name, rule, other]): Rule => ({
      name,
      rule,
      without: needsPayouts,
      async run(world) {
        const order = await world.placed();
        const { status } = await world.send({ ...order, ...other(world) });
        demand(status === 'PAYOUT_MISMATCH', `answered ${status}`);
        expectAtMost((await world.end(order.payoutId)).paid, order.amount);
      },
    }),
  ),
  {
    name: 'unknown',
    rule: 'the state of an unknown payout is UNKNOWN_PAYOUT, and requesting it orders nothing',
    without: needsPayouts,
    async run(world) {
      const { payoutId } = world.order();
      for (let times = 0; times < 2; times += 1) {
        const { status } = await world.state(payoutId);
        demand(status === 'UNKNOWN_PAYOUT', `answered ${status}`);
      }
      demand(world.eventsOf(payoutId).length === 0, 'an event was sent for it');
    },
  },
  {
    name: 'state',
    rule: 'the state of an order is its report; paid and failed are final',
    without: needsPayouts,
    async run(world) {
      const order = await world.placed();
      const ended = await world.end(order.payoutId);
      const again = reportIn(await world.state(order.payoutId), 'the state after the end');
      demand(again.state === ended.state, `${ended.state} became ${again.state}`);
      demand(parseOf(again.paid) >= parseOf(ended.paid), `the total paid fell from ${ended.paid} to ${again.paid}`);
    },
  },
  {
    name: 'refused',
    rule: 'an order that cannot be paid ends as failed, with nothing paid',
    without: (world) => needsPayouts(world) ?? (world.refused === undefined ? 'needs --refused-payee, a payee that you refuse' : undefined),
    async run(world) {
      const order = world.order(world.refused ? { payee: world.refused } : {});
      reportIn(await world.send(order), 'an order');
      const { state } = await world.end(order.payoutId);
      demand(state === 'failed', `it ended as ${state}`);
    },
  },
];

const SIGNATURES: readonly Rule[] = [
  forged('unsigned', 'an order without signature is refused', { unsigned: true }),
  forged('signature-secret', 'an order with the signature of another key is refused', { secret: 'x'.repeat(40) }),
  forged('signature-path', 'a signature for another path is refused', { signedPath: '/elsewhere' }),
  forged('signature-body', 'a signature for another body is refused', { signedBody: '{}' }),
  forged('signature-time', 'a signature for another time is refused', { signedTimestamp: '1763712000000' }),
  forged('stale', 'an order that is six minutes old is refused', { shiftMs: -MINUTES_6 }),
  forged('early', 'an order from six minutes ahead is refused', { shiftMs: MINUTES_6 }),
  {
    name: 'state-signature',
    rule: 'a state is not given without a correct signature',
    without: needsPayouts,
    async run(world) {
      const { payoutId } = await world.placed();
      const { http } = await world.stateRaw(payoutId, { secret: 'x'.repeat(40) });
      demand(http !== 200, 'it was answered with HTTP 200');
    },
  },
];

/** The first deliveries of the event fail; the same event must come again. */
function eventAfter(name: string, rule: string, failure: 'ERROR' | 'no answer'): Rule {
  return {
    name,
    rule,
    without: needsPayouts,
    async run(world) {
      const order = world.order();
      failFirst(world, order.payoutId, failure);
      reportIn(await world.send(order), 'an order');
      await world.until(
        () => (world.eventsOf(order.payoutId).some(({ answered }) => answered === 'OK') ? true : undefined),
        'the event did not come again',
      );
    },
  };
}

function failFirst({ events }: ProviderWorld, id: string, failure: 'ERROR' | 'no answer'): void {
  let left = EVENT_LOSSES;
  events.fault = (content) => {
    if (content === undefined || idOf(content) !== id || left === 0) return undefined;
    left -= 1;
    return failure;
  };
}

const EVENTS: readonly Rule[] = [
  {
    name: 'event',
    rule: 'the end of a payout is reported by an event with its totals',
    without: needsPayouts,
    async run(world) {
      const order = await world.placed();
      const ended = await world.end(order.payoutId);
      const event = await world.until(
        () => world.eventsOf(order.payoutId).find(({ content }) => content && 'state' in content && content.state === ended.state)?.content,
        `no event reported that it was ${ended.state}`,
      );
      demand('state' in event && event.paid === ended.paid, 'the event has another total than the state');
      demand(event.currency === order.currency, `the event is in ${event.currency}`);
    },
  },
  eventAfter('event-error', 'an event that was answered with an error is sent again', 'ERROR'),
  eventAfter('event-unanswered', 'an event without an answer is sent again', 'no answer'),
];

const DEPOSITS: readonly Rule[] = [
  {
    name: 'page',
    rule: 'the payment page opens for a signed order, more than once',
    without: needsPage,
    async run(world) {
      const { address } = world.depositAddress();
      for (let times = 0; times < 2; times += 1) demand((await open(address)) === 200, `it answered HTTP ${await open(address)}`);
    },
  },
  ...(
    [
      [
        'page-amount',
        'an order with a changed amount is refused',
        (address: string) => address.replace(/amount=[\d.]+/, 'amount=9999.0000'),
      ],
      ['page-order', 'an order with a changed id is refused', (address: string) => address.replace(/order=[\w.-]+/, 'order=other')],
      ['page-sign', 'an order without signature is refused', (address: string) => address.replace(/&sign=[0-9a-f]+/, '')],
    ] as const
  ).map(
    ([name, rule, change]): Rule => ({
      name,
      rule,
      without: needsPage,
      async run(world) {
        const http = await open(change(world.depositAddress().address));
        demand(http >= 400, `the page answered HTTP ${http}`);
      },
    }),
  ),
  {
    name: 'deposit-event',
    rule: 'a payment is reported as paid, again until it is acknowledged',
    without: needsPayer,
    async run(world) {
      const { depositId, address } = world.depositAddress();
      failFirst(world, depositId, 'ERROR');
      await world.pay?.(address);
      const event = await world.until(
        () => world.eventsOf(depositId).find(({ answered }) => answered === 'OK')?.content,
        'no event reported the payment, or it did not come again after an error',
      );
      demand('event' in event && event.event === 'paid', 'it is no event `paid`');
      demand(event.amount === world.amount, `${world.amount} was paid and ${event.amount} reported`);
      demand(event.currency === world.currency, `the event is in ${event.currency}`);
    },
  },
  {
    name: 'health',
    rule: 'the health address answers with success',
    without: ({ health }) => (health === undefined ? 'needs --health' : undefined),
    async run({ health }) {
      const http = await open(health ?? '');
      demand(http >= 200 && http < 300, `it answered HTTP ${http}`);
    },
  },
];

/** Read from all events of the scenarios before. */
const RECORDED: readonly Rule[] = [
  overAll('events-signed', 'every event is signed, for the path and the time at which it was sent', ({ isSigned, isInTime }) =>
    isSigned ? (isInTime ? undefined : 'has a timestamp that is off by more than five minutes') : 'has a wrong signature',
  ),
  overAll('events-form', 'every event has the fields of the protocol and no others', ({ content, body }) =>
    content === undefined ? `cannot be read: ${body.slice(0, 120)}` : undefined,
  ),
  overAll('events-path', 'every event is sent to /payments/<provider>', ({ path }, { provider }) =>
    path === `/payments/${provider}` ? undefined : `was sent to ${path}`,
  ),
  overAll('events-totals', 'every report of an event has totals that fit each other', ({ content }) => {
    if (content === undefined || !('state' in content)) return undefined;
    try {
      expectTotals(content);
      return undefined;
    } catch (error) {
      return `reports what does not fit: ${(error as Error).message}`;
    }
  }),
  {
    name: 'events-repeated',
    rule: 'an event that is sent again has the same id and the same body',
    async run({ events }) {
      const bodies = new Map<string, string>();
      for (const { content, body } of events.received) {
        if (content === undefined) continue;
        demand((bodies.get(content.eventId) ?? body) === body, `event ${content.eventId} was sent with two bodies`);
        bodies.set(content.eventId, body);
      }
      const failed = events.received.filter(({ answered, content }) => answered !== 'OK' && content !== undefined);
      const lost = failed.filter(({ content }) =>
        events.received.every((other) => other.content?.eventId !== content?.eventId || other.answered !== 'OK'),
      );
      demand(lost.length === 0 || lost.every(isOvertaken(events)), `event ${lost[0]?.content?.eventId} was not sent again under its id`);
    },
    without: ({ events }) => (events.received.length === 0 ? 'needs events of a scenario' : undefined),
  },
];

/** A report with newer content makes an older one superfluous: totals only grow. */
function isOvertaken(events: ProviderWorld['events']) {
  return ({ content }: ProviderWorld['events']['received'][number]): boolean =>
    content !== undefined &&
    'state' in content &&
    events.received.some((other) => {
      const newer = other.content;
      if (other.answered !== 'OK' || newer === undefined || !('state' in newer) || newer.payoutId !== content.payoutId) return false;
      return newer.state !== content.state || newer.paid !== content.paid || newer.returned !== content.returned;
    });
}

function overAll(
  name: string,
  rule: string,
  problemOf: (event: ProviderWorld['events']['received'][number], world: ProviderWorld) => string | undefined,
): Rule {
  return {
    name,
    rule,
    without: ({ events }) => (events.received.length === 0 ? 'needs events of a scenario' : undefined),
    async run(world) {
      for (const event of world.events.received) {
        const problem = problemOf(event, world);
        demand(problem === undefined, `an event ${problem}`);
      }
    },
  };
}

async function open(address: string): Promise<number> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  await answer.arrayBuffer();
  return answer.status;
}

const parseOf = (text: string) => parseWireAmount(text) ?? 0n;
const doubled = (amount: string) => toWire(parseOf(amount) * 2n);

function expectAtMost(paid: string, ordered: string): void {
  demand(parseOf(paid) <= parseOf(ordered), `${paid} was paid for an order of ${ordered}`);
}

export const PROVIDER_SCENARIOS: readonly Rule[] = [...ORDERS, ...SIGNATURES, ...EVENTS, ...DEPOSITS, ...RECORDED];
