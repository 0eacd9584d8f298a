import { sql } from 'kysely';
import { CASHBACK_PAGE_SIZE, type CashbackState, type StatementState } from '../../../../shared/api/cashback/constants.ts';
import type { CashbackLineValue, CashbackStatementValue } from '../../../../shared/api/cashback/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { type CashbackLine, computeCashback, levelOf } from '../../../../shared/rules/cashback.ts';
import { windowAt } from '../../../../shared/rules/wage-windows.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { StatementRow } from './notices.ts';
import { readClaimable } from './pay.ts';
import { kindOf, readOpen } from './periods.ts';
import { readCarries, readPlays } from './plays.ts';
import { readLines, rulesOf } from './stored.ts';

const STATES: Readonly<Record<StatementState, CashbackState>> = {
  claimable: 'claimable',
  due: 'processing',
  unfunded: 'processing',
  paid: 'claimed',
  expired: 'expired',
  nothing: 'nothing',
};

interface Reader {
  readonly merchant: string;
  readonly now: Date;
  readonly protection: Pick<Protection, 'mayBeAdvertised'>;
}

/** What can be claimed, and the running period with the rates of now. */
export async function readOverview(executor: Executor, memberId: string, { merchant, now, protection }: Reader) {
  const { settings } = await readMerchant(executor, merchant);
  const { count, units } = await readClaimable(executor, memberId, now);
  return {
    offered: rulesOf(settings) !== undefined,
    automatic: settings.cashback.automatic,
    paused: !(await protection.mayBeAdvertised(executor, memberId)),
    claimDays: settings.cashback.claimDays,
    claimable: { count, amount: toWire(units) },
    pending: await readPending(executor, memberId, settings),
  };
}

/** Nothing is offered during a break. */
export async function readCount(executor: Executor, memberId: string, { now, protection }: Reader): Promise<number> {
  const { count } = await readClaimable(executor, memberId, now);
  return count > 0 && (await protection.mayBeAdvertised(executor, memberId)) ? count : 0;
}

async function readPending(executor: Executor, memberId: string, settings: MerchantSettings) {
  const [rules, open] = [rulesOf(settings), await readOpen(executor)];
  if (!rules || !open) return null;
  const plays = (await readPlays(executor, [memberId], { starts: open.openFrom, ends: undefined })).get(memberId) ?? [];
  const carriedIn = (await readCarries(executor, [memberId])).get(memberId) ?? 0n;
  const { rows } = await sql<{ settled: string }>`select settled from member_stake where member_id = ${memberId}`.execute(executor);
  const level = levelOf(rules.rates, BigInt(rows[0]?.settled ?? 0));
  const result = computeCashback({ rates: rules.rates, level, plays, carriedIn, coin: rules.coin });
  const { end } = windowAt(kindOf(settings), open.openFrom.getTime(), settings.timeZone);
  return {
    periodStart: open.openFrom.toISOString(),
    periodEnd: new Date(end).toISOString(),
    validBet: toWire(result.valid),
    amount: toWire(result.amount),
    level,
    lines: await presentLines(executor, result.lines),
    gross: toWire(result.gross),
    carriedIn: toWire(carriedIn),
    carriedOut: toWire(result.carriedOut),
  };
}

/** Statements of a member, the newest period first. */
export async function listStatements(executor: Executor, memberId: string, page: number, now: Date) {
  const own = executor.selectFrom('cashback_statement').where('member_id', '=', memberId);
  const { count } = await own.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const total = Number(count);
  const pages = Math.max(1, Math.ceil(total / CASHBACK_PAGE_SIZE));
  const shown = Math.min(page, pages);
  const rows = await own
    .selectAll()
    .orderBy('period_start', 'desc')
    .offset((shown - 1) * CASHBACK_PAGE_SIZE)
    .limit(CASHBACK_PAGE_SIZE)
    .execute();
  return { page: shown, pages, total, statements: rows.map((row) => presentStatement(row, now)) };
}

/** A statement of another member does not exist. */
export async function readStatement(executor: Executor, memberId: string, id: string, now: Date) {
  const row = await executor
    .selectFrom('cashback_statement')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw new Refusal('cashback_not_found');
  return {
    ...presentStatement(row, now),
    level: row.level,
    lines: await presentLines(executor, readLines(row.lines)),
    gross: toWire(BigInt(row.gross)),
    carriedIn: toWire(BigInt(row.carried_in)),
    carriedOut: toWire(BigInt(row.carried_out)),
    transferId: row.transfer_id,
  };
}

function presentStatement(row: StatementRow, now: Date): CashbackStatementValue {
  // The job that ends the time to claim runs some seconds later.
  const isOver = row.state === 'claimable' && row.claim_until !== null && row.claim_until <= now;
  return {
    statementId: row.id,
    periodStart: row.period_start.toISOString(),
    periodEnd: row.period_end.toISOString(),
    state: isOver ? 'expired' : STATES[row.state],
    validBet: toWire(BigInt(row.valid)),
    amount: toWire(BigInt(row.amount)),
    claimUntil: row.claim_until?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}

async function presentLines(executor: Executor, lines: readonly CashbackLine[]): Promise<CashbackLineValue[]> {
  const codes = [...new Set(lines.map(({ vassalage }) => vassalage))];
  const vendors =
    codes.length === 0 ? [] : await executor.selectFrom('game_vendor').select(['code', 'name']).where('code', 'in', codes).execute();
  const names = new Map(vendors.map(({ code, name }) => [code, name]));
  return lines.map(({ vassalage, category, valid, amount, rate, before }) => ({
    vassalage,
    vendorName: names.get(vassalage) ?? vassalage,
    category,
    validBet: toWire(valid),
    gameBp: rate.gameBp,
    levelBp: rate.levelBp,
    rateBp: rate.rateBp,
    amount: toWire(amount),
    before: before ? new Date(before.periodStart).toISOString() : null,
  }));
}
