import { VIP_PAGE_SIZE } from '../../../../shared/api/vip/constants.ts';
import type { PlayerRankValue } from '../../../../shared/api/vip/schemas.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { isWholePeriod, nextGoals, vipLevelOf } from '../../../../shared/rules/vip.ts';
import { shiftDay } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { readMerchant, type VipLevelRule } from '../../merchant/index.ts';
import { monthOf } from './count.ts';
import { type LevelRules, type MemberStanding, periodOf, readLevelRules, readStandings, standingOf } from './standing.ts';

interface Reader {
  readonly merchant: string;
  readonly memberId: string;
  readonly currency: string;
}

/** Level, progress and history of a member, as the count computes them. */
export async function readRank(
  executor: Executor,
  { merchant, memberId, currency }: Reader,
  page: number,
  now: Date,
): Promise<PlayerRankValue> {
  const { vipLevels } = (await readMerchant(executor, merchant)).settings;
  const rules = await readLevelRules(executor, merchant);
  const { open_from } = await executor.selectFrom('vip_clock').select('open_from').executeTakeFirstOrThrow();
  const openFrom = open_from ?? monthOf(now, rules.timeZone);
  const [row = newcomer(memberId, now)] = await readStandings(executor, [memberId], periodOf(openFrom, rules));
  return {
    ...currencyView(currency),
    ...(vipLevels.length === 0 ? { rank: null, next: null, keep: null } : progressOf(row, { vipLevels, rules, openFrom })),
    ...(await readHistory(executor, memberId, vipLevels, page)),
  };
}

function newcomer(member_id: string, since: Date): MemberStanding {
  return { member_id, stake: '0', deposits: '0', period_stake: '0', level: 1, since, ceiling: null, lost: null, granted: 0, limited: null };
}

interface Ladder {
  readonly vipLevels: readonly VipLevelRule[];
  readonly rules: LevelRules;
  /** First month of the running period. */
  readonly openFrom: string;
}

function progressOf(row: MemberStanding, { vipLevels, rules, openFrom }: Ladder): Pick<PlayerRankValue, 'rank' | 'next' | 'keep'> {
  const standing = standingOf(row);
  const level = vipLevelOf(rules.levels, standing);
  const labelOf = (rankLevel: number) => ({ rankLevel, labelName: vipLevels[rankLevel - 1]?.labelName ?? '' });
  const goals = nextGoals(rules.levels, standing).map(({ kind, have, need }) => ({ kind, have: toWire(have), need: toWire(need) }));
  return {
    rank: labelOf(level),
    next: goals.length > 0 ? { ...labelOf(level + 1), goals } : null,
    keep: keepOf(row, { rules, openFrom, level }),
  };
}

function keepOf(
  row: MemberStanding,
  { rules, openFrom, level }: Pick<Ladder, 'rules' | 'openFrom'> & { readonly level: number },
): PlayerRankValue['keep'] {
  const need = rules.levels[level - 1]?.keep ?? 0n;
  if (rules.keepMonths === null || need === 0n || level === 1) return null;
  const { from, until } = periodOf(openFrom, rules);
  const counts = isWholePeriod(from, rules.keepMonths) && monthOf(row.since, rules.timeZone) < from;
  return { have: toWire(BigInt(row.period_stake)), need: toWire(need), until: shiftDay(`${until}-01`, -1), counts };
}

async function readHistory(
  executor: Executor,
  memberId: string,
  vipLevels: readonly VipLevelRule[],
  page: number,
): Promise<Pick<PlayerRankValue, 'page' | 'pages' | 'total' | 'history'>> {
  const own = executor.selectFrom('vip_change').where('member_id', '=', memberId);
  const { count } = await own.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const total = Number(count);
  const rows = await own
    .selectAll()
    .orderBy('id', 'desc')
    .offset((page - 1) * VIP_PAGE_SIZE)
    .limit(VIP_PAGE_SIZE)
    .execute();
  const labelOf = (level: number) => vipLevels[level - 1]?.labelName ?? null;
  return {
    page,
    pages: Math.max(1, Math.ceil(total / VIP_PAGE_SIZE)),
    total,
    history: rows.map(({ at, from_level, to_level, cause }) => ({
      at: at.toISOString(),
      fromLevel: from_level,
      toLevel: to_level,
      fromLabel: labelOf(from_level),
      toLabel: labelOf(to_level),
      cause,
    })),
  };
}
