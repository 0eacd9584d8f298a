import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { PayoutEvent, PayoutOrder, PayoutState } from '../../shared/api/payouts.ts';
import { parseWireAmount, toWire, type Units } from '../../shared/money/money.ts';
import { halfOf, type PaysimDatabase, type PaysimTables, type PendingCallback } from './store.ts';

export type PayoutRow = Selectable<PaysimTables['paysim_payout']>;
/** `half`: half is paid, the rest follows. `end`: the rest is never paid. `returned`: the payee's bank sends everything back. */
export const PAYOUT_CHOICES = ['paid', 'half', 'end', 'failed', 'returned'] as const;
export type PayoutChoice = (typeof PAYOUT_CHOICES)[number];

const SHOWN_DIGITS = 4;
const LISTED = 50;

/** What the provider can do next with a payout. */
export function payoutChoices({ state, paid, returned }: Pick<PayoutRow, 'state' | 'paid' | 'returned'>): readonly PayoutChoice[] {
  if (state === 'failed') return [];
  if (state === 'paid') return returned === '0' ? ['returned'] : [];
  return paid === '0' ? ['paid', 'half', 'failed'] : ['paid', 'end'];
}

/** Stores an order once. `mismatch`: the id has another content. */
export async function takeOrder(
  db: PaysimDatabase,
  provider: string,
  { order, body }: { readonly order: PayoutOrder; readonly body: Buffer },
  at: Date,
): Promise<PayoutRow | 'mismatch'> {
  const digest = createHash('sha256').update(body).digest('hex');
  const { provider: bank, holder, number } = order.payee;
  // The whole number of the account stays with the merchant.
  const payee = `${bank}, ${holder}, …${number.slice(-SHOWN_DIGITS)}`;
  const row = {
    payout_id: order.payoutId,
    provider,
    digest,
    amount: String(parseWireAmount(order.amount) ?? 0n),
    currency: order.currency,
    payee,
    state: 'accepted' as const,
    pending: null,
    created_at: at,
    updated_at: at,
  };
  await db
    .insertInto('paysim_payout')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await findPayout(db, provider, order.payoutId);
  return stored?.digest === digest ? stored : 'mismatch';
}

export function findPayout(db: PaysimDatabase, provider: string, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('paysim_payout').selectAll().where('provider', '=', provider).where('payout_id', '=', id).executeTakeFirst();
}

/** The latest first. */
export function listPayouts(db: PaysimDatabase): Promise<readonly PayoutRow[]> {
  return db.selectFrom('paysim_payout').selectAll().orderBy('created_at', 'desc').orderBy('payout_id').limit(LISTED).execute();
}

/** Applies a choice that is possible now, and stores the report for the merchant. A newer report replaces one that was not acknowledged. */
export async function decidePayout(db: PaysimDatabase, id: string, choice: PayoutChoice, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('paysim_payout').selectAll().where('payout_id', '=', id).forUpdate().executeTakeFirst();
    if (!row || !payoutChoices(row).includes(choice)) return;
    const next = { ...totalsAfter(row, choice), events: row.events + 1 };
    const { state, paid, returned } = next;
    const event: PayoutEvent = {
      eventId: `${id}:${next.events}`,
      payoutId: id,
      currency: row.currency,
      state,
      paid: toWire(BigInt(paid)),
      returned: toWire(BigInt(returned)),
      ...(choice === 'failed' && { reason: 'account_closed' as const }),
    };
    await tx
      .updateTable('paysim_payout')
      .set({ ...next, pending: JSON.stringify(event), updated_at: at })
      .where('payout_id', '=', id)
      .execute();
  });
}

function totalsAfter(row: PayoutRow, choice: PayoutChoice): { state: PayoutState; paid: string; returned: string } {
  const { paid, returned, amount } = row;
  const half: Units = halfOf(BigInt(amount));
  switch (choice) {
    case 'paid':
      return { state: 'paid', paid: amount, returned };
    case 'half':
      return { state: 'accepted', paid: String(half), returned };
    case 'end':
      return { state: 'paid', paid, returned };
    case 'failed':
      return { state: 'failed', paid, returned };
    case 'returned':
      return { state: 'paid', paid, returned: paid };
  }
}

export async function listPendingReports(db: PaysimDatabase): Promise<readonly PendingCallback[]> {
  const rows = await db
    .selectFrom('paysim_payout')
    .select(['payout_id', 'provider', 'pending'])
    .where('pending', 'is not', null)
    .orderBy('updated_at')
    .limit(LISTED)
    .execute();
  return rows.map(({ payout_id, provider, pending }) => ({ order_id: payout_id, provider, pending: pending ?? '' }));
}

export async function markReportDelivered(db: PaysimDatabase, { order_id, pending }: PendingCallback): Promise<void> {
  await db.updateTable('paysim_payout').set({ pending: null }).where('payout_id', '=', order_id).where('pending', '=', pending).execute();
}
