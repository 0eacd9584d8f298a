import type { HandEvidence } from '../../../shared/games/rooms/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { h } from '../lib/dom.ts';
import { miniCards } from './outcome-picture.ts';
import { isGoodHand, recomputeHand } from './recompute-hand.ts';
import { problemView, step, verdictFrame } from './verify-view.ts';

/** The steps of a check in plain words, with what was compared. */
export function handVerdictView(evidence: HandEvidence, t: Translate, currency: string): HTMLElement {
  const verdict = recomputeHand(evidence, coinOf(currency));
  if (!verdict) return problemView(t('studio.verify_problem_seed'));
  const good = isGoodHand(verdict);
  const money = (wire: string) => amountText(wire, currency);
  const names = evidence.players.map(({ alias, you }) => (you ? t('studio.room_you') : t(`studio.room_alias_${alias}`)));
  const name = (player: number | null | undefined) => (player == null ? '–' : (names[player] ?? '–'));
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
    dealStep(verdict, names, t),

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

/** The dealt hands as cards. */
function dealStep(verdict: NonNullable<ReturnType<typeof recomputeHand>>, names: readonly string[], t: Translate): HTMLElement {
  const card = step(t, 'studio.room_step_deal', verdict.dealMatches, []);
  const hands = verdict.hands.map((hand, index) => h('section', { class: 'outcome' }, h('h3', {}, names[index] ?? ''), miniCards(hand, t)));
  card.append(...hands);
  return card;
}
