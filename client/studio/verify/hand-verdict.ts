import type { Translate } from '../../../shared/i18n/translate.ts';
import { wireToScreen } from '../../../shared/money/money.ts';
import type { HandEvidence } from '../../../shared/studio/rooms/protocol.ts';
import { rankText, suitName } from '../lib/card-name.ts';
import { isGoodHand, recomputeHand } from './recompute-hand.ts';
import { problemView, step, verdictFrame } from './verify-view.ts';

const SIGNS = { spades: '♠', hearts: '♥', diamonds: '♦', clubs: '♣' } as const;

/** The steps of a check in plain words, with what was compared. */
export function handVerdictView(evidence: HandEvidence, t: Translate, symbol: string): HTMLElement {
  const verdict = recomputeHand(evidence);
  if (!verdict) return problemView(t('studio.verify_problem_seed'));
  const good = isGoodHand(verdict);
  const money = (wire: string) => `${symbol}${wireToScreen(wire)}`;
  const names = evidence.players.map(({ alias, you }) => (you ? t('studio.room_you') : t(`studio.room_alias_${alias}`)));
  const name = (player: number | null | undefined) => (player == null ? '–' : (names[player] ?? '–'));
  const cards = (hand: readonly number[]) => hand.map((card) => `${rankText(card)}${SIGNS[suitName(card)]}`).join(' ');
  return verdictFrame(t(good ? 'studio.verify_good' : 'studio.verify_bad'), good, [
    step(t, 'studio.step_hash', verdict.hashMatches, [
      [t('studio.server_seed'), evidence.serverSeed],
      [t('studio.promised'), evidence.serverSeedHash],
      [t('studio.computed'), verdict.hash],
    ]),
    step(t, 'studio.room_step_seeds', undefined, [
      ...evidence.clientSeeds.map((seed, index) => [names[index] ?? '', seed] as const),
      [t('studio.room_hand_nr'), String(evidence.nr)],
      [t('studio.first_message'), `HMAC-SHA256(server seed, "${verdict.joint}:${evidence.nr}:0")`],
    ]),
    step(
      t,
      'studio.room_step_deal',
      verdict.dealMatches,
      verdict.hands.map((hand, index) => [names[index] ?? '', cards(hand)] as const),
    ),
    step(
      t,
      'studio.room_step_moves',
      verdict.movesMatch,
      [
        [t('studio.shown'), name(evidence.winner)],
        [t('studio.computed'), name(verdict.winner)],
      ],
      { moves: evidence.moves.length },
    ),
    step(t, 'studio.room_step_money', verdict.moneyMatches, [], { pot: money(evidence.pot), rake: money(evidence.rake) }),
  ]);
}
