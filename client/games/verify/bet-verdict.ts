import { MATCH_MARGIN_PERCENT } from '../../../shared/games/events/markets.ts';
import type { EventEvidence } from '../../../shared/games/events/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { h } from '../lib/dom.ts';
import { marketOf, pickName } from '../match/names.ts';
import { type BetVerdict, isGoodBet, type LegVerdict, recomputeBet } from './recompute-bet.ts';
import { seedSteps } from './seed-steps.ts';
import { eventVerdictFrame, problemView, step } from './verify-view.ts';

/** A bet on matches: what it pays, then every leg with its odds, its result and the seed that decided it. */
export function betVerdictView(evidence: Extract<EventEvidence, { kind: 'bet' }>, t: Translate, currency: string): HTMLElement {
  const verdict = recomputeBet(evidence, coinOf(currency));
  if (!verdict) return problemView(t('studio.verify_problem_seed'));
  return eventVerdictFrame(isGoodBet(verdict), t, [
    payoutStep(evidence, verdict, t, currency),
    ...verdict.legs.map((leg, index) => legSection(leg, index + 1, t, currency)),
  ]);
}

function payoutStep(
  { stake, payout, legs }: Extract<EventEvidence, { kind: 'bet' }>,
  verdict: BetVerdict,
  t: Translate,
  currency: string,
): HTMLElement {
  const money = (wire: string) => amountText(wire, currency);
  const product = legs.map(({ odds, state }) => (state === 'void' ? '1.00' : odds)).join(' × ');
  return step(t, 'studio.event_step_payout', verdict.payout.matches, [
    [t('studio.bet'), `${money(stake)} × ${product}`],
    [t('studio.paid'), money(payout)],
    [t('studio.computed'), money(verdict.payout.computed)],
  ]);
}

function legSection({ leg, match, odds, state }: LegVerdict, number: number, t: Translate, currency: string): HTMLElement {
  const name = t('studio.match_versus', { home: leg.home, away: leg.away });
  const mode = leg.match?.terms.mode ?? 'goals';
  const rows = [
    [t('studio.match'), name],
    [t('studio.bet'), `${pickName(leg, leg.selection, t)} · ${marketOf(leg.selection, mode, t)} · ${leg.odds}`],
    [t('studio.shown'), t(`studio.match_leg_${leg.state}`)],
    [t('studio.computed'), t(`studio.match_leg_${state.computed}`)],
  ] as const;
  const summary = h('summary', {}, t('studio.event_leg', { number, match: name }));
  const steps = leg.match && match ? seedSteps({ kind: 'match', ...leg.match }, match, t, currency) : [];
  return h(
    'li',
    { class: 'leg-check' },
    h(
      'details',
      { open: number === 1 },
      summary,
      h(
        'ol',
        { class: 'steps' },
        step(t, leg.match ? 'studio.event_step_leg' : 'studio.event_step_leg_open', state.matches, rows),
        odds &&
          step(
            t,
            'studio.event_step_odds',
            odds.matches,
            [
              [
                t('studio.bet'),
                t('studio.event_odds_row', { chance: odds.chance, computed: odds.computed, shown: leg.odds, margin: MATCH_MARGIN_PERCENT }),
              ],
            ].map(([one = '', other = '']) => [one, other] as const),
            { step: leg.step },
          ),
        ...steps,
      ),
    ),
  );
}
