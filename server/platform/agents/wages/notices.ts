import type { Selectable } from 'kysely';
import { amountText } from '../../../../shared/money/amount-text.ts';
import type { WageKind } from '../../../../shared/rules/wages.ts';
import { MINUTE_MS, shiftDay, startOfDay, zonedDay } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { Inbox, InboxTemplate } from '../../notify/inbox/index.ts';
import { wagePage } from '../contracts/index.ts';
import type { WageTables } from './tables.ts';

export interface NoticeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly inbox: Inbox;
  requireTime(): void;
}

type PaidWage = Pick<Selectable<WageTables['wage_statement']>, 'id' | 'agent_id' | 'kind' | 'currency' | 'amount'>;

interface DayNotice {
  readonly kind: WageKind;
  /** Row of `wage_progress`: the days before it are reported. */
  readonly stream: string;
  readonly template: InboxTemplate;
}
/** Kinds with too many wages for a message each. */
const DAY_NOTICES: readonly DayNotice[] = [
  { kind: 'hourly', stream: 'hourly-notices', template: 'hourly_wages_of_day' },
  { kind: 'realtime', stream: 'realtime-notices', template: 'wages_of_day' },
];
/** A payment whose time is before midnight has been committed by then. */
const MARGIN_MS = 5 * MINUTE_MS;

/** A message for one wage, of the kinds that are not reported by day. */
export async function reportPayment(inbox: Inbox, tx: Tx, afterCommit: AfterCommit, row: PaidWage): Promise<void> {
  if (DAY_NOTICES.some(({ kind }) => kind === row.kind)) return;
  const params = { amount: amountText(BigInt(row.amount), row.currency), reasonKey: `inbox.wages_${row.kind}` };
  const href = `${wagePage(row.kind)}?statement=${row.id}`;
  await inbox.post(tx, { memberId: row.agent_id, template: 'wage_paid', params, href }, afterCommit);
}

/** Reports the wages of the days that are over, each kind to each agent once. Concurrent runs share the work. */
export async function reportDays(deps: NoticeDeps): Promise<void> {
  for (const notice of DAY_NOTICES) while (await inTransaction(deps.db, (tx, afterCommit) => reportDay(deps, tx, afterCommit, notice)));
}

/** The lock of the progress decides which node reports. Returns false if no day is over. */
async function reportDay(deps: NoticeDeps, tx: Tx, afterCommit: AfterCommit, notice: DayNotice): Promise<boolean> {
  deps.requireTime();
  const { kind, stream, template } = notice;
  const { timeZone } = (await readMerchant(tx, deps.merchant)).settings;
  const now = deps.clock.now().getTime();
  const from = await lockProgress(tx, stream, startOfDay(zonedDay(now, timeZone), timeZone));
  const day = zonedDay(from, timeZone);
  const until = startOfDay(shiftDay(day, 1), timeZone);
  if (now < until + MARGIN_MS) return false;
  for (const { agent_id: memberId, currency, units, count } of await paidBetween(tx, kind, new Date(from), new Date(until))) {
    const params = { amount: amountText(BigInt(units), currency), number: Number(count), day };
    const href = `${wagePage(kind)}?period=custom&from=${day}&to=${day}`;
    await deps.inbox.post(tx, { memberId, template, params, href }, afterCommit);
  }
  await tx
    .updateTable('wage_progress')
    .set({ settled_until: new Date(until) })
    .where('stream', '=', stream)
    .execute();
  return true;
}

/** Days before the first run are not reported. */
async function lockProgress(tx: Tx, stream: string, first: number): Promise<number> {
  const read = () => tx.selectFrom('wage_progress').select('settled_until').where('stream', '=', stream).forUpdate().executeTakeFirst();
  const known = await read();
  if (known) return known.settled_until.getTime();
  await tx
    .insertInto('wage_progress')
    .values({ stream, settled_until: new Date(first) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await read())?.settled_until.getTime() ?? first;
}

function paidBetween(tx: Tx, kind: WageKind, from: Date, until: Date) {
  return tx
    .selectFrom('wage_statement')
    .select(({ fn }) => ['agent_id', 'currency', fn.sum<string>('amount').as('units'), fn.countAll<string>().as('count')])
    .where('kind', '=', kind)
    .where('state', '=', 'paid')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .groupBy(['agent_id', 'currency'])
    .orderBy('agent_id')
    .execute();
}
