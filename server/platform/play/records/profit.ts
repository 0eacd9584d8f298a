import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { memberProfit } from '../../../../shared/api/records/calls.ts';
import type { GameCategory } from '../../../../shared/constants.ts';
import { toWire, type Units } from '../../../../shared/money/money.ts';
import { RECORD_DAYS } from '../../../../shared/records.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { Refusal } from '../../base/refusal.ts';
import type { RecordDeps } from './contracts.ts';
import type { DayRange } from './play-days.ts';
import { type Cash, type PlaySum, type PlaySumRow, sumCash, sumPlay } from './play-sums.ts';

const NO_PLAY: PlaySum = { rounds: 0, stake: 0n, payout: 0n };

/** Settled play, deposits and withdrawals on the days, by day, category and vendor. */
export async function profitOf(
  { db, games, currencySymbol, timeZone }: RecordDeps,
  actor: Actor,
  language: string,
  { fromDay, toDay }: { fromDay: string; toDay: string },
): Promise<ValueOf<typeof memberProfit>> {
  if ((Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS >= RECORD_DAYS.profit)
    throw new Refusal('period_too_long', { days: RECORD_DAYS.profit });
  const zone = await timeZone();
  const days: DayRange = { fromDay, toDay, timeZone: zone };
  const sums = await sumPlay(db, actor.memberId, days);
  const cash = await sumCash(db, actor.memberId, days);
  const vendors = sums.filter(({ by }) => by === 'vendor');
  const facts = await games.findMany(
    db,
    vendors.map(({ gameId }) => gameId),
    language,
  );
  return {
    totals: { ...presentPlay(sums.find(({ by }) => by === 'total') ?? NO_PLAY), ...presentCash(totalOf(cash.days)) },
    days: presentDays(sums, cash.days),
    categories: byStake(sums.filter(({ by }) => by === 'category')).map((sum) => ({
      gameCategory: sum.key as GameCategory,
      ...presentPlay(sum),
    })),
    vendors: byStake(vendors).map((sum) => ({
      vassalage: sum.key,
      vendorName: facts.get(sum.gameId)?.vendorName ?? sum.key,
      ...presentPlay(sum),
    })),
    lifetime: presentCash(cash.lifetime),
    currency: actor.currency,
    currencySymbol: currencySymbol(actor.currency),
    timeZone: zone,
  };
}

export function presentPlay({ rounds, stake, payout }: PlaySum) {
  return { rounds, stake: toWire(stake), payout: toWire(payout), net: toWire(payout - stake) };
}

function totalOf(rows: readonly Cash[]): Cash {
  const total = (pick: (row: Cash) => Units) => rows.reduce((sum, row) => sum + pick(row), 0n);
  return { deposits: total((row) => row.deposits), withdrawals: total((row) => row.withdrawals) };
}

function presentCash({ deposits, withdrawals }: Cash) {
  return { deposits: toWire(deposits), withdrawals: toWire(withdrawals), netDeposits: toWire(deposits - withdrawals) };
}

function presentDays(sums: readonly PlaySumRow[], cash: readonly (Cash & { readonly day: string })[]) {
  const played = new Map(sums.filter(({ by }) => by === 'day').map((sum) => [sum.key, sum]));
  const cashByDay = new Map(cash.map((row) => [row.day, row]));
  return [...new Set([...played.keys(), ...cashByDay.keys()])].toSorted().map((day) => ({
    day,
    ...presentPlay(played.get(day) ?? NO_PLAY),
    deposits: toWire(cashByDay.get(day)?.deposits ?? 0n),
    withdrawals: toWire(cashByDay.get(day)?.withdrawals ?? 0n),
  }));
}

function byStake(sums: readonly PlaySumRow[]): readonly PlaySumRow[] {
  return sums.toSorted((a, b) => (a.stake === b.stake ? a.key.localeCompare(b.key) : a.stake < b.stake ? 1 : -1));
}
