import { rankOf, suitOf } from '../../../shared/games/duel.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';

const SUITS = ['spades', 'hearts', 'diamonds', 'clubs'] as const;
export type Suit = (typeof SUITS)[number];

/** "2" to "10", then the letters of the court cards and the ace. */
export function rankText(card: number): string {
  const rank = rankOf(card) + 2;
  return { 11: 'J', 12: 'Q', 13: 'K', 14: 'A' }[rank] ?? String(rank);
}

export function suitName(card: number): Suit {
  return SUITS[suitOf(card)] ?? 'spades';
}

/** A card in words: "10 of hearts". */
export function cardName(card: number, t: Translate): string {
  return t(`studio.card_${suitName(card)}`, { rank: rankText(card) });
}
