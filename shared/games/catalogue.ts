import type { GameCategory } from '../constants.ts';
import type { MatchSport } from './events/match.ts';
import type { TableGame } from './live/table-games.ts';

/**
 * Engines of the built-in vendor. The rules of each are pure functions in `shared/games/<engine>.ts`, used by both server and
 * verifier.
 */
export type Engine =
  | 'slot'
  | 'roulette'
  | 'dice'
  | 'keno'
  | 'fish'
  | 'duel'
  | 'digits'
  | 'match'
  | 'table'
  | 'thirteen'
  | 'crash'
  | 'lottery';
export const SLOT_VARIANTS = [
  'harbour',
  'lantern',
  'gems',
  'orchard',
  'sevens',
  'pearl',
  'current',
  'summit',
  'avalanche',
  'canyon',
  'bloom',
  'market',
  'tome',
  'starfield',
  'banner',
  'vault',
  'carousel',
  'mist',
] as const;
export type SlotVariant = (typeof SLOT_VARIANTS)[number];
export const FISH_VARIANTS = ['reef', 'lagoon', 'deep'] as const;
export type FishVariant = (typeof FISH_VARIANTS)[number];
export const DUEL_VARIANTS = ['war', 'pick', 'best'] as const;
export type DuelVariant = (typeof DUEL_VARIANTS)[number];
export const DIGITS_VARIANTS = ['pair', 'triple', 'quad'] as const;
export type DigitsVariant = (typeof DIGITS_VARIANTS)[number];
/** What a lottery draws, and how often (`shared/games/lottery/draws.ts`). */
export const LOTTERY_VARIANTS = [
  'north',
  'central',
  'south',
  'sea4',
  'sea3',
  'sea2',
  'vn3',
  'vn2',
  'eleven',
  'race',
  'balls',
  'fast3',
  'five1',
  'five3',
  'five5',
] as const;
export type LotteryVariant = (typeof LOTTERY_VARIANTS)[number];
export type Variant =
  | SlotVariant
  | 'european'
  | 'classic'
  | 'twenty'
  | 'thirteen'
  | 'flight'
  | FishVariant
  | DuelVariant
  | DigitsVariant
  | LotteryVariant
  | MatchSport
  | TableGame;

/** Game types within their category; for live games, the classification code. */
const GAME_TYPES = [
  'VIDEO_SLOT',
  'FAST',
  'CRASH',
  'BAC',
  'ROU',
  'SIC',
  'DAT',
  'KENO',
  'FISHING',
  'HIGH_CARD',
  'TWO_SIDES',
  'THREE_CARDS',
  'THIRTEEN',
  'DIGITS_2',
  'DIGITS_3',
  'DIGITS_4',
  'DRAW_NORTH',
  'DRAW_SOUTH',
  'DRAW_4',
  'DRAW_3',
  'DRAW_2',
  'DRAW_11',
  'DRAW_RACE',
  'DRAW_KENO',
  'DRAW_DICE',
  'DRAW_5',
  'FOOTBALL',
  'ICE_HOCKEY',
  'ARENA',
  'SIEGE',
] as const;
export type GameType = (typeof GAME_TYPES)[number];

/** Emblems that the artwork can draw. */
export const EMBLEMS = [
  'gem',
  'coin',
  'lotus',
  'koi',
  'dice',
  'cards',
  'crown',
  'lantern',
  'ball',
  'wheel',
  'balls',
  'shield',
  'eye',
  'seven',
  'ship',
  'lighthouse',
  'anchor',
  'compass',
  'helm',
  'shell',
  'wave',
  'whale',
  'kraken',
  'moon',
  'sun',
  'flame',
  'comet',
  'mountain',
  'pyramid',
  'scarab',
  'chest',
  'envelope',
  'feather',
  'hammer',
  'pagoda',
  'fruit',
  'crystal',
  'shark',
  'jelly',
  'turtle',
  'cannon',
  'target',
  'swords',
  'digits',
  'ticket',
  'controller',
  'trophy',
] as const;
export type Emblem = (typeof EMBLEMS)[number];

/** Wide pictures of the artwork, at `/studio/art/banner-<id>.svg`. */
export const BANNERS = [
  'welcome',
  'slots',
  'live',
  'lottery',
  'fishing',
  'cashback',
  'vip',
  'deposit',
  'trial',
  'first-steps',
  'protect',
  'limits',
  'returns',
  'challenge',
  'leaderboard',
  'match-days',
  'draws',
  'chat',
  'install',
] as const;
export type Banner = (typeof BANNERS)[number];

export interface StudioVendor {
  readonly code: string;
  readonly name: string;
  readonly hot: boolean;
  /** Total over all its games. */
  readonly category: GameCategory;
  /** A click opens the vendor's list of games instead of one game. */
  readonly popup?: boolean;
}

/** One game of the built-in vendor's feed. Return, lines and stakes come from the engine's published pay table. */
export interface StudioGame {
  readonly gameId: string;
  readonly name: string;
  readonly vassalage: string;
  readonly category: GameCategory;
  readonly engine: Engine;
  readonly variant: Variant;
  readonly gameType: GameType;
  readonly emblem: Emblem;
  /** OKLCH hue of the artwork and of the accents on the game's page. */
  readonly hue: number;
  readonly trial: boolean;
  readonly hot: boolean;
  readonly fresh: boolean;
}
