import { type ColumnType, type Kysely, sql } from 'kysely';
import { PAYMENT_EVENTS, type PaymentEvent } from '../../shared/api/payments.ts';
import type { PayoutState } from '../../shared/api/payouts.ts';
import { parseWireAmount, toWire, type Units } from '../../shared/money/money.ts';
import type { Order } from './order.ts';

export interface PaysimTables {
  paysim_payment: {
    order_id: string;
    provider: string;
    reference: string;
    amount: string;
    currency: string;
    state: PaymentState;
    events: number;
    reversed: ColumnType<string, string | undefined, string>;
    paid: ColumnType<string | null, string | undefined, string>;
    pending: string | null;
    updated_at: Date;
  };
  paysim_payout: {
    payout_id: string;
    provider: string;
    digest: string;
    amount: string;
    currency: string;
    payee: string;
    state: PayoutState;
    paid: ColumnType<string, string | undefined, string>;
    returned: ColumnType<string, string | undefined, string>;
    events: ColumnType<number, number | undefined, number>;
    pending: string | null;
    created_at: ColumnType<Date, Date | undefined, never>;
    updated_at: Date;
  };
}
export type PaysimDatabase = Kysely<PaysimTables>;
export type PaymentState = 'open' | PaymentEvent['event'];
/**
 * `less` and `more`: half of the announced amount is paid, or one and a half of it. `part`: half of the remaining amount is reversed; the
 * payment stays paid.
 */
export const CHOICES = [...PAYMENT_EVENTS, 'less', 'more', 'part'] as const;
export type Choice = (typeof CHOICES)[number];

const UNITS_PER_CENT = 100n;

export interface PendingCallback {
  readonly order_id: string;
  readonly provider: string;
  readonly pending: string;
}

/** Allowed next choices. The payer pays once, also late; only a paid payment can be reversed. */
const NEXT: Readonly<Record<PaymentState, readonly Choice[]>> = {
  open: ['paid', 'less', 'more', 'failed', 'expired'],
  paid: ['reversed', 'part'],
  failed: ['paid'],
  expired: ['paid'],
  reversed: [],
};

export function choices(state: PaymentState): readonly Choice[] {
  return NEXT[state];
}

export async function findState(db: PaysimDatabase, orderId: string): Promise<{ state: PaymentState; delivered: boolean }> {
  const row = await db.selectFrom('paysim_payment').select(['state', 'pending']).where('order_id', '=', orderId).executeTakeFirst();
  return row ? { state: row.state, delivered: row.pending === null } : { state: 'open', delivered: true };
}

/** Decides an order once. The event body stays in the row until the merchant has acknowledged it. */
export async function decide(db: PaysimDatabase, order: Order, choice: Choice, at: Date): Promise<void> {
  const { order: orderId, provider, reference, amount, currency } = order;
  await db.transaction().execute(async (tx) => {
    const fresh = {
      order_id: orderId,
      provider,
      reference,
      amount,
      currency,
      state: 'open' as const,
      events: 0,
      pending: null,
      updated_at: at,
    };
    await tx
      .insertInto('paysim_payment')
      .values(fresh)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await tx.selectFrom('paysim_payment').selectAll().where('order_id', '=', orderId).forUpdate().executeTakeFirstOrThrow();
    // One event at a time, so that events are delivered in order.
    if (!choices(row.state).includes(choice) || row.pending !== null) return;
    const events = row.events + 1;
    const announced = parseWireAmount(amount) ?? 0n;
    const { kind, state, units } = effectOf(choice, announced, BigInt(row.paid ?? announced) - BigInt(row.reversed));
    const event: PaymentEvent = { eventId: `${orderId}:${events}`, event: kind, depositId: orderId, amount: toWire(units), currency };
    const reversed = (BigInt(row.reversed) + (kind === 'reversed' ? units : 0n)).toString();
    const paid = kind === 'paid' ? { paid: units.toString() } : {};
    await tx
      .updateTable('paysim_payment')
      .set({ state, events, reversed, ...paid, pending: JSON.stringify(event), updated_at: at })
      .where('order_id', '=', orderId)
      .execute();
  });
}

interface Effect {
  readonly kind: PaymentEvent['event'];
  readonly state: PaymentState;
  readonly units: Units;
}

/** `left`: what was paid and not reversed; before a payment the announced amount. */
function effectOf(choice: Choice, announced: Units, left: Units): Effect {
  switch (choice) {
    case 'less':
      return { kind: 'paid', state: 'paid', units: halfOf(announced) };
    case 'more':
      return { kind: 'paid', state: 'paid', units: announced + halfOf(announced) };
    case 'part': {
      const units = halfOf(left);
      return { kind: 'reversed', state: units === left ? 'reversed' : 'paid', units };
    }
    case 'reversed':
      return { kind: choice, state: choice, units: left };
    default:
      return { kind: choice, state: choice, units: announced };
  }
}

/** Half in whole hundredths; an amount that has no such half is returned whole. */
export function halfOf(units: Units): Units {
  const half = (units / 2n / UNITS_PER_CENT) * UNITS_PER_CENT;
  return half > 0n ? half : units;
}

export async function listPendingCallbacks(db: PaysimDatabase, orderId?: string): Promise<readonly PendingCallback[]> {
  const all = db.selectFrom('paysim_payment').select(['order_id', 'provider', 'pending']).where('pending', 'is not', null);
  const rows = await (orderId === undefined ? all : all.where('order_id', '=', orderId)).orderBy('updated_at').limit(50).execute();
  return rows.flatMap(({ pending, ...row }) => (pending === null ? [] : [{ ...row, pending }]));
}

export async function markCallbackDelivered(db: PaysimDatabase, { order_id, pending }: PendingCallback): Promise<void> {
  await sql`update paysim_payment set pending = null where order_id = ${order_id} and pending = ${pending}`.execute(db);
}
