import type { Units } from '../money/money.ts';

/**
 * VIP levels as pure arithmetic: the platform counts with it, and what pages show of progress comes from it. Levels are numbered from 1, which
 * every member has. `levels` are the rules, the lowest first.
 */

export interface LevelNeeds {
  /** Counted stake and deposits since registration. */
  readonly stake: Units;
  readonly deposits: Units;
  /** Counted stake of a period that keeps the level; zero: it is kept without. */
  readonly keep: Units;
}

export interface VipStanding {
  /** Since registration; voided bets and reversed deposits are taken off. */
  readonly stake: Units;
  readonly deposits: Units;
  /** Counted stake of the running period. */
  readonly periodStake: Units;
  /** At least this level, by an operator; zero: none. */
  readonly granted: number;
  /** At most this level, by an operator. */
  readonly limited: number | null;
  /** Levels that were not kept: at most `ceiling`, until play of a period has brought back `lost`, the highest of them. */
  readonly fallen: { readonly ceiling: number; readonly lost: number } | null;
}

/** The level of a member; 1 also without rules. */
export function vipLevelOf(levels: readonly LevelNeeds[], standing: VipStanding): number {
  const earned = Math.max(standing.granted, earnedLevel(levels, standing));
  return Math.max(1, Math.min(levels.length, standing.limited ?? levels.length, earned));
}

/** The level without the decisions of operators. */
export function earnedLevel(levels: readonly LevelNeeds[], standing: VipStanding): number {
  const reached = levels.filter(({ stake, deposits }) => stake <= standing.stake && deposits <= standing.deposits).length;
  return Math.max(1, Math.min(reached, ceilingNow(levels, standing)));
}

/** Each level that was not kept comes back with the stake that keeps it. */
function ceilingNow(levels: readonly LevelNeeds[], { fallen, periodStake }: VipStanding): number {
  if (!fallen) return levels.length;
  let { ceiling } = fallen;
  while (ceiling < fallen.lost && (levels[ceiling]?.keep ?? 0n) <= periodStake) ceiling += 1;
  return ceiling < fallen.lost ? ceiling : levels.length;
}

export interface PeriodEnd {
  /** The member has had the level for the whole period, and levels are checked at its end. */
  readonly checked: boolean;
}

/** The standing with which the next period begins, its stake still zero: one level down if the stake of the period did not keep the level. */
export function endPeriod(levels: readonly LevelNeeds[], standing: VipStanding, { checked }: PeriodEnd): VipStanding {
  const level = vipLevelOf(levels, standing);
  const next = { ...standing, periodStake: 0n };
  if (checked && level > 1 && standing.periodStake < (levels[level - 1]?.keep ?? 0n)) {
    const lost = Math.max(level, standing.fallen?.lost ?? 0);
    return { ...next, granted: Math.min(standing.granted, level - 1), fallen: { ceiling: level - 1, lost } };
  }
  const ceiling = ceilingNow(levels, standing);
  return { ...next, fallen: standing.fallen && ceiling < standing.fallen.lost ? { ...standing.fallen, ceiling } : null };
}

/** Index of a month, from the text `YYYY-MM`. */
function monthIndex(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return year * 12 + number - 1;
}

function monthText(index: number): string {
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The month after the last one of the period; periods begin with the year. */
export function periodUntil(from: string, months: number): string {
  return monthText((Math.floor(monthIndex(from) / months) + 1) * months);
}

/** A period that began in its middle, because the rules were changed then, is not checked. */
export function isWholePeriod(from: string, months: number): boolean {
  return monthIndex(from) % months === 0;
}
/** What the member has and needs; a level needs all of its goals. */
export interface VipGoal {
  /** `period`: stake of the running period, which brings back a level that was not kept. */
  readonly kind: 'stake' | 'deposits' | 'period';
  readonly have: Units;
  readonly need: Units;
}

/** Goals of the next level; none at the highest one, and where an operator has limited the level. */
export function nextGoals(levels: readonly LevelNeeds[], standing: VipStanding): readonly VipGoal[] {
  const level = vipLevelOf(levels, standing);
  const next = levels[level];
  if (!next || (standing.limited !== null && standing.limited <= level)) return [];
  const goals: VipGoal[] = [{ kind: 'stake', have: standing.stake, need: next.stake }];
  if (next.deposits > 0n) goals.push({ kind: 'deposits', have: standing.deposits, need: next.deposits });
  if (ceilingNow(levels, standing) <= level && next.keep > 0n) goals.push({ kind: 'period', have: standing.periodStake, need: next.keep });
  return goals;
}
