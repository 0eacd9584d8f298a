import { CLASSED_DIGITS, CLASSED_PRIZES } from '../../rules/prize-classes.ts';
import { LOTTERY_VARIANTS, type LotteryVariant, type StudioGame } from '../catalogue.ts';
import type { DrawTerms } from '../events/draw.ts';
import { KENO_DRAWN, KENO_NUMBERS } from '../keno.ts';
import type { PrizeMode } from './prices.ts';

export interface LotteryDraws {
  readonly terms: DrawTerms;
  /** A divisor of a day. */
  readonly everySeconds: number;
  /** The family of its odds. */
  readonly mode: PrizeMode;
  /** The time zone of its market: its calendar has days of this zone. */
  readonly zone: string;
}

const ZONES: Readonly<Record<PrizeMode, string>> = {
  Lott: 'Asia/Ho_Chi_Minh',
  SEA: 'Asia/Singapore',
  ZY: 'Asia/Manila',
  Elott: 'Asia/Manila',
};
/** The zones of all markets. */
export const LOTTERY_ZONES: readonly string[] = [...new Set(Object.values(ZONES))];

/** Digits of the prizes, special prize first: 27 prizes of the northern set, 18 of the central and the southern set. */
export const NORTHERN_PRIZES: readonly number[] = prizes([1, 5], [1, 5], [2, 5], [6, 5], [4, 4], [6, 4], [3, 3], [4, 2]);
export const SOUTHERN_PRIZES: readonly number[] = prizes([1, 6], [1, 5], [1, 5], [2, 5], [7, 5], [1, 4], [3, 4], [1, 3], [1, 2]);
/** 23 prizes of four digits: first, second and third prize, ten starter and ten consolation prizes (`prize-classes.ts`). */
export const FOUR_DIGIT_PRIZES: readonly number[] = prizes([CLASSED_PRIZES, CLASSED_DIGITS]);

const DRAWS: Readonly<Record<LotteryVariant, Omit<LotteryDraws, 'zone'>>> = {
  north: { terms: { mode: 'prizes', digits: NORTHERN_PRIZES }, everySeconds: 600, mode: 'Lott' },
  central: { terms: { mode: 'prizes', digits: SOUTHERN_PRIZES }, everySeconds: 600, mode: 'Lott' },
  south: { terms: { mode: 'prizes', digits: SOUTHERN_PRIZES }, everySeconds: 900, mode: 'Lott' },
  sea4: { terms: { mode: 'prizes', digits: FOUR_DIGIT_PRIZES }, everySeconds: 300, mode: 'SEA' },
  sea3: { terms: { mode: 'digits', count: 3 }, everySeconds: 180, mode: 'SEA' },
  sea2: { terms: { mode: 'digits', count: 2 }, everySeconds: 120, mode: 'SEA' },
  vn3: { terms: { mode: 'digits', count: 3 }, everySeconds: 180, mode: 'Lott' },
  vn2: { terms: { mode: 'digits', count: 2 }, everySeconds: 120, mode: 'Lott' },
  eleven: { terms: { mode: 'balls', count: 5, of: 11 }, everySeconds: 300, mode: 'ZY' },
  race: { terms: { mode: 'balls', count: 10, of: 10 }, everySeconds: 180, mode: 'ZY' },
  balls: { terms: { mode: 'balls', count: KENO_DRAWN, of: KENO_NUMBERS }, everySeconds: 300, mode: 'Elott' },
  fast3: { terms: { mode: 'dice', count: 3 }, everySeconds: 120, mode: 'ZY' },
  five1: { terms: { mode: 'digits', count: 5 }, everySeconds: 60, mode: 'ZY' },
  five3: { terms: { mode: 'digits', count: 5 }, everySeconds: 180, mode: 'ZY' },
  five5: { terms: { mode: 'digits', count: 5 }, everySeconds: 300, mode: 'ZY' },
};

/** What a game draws and how often; undefined for a game that is no lottery. */
export function lotteryDraws({ variant }: Pick<StudioGame, 'variant'>): LotteryDraws | undefined {
  if (!isLotteryVariant(variant)) return undefined;
  const draws = DRAWS[variant];
  return { ...draws, zone: ZONES[draws.mode] };
}

/** The family of odds of a lottery; undefined for another game. */
export function prizeModeOf({ variant }: Pick<StudioGame, 'variant'>): PrizeMode | undefined {
  return isLotteryVariant(variant) ? DRAWS[variant].mode : undefined;
}

function isLotteryVariant(variant: string): variant is LotteryVariant {
  return (LOTTERY_VARIANTS as readonly string[]).includes(variant);
}

function prizes(...groups: readonly (readonly [count: number, digits: number])[]): readonly number[] {
  return groups.flatMap(([count, digits]) => Array.from({ length: count }, () => digits));
}
