import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { PaymentEvent } from '../../../../shared/api/payments.ts';
import { PAYOUT_STATUS_PATH, type PayoutAnswer, type PayoutEvent, type PayoutOrder, payoutAnswer } from '../../../../shared/api/payouts.ts';
import { parseWireAmount, type WireAmount } from '../../../../shared/money/money.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { Deviation, demand } from '../report.ts';
import type { EventServer, ReceivedEvent } from './event-server.ts';
import { orderSignature, type PostDefects, type Reply, signedPost } from './signed-post.ts';

/** A payment provider and what its certificate may use. */
export interface ProviderUnderTest {
  readonly provider: string;
  readonly secret: string;
  /** Address for payout orders. Absent: the provider pays no withdrawals. */
  readonly payouts?: string;
  /** Payment page of deposits. Absent: it takes none. */
  readonly page?: string;
  readonly health?: string;
  readonly amount: WireAmount;
  readonly currency: string;
  readonly payee: PayoutOrder['payee'];
  /** A payee that the provider refuses. */
  readonly refused?: PayoutOrder['payee'];
  readonly events: EventServer;
  readonly timeoutMs: number;
  /** Pays on the page of a deposit, as a payer does. Absent: events of deposits are left out. */
  readonly pay?: (address: string) => Promise<void>;
}

export type Report = Extract<PayoutAnswer, { status: 'OK' }>;

export interface ProviderWorld extends ProviderUnderTest {
  order(more?: Partial<PayoutOrder>): PayoutOrder;
  /** Sends an order; the answer must have the form of the protocol. */
  send(order: PayoutOrder, defects?: PostDefects): Promise<PayoutAnswer>;
  /** The reply, of any status and form. */
  sendRaw(order: PayoutOrder, defects?: PostDefects): Promise<Reply>;
  /** An order with the answer `OK`. */
  placed(more?: Partial<PayoutOrder>): Promise<PayoutOrder>;
  state(payoutId: string, defects?: PostDefects): Promise<PayoutAnswer>;
  stateRaw(payoutId: string, defects?: PostDefects): Promise<Reply>;
  /** The signed address of a new deposit's page. */
  depositAddress(): { readonly depositId: string; readonly address: string };
  eventsOf(id: string): readonly ReceivedEvent[];
  /** Waits until the payout is paid or failed. */
  end(payoutId: string): Promise<Report>;
  until<Result>(read: () => Result | undefined | Promise<Result | undefined>, otherwise: string): Promise<Result>;
}

const POLL_MS = 50;
const EXACT = /^(?:0|[1-9]\d{0,14})\.\d{4}$/;

export function createProviderWorld(under: ProviderUnderTest): ProviderWorld {
  const run = randomUUID().slice(0, 8);
  let last = 0;
  const nextId = () => {
    last += 1;
    return `certify-${run}-${last}`;
  };
  const payouts = () => under.payouts ?? '';
  const sendRaw: ProviderWorld['sendRaw'] = (order, defects) => signedPost(payouts(), under.secret, JSON.stringify(order), defects);
  const stateRaw: ProviderWorld['stateRaw'] = (payoutId, defects) =>
    signedPost(payouts() + PAYOUT_STATUS_PATH, under.secret, JSON.stringify({ payoutId }), defects);
  const until: ProviderWorld['until'] = async (read, otherwise) => {
    for (const start = performance.now(); ; ) {
      const result = await read();
      if (result !== undefined) return result;
      if (performance.now() - start > under.timeoutMs) throw new Deviation(`${otherwise} within ${under.timeoutMs / 1_000} s`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  const world: ProviderWorld = {
    ...under,
    order: (more = {}) => ({ payoutId: nextId(), amount: under.amount, currency: under.currency, payee: under.payee, ...more }),
    sendRaw,
    stateRaw,
    send: async (order, defects) => readAnswer(await sendRaw(order, defects)),
    state: async (payoutId, defects) => readAnswer(await stateRaw(payoutId, defects)),
    async placed(more) {
      const order = world.order(more);
      reportIn(await world.send(order), 'an order');
      return order;
    },
    depositAddress() {
      const depositId = nextId();
      const query = new URLSearchParams({
        provider: under.provider,
        order: depositId,
        reference: depositId
          .replace(/[^a-z0-9]/g, '')
          .toUpperCase()
          .slice(-10)
          .padStart(10, 'A'),
        amount: under.amount,
        currency: under.currency,
        expires: String(Date.now() + HOUR_MS),
      });
      const sign = orderSignature(under.secret, String(query));
      return { depositId, address: `${under.page}?${query}&sign=${sign}&language=EN` };
    },
    eventsOf: (id) => under.events.received.filter(({ content }) => content !== undefined && idOf(content) === id),
    end: (payoutId) =>
      until(async () => {
        const report = reportIn(await world.state(payoutId), 'the state');
        return report.state === 'accepted' ? undefined : report;
      }, `payout ${payoutId} was neither paid nor failed`),
    until,
  };
  return world;
}

export function idOf(content: PayoutEvent | PaymentEvent): string {
  return 'payoutId' in content ? content.payoutId : content.depositId;
}

function readAnswer({ http, text }: Reply): PayoutAnswer {
  demand(http === 200, `answered with HTTP ${http}, which counts as no answer`);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Deviation(`answered with a body that is no JSON: ${text.slice(0, 80)}`);
  }
  const read = v.safeParse(payoutAnswer, content);
  demand(read.success, `answered with a body of another form: ${text.slice(0, 200)}`);
  return read.output;
}

/** The report of an answer `OK`, with totals that fit each other. */
export function reportIn(answer: PayoutAnswer, what: string): Report {
  demand(answer.status === 'OK', `${what} was answered with ${answer.status}`);
  expectTotals(answer);
  return answer;
}

export function expectTotals({ state, paid, returned }: Pick<Report, 'state' | 'paid' | 'returned'>): void {
  for (const [name, text] of [
    ['paid', paid],
    ['returned', returned],
  ] as const)
    demand(EXACT.test(text), `${name} is "${text}", no amount with four decimals`);
  const [paidUnits, returnedUnits] = [parseWireAmount(paid) ?? 0n, parseWireAmount(returned) ?? 0n];
  demand(returnedUnits <= paidUnits, `${returned} came back of ${paid}`);
  demand(state !== 'failed' || paidUnits === 0n, `failed, although ${paid} was paid`);
  demand(state !== 'paid' || paidUnits > 0n, 'paid with a total of zero');
}
