import { type Selectable, sql } from 'kysely';
import { amountText } from '../../../../shared/money/amount-text.ts';
import type { Units } from '../../../../shared/money/money.ts';
import { zonedMoment } from '../../../../shared/time.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { RewardCentre } from '../centre/index.ts';
import { readPause } from './pauses.ts';
import type { CashbackTables } from './tables.ts';

export type StatementRow = Selectable<CashbackTables['cashback_statement']>;

export interface NoticeDeps {
  readonly merchant: string;
  readonly inbox: Inbox;
  readonly protection: Pick<Protection, 'mayBeAdvertised'>;
  readonly centre: Pick<RewardCentre, 'publish'>;
}

const PAGE = '/member/manualRebate';

/** What can be claimed now. */
export async function readClaimable(
  executor: Executor,
  memberId: string,
  now: Date,
): Promise<{ readonly count: number; readonly units: Units; readonly until: Date | null }> {
  const { rows } = await sql<{ count: string; units: string | null; until: Date | null }>`
    select count(*) as count, sum(amount) as units, min(claim_until) as until from cashback_statement
     where member_id = ${memberId} and state = 'claimable' and claim_until > ${now}`.execute(executor);
  return { count: Number(rows[0]?.count ?? 0), units: BigInt(rows[0]?.units ?? 0), until: rows[0]?.until ?? null };
}

/** A message that cashback can be claimed, until when; none to members on a break, excluded or blocked. */
export async function noticeClaimable(deps: NoticeDeps, tx: Tx, afterCommit: AfterCommit, row: StatementRow): Promise<void> {
  if (row.claim_until === null || !(await mayReceive(deps, tx, row.member_id))) return;
  const { timeZone } = (await readMerchant(tx, deps.merchant)).settings;
  const params = { amount: amountText(BigInt(row.amount), row.currency), until: zonedMoment(row.claim_until, timeZone) };
  const href = `${PAGE}?statement=${row.id}`;
  await deps.inbox.post(tx, { memberId: row.member_id, template: 'cashback_claimable', params, href }, afterCommit);
  await deps.centre.publish(tx, afterCommit, row.member_id);
}

/** A message that cashback was paid later than it was claimed, or without a claim. */
export async function noticePaid({ inbox }: NoticeDeps, tx: Tx, afterCommit: AfterCommit, row: StatementRow): Promise<void> {
  const href = `${PAGE}?statement=${row.id}`;
  await inbox.post(
    tx,
    { memberId: row.member_id, template: 'cashback_paid', params: { amount: amountText(BigInt(row.amount), row.currency) }, href },
    afterCommit,
  );
}

/** Neither on a break nor excluded, blocked or paused by operators: cashback is offered and paid. */
export async function mayReceive({ protection }: Pick<NoticeDeps, 'protection'>, tx: Tx, memberId: string): Promise<boolean> {
  const member = await tx.selectFrom('member').select('status').where('id', '=', memberId).executeTakeFirst();
  if (member?.status === 'blocked' || (await readPause(tx, memberId))) return false;
  return protection.mayBeAdvertised(tx, memberId);
}
