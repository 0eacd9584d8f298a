import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { CASHBACK_PAGE_SIZE, type CashbackState, type StatementState } from '../../../../shared/api/cashback/constants.ts';
import type { CashbackLineValue, CashbackRatesValue, CashbackStatementValue } from '../../../../shared/api/cashback/schemas.ts';
import { GAME_CATEGORIES } from '../../../../shared/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { type CashbackLine, computeCashback, rateOf } from '../../../../shared/rules/cashback.ts';
import { windowAt } from '../../../../shared/rules/wage-windows.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { cashbackRates, type MerchantSettings, readMerchant } from '../../merchant/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import { readClaimable, type StatementRow } from './notices.ts';
import { readPause } from './pauses.ts';
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
  const { count, units, until } = await readClaimable(executor, memberId, now);
  return {
    offered: rulesOf(settings) !== undefined,
    automatic: settings.cashback.automatic,
    paused: !(await protection.mayBeAdvertised(executor, memberId)),
    held: (await readPause(executor, memberId)) !== undefined,
    claimDays: settings.cashback.claimDays,
    claimable: { count, amount: toWire(units), until: until?.toISOString() ?? null },
    pending: await readPending(executor, memberId, settings),
  };
}

/** The rates that the settlement of the running period uses, if nothing changes until its end. */
export async function readRates(executor: Executor, merchant: string): Promise<CashbackRatesValue> {
  const { settings } = await readMerchant(executor, merchant);
  const { period, automatic, claimDays } = settings.cashback;
  const rates = cashbackRates(settings);
  const names = await vendorNames(
    executor,
    rates.vendors.map(({ vassalage }) => vassalage),
  );
  return {
    offered: rulesOf(settings) !== undefined,
    period,
    automatic,
    claimDays,
    categories: GAME_CATEGORIES.map((category) => ({ category, rateBp: rateOf(rates, 0, { vassalage: '', category }).gameBp })),
    vendors: rates.vendors.flatMap(({ vassalage, category, rateBp }) => {
      const vendorName = names.get(vassalage);
      return vendorName === undefined ? [] : [{ vassalage, vendorName, category, rateBp }];
    }),
    levels: settings.vipLevels.map(({ labelName }, index) => ({
      rankLevel: index + 1,
      labelName,
      rateBp: rates.levels[index]?.rateBp ?? 0,
    })),
  };
}

async function readPending(executor: Executor, memberId: string, settings: MerchantSettings) {
  const [rules, open] = [rulesOf(settings), await readOpen(executor)];
  if (!rules || !open) return null;
  const plays = (await readPlays(executor, [memberId], { starts: open.openFrom, ends: undefined })).get(memberId) ?? [];
  const carriedIn = (await readCarries(executor, [memberId])).get(memberId) ?? 0n;
  const row = await executor.selectFrom('vip_member').select('level').where('member_id', '=', memberId).executeTakeFirst();
  const level = Math.min(row?.level ?? 1, rules.rates.levels.length);
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

interface Listed {
  readonly page: number;
  readonly state: CashbackState | undefined;
}

/** Statements of a member, the newest period first. */
export async function listStatements(executor: Executor, memberId: string, { page, state }: Listed, now: Date) {
  const all = executor.selectFrom('cashback_statement').where('member_id', '=', memberId);
  const own = state === undefined ? all : all.where(hasState(state, now));
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

/** The condition of `shownState`. */
function hasState(state: CashbackState, now: Date): RawBuilder<SqlBool> {
  const ended = sql<SqlBool>`state = 'claimable' and claim_until <= ${now}`;
  if (state === 'claimable') return sql<SqlBool>`state = 'claimable' and claim_until > ${now}`;
  if (state === 'expired') return sql<SqlBool>`(state = 'expired' or ${ended})`;
  const stored = Object.entries(STATES).flatMap(([name, shown]) => (shown === state ? [name] : []));
  return sql<SqlBool>`state = any(${stored}::text[])`;
}

/** The job that ends the time to claim runs some seconds later. */
function shownState({ state, claim_until }: StatementRow, now: Date): CashbackState {
  return state === 'claimable' && claim_until !== null && claim_until <= now ? 'expired' : STATES[state];
}

function presentStatement(row: StatementRow, now: Date): CashbackStatementValue {
  return {
    statementId: row.id,
    periodStart: row.period_start.toISOString(),
    periodEnd: row.period_end.toISOString(),
    state: shownState(row, now),
    validBet: toWire(BigInt(row.valid)),
    amount: toWire(BigInt(row.amount)),
    claimUntil: row.claim_until?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}

async function presentLines(executor: Executor, lines: readonly CashbackLine[]): Promise<CashbackLineValue[]> {
  const names = await vendorNames(
    executor,
    lines.map(({ vassalage }) => vassalage),
  );
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

async function vendorNames(executor: Executor, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const wanted = [...new Set(codes)];
  const rows = await executor.selectFrom('game_vendor').select(['code', 'name']).where('code', 'in', wanted).execute();
  return new Map(rows.map(({ code, name }) => [code, name]));
}
