import type { Translate } from '../../../shared/i18n/translate.ts';
import { wireToScreen } from '../../../shared/money/money.ts';
import { multiplierText } from '../../../shared/studio/crash/flight.ts';
import { MATCH_MARGIN_PERCENT } from '../../../shared/studio/events/match.ts';
import type { EventEvidence } from '../../../shared/studio/events/protocol.ts';
import type { TableOutcome } from '../../../shared/studio/live/table.ts';
import { h } from '../lib/dom.ts';
import { icon } from '../lib/icons.ts';
import { describeOutcome, tableSpotName } from '../table/names.ts';
import { type EventVerdict, isGood, recomputeEvent } from './recompute-event.ts';
import { problemView, step } from './verify-view.ts';

/** The steps of a check in plain words, with what was compared. */
export function eventVerdictView(evidence: EventEvidence, t: Translate, symbol: string): HTMLElement {
  const verdict = recomputeEvent(evidence);
  if (!verdict) return problemView(t('studio.verify_problem_seed'));
  const good = isGood(verdict);
  return h(
    'div',
    { class: 'verdict' },
    h(
      'p',
      { class: good ? 'verdict-line good' : 'verdict-line bad', role: 'status' },
      icon(good ? 'check' : 'close'),
      t(good ? 'studio.event_verify_good' : 'studio.verify_bad'),
    ),
    h('ol', { class: 'steps' }, ...steps(evidence, verdict, t, symbol)),
  );
}

function steps(evidence: EventEvidence, verdict: EventVerdict, t: Translate, symbol: string): readonly (Node | undefined)[] {
  return [
    step(t, 'studio.event_step_hash', verdict.hashMatches, [
      [t('studio.server_seed'), evidence.serverSeed],
      [t('studio.promised'), evidence.serverSeedHash],
      [t('studio.computed'), verdict.hash],
    ]),
    step(t, 'studio.event_step_stream', undefined, [
      [t('studio.event_id'), evidence.eventId],
      [t('studio.first_message'), `HMAC-SHA256(server seed, "${evidence.eventId}:0:0")`],
    ]),
    step(t, `studio.event_step_${evidence.kind}`, verdict.shown === verdict.computed, [
      ...rulesOf(evidence, t),
      [t('studio.shown'), outcomeText(evidence, verdict.shown, t)],
      [t('studio.computed'), outcomeText(evidence, verdict.computed, t)],
    ]),
    verdict.chain &&
      step(t, 'studio.event_step_chain', verdict.chain.matches, [
        [t('studio.chain_before'), verdict.chain.previous],
        [t('studio.computed'), verdict.hash],
      ]),
    verdict.odds && oddsStep(verdict.odds, t),
    verdict.payout && payoutStep(evidence, verdict.payout, t, symbol),
  ].filter((one) => one !== undefined);
}

function rulesOf(evidence: EventEvidence, t: Translate): readonly (readonly [string, string])[] {
  if (evidence.kind !== 'match') return [];
  const { mode, chances, homeRate, awayRate } = evidence.terms;
  const rate = (perMille: number) => `${perMille / 10}%`;
  if (mode === 'maps') return [[t('studio.match_rate_maps', { team: evidence.home }), rate(homeRate)]];
  return [
    [t('studio.match_rate_goals', { team: evidence.home, count: chances }), rate(homeRate)],
    [t('studio.match_rate_goals', { team: evidence.away, count: chances }), rate(awayRate)],
  ];
}

function oddsStep({ rows, matches }: NonNullable<EventVerdict['odds']>, t: Translate): HTMLElement {
  return step(
    t,
    'studio.event_step_odds',
    matches,
    rows.map(({ selection, chance, shown, computed }) => [
      t(`studio.match_pick_${selection}`),
      t('studio.event_odds_row', { chance, computed, shown, margin: MATCH_MARGIN_PERCENT }),
    ]),
  );
}

function payoutStep(
  evidence: EventEvidence,
  { computed, matches }: NonNullable<EventVerdict['payout']>,
  t: Translate,
  symbol: string,
): HTMLElement {
  const money = (wire: string) => `${symbol}${wireToScreen(wire)}`;
  if (evidence.kind === 'flight') return flightStep(evidence, { computed, matches }, t, money);
  if (evidence.kind === 'round') return slipStep(evidence, { computed, matches }, t, money);
  const ticket = evidence.kind === 'match' ? evidence.ticket : null;
  return step(t, 'studio.event_step_payout', matches, [
    [t('studio.bet'), ticket ? `${t(`studio.match_pick_${ticket.selection}`)} × ${ticket.odds} × ${money(ticket.stake)}` : ''],
    [t('studio.paid'), money(ticket?.payout ?? '')],
    [t('studio.computed'), money(computed)],
  ]);
}

function outcomeText(evidence: EventEvidence, text: string, t: Translate): string {
  if (evidence.kind === 'flight') return `${text}x`;
  return evidence.kind === 'round' ? describeOutcome(JSON.parse(text) as TableOutcome, t) : text;
}

function slipStep(
  { game, slip }: Extract<EventEvidence, { kind: 'round' }>,
  { computed, matches }: NonNullable<EventVerdict['payout']>,
  t: Translate,
  money: (wire: string) => string,
): HTMLElement {
  const chips = (slip?.chips ?? []).map(({ spot, stake }) => `${tableSpotName(game, spot, t)} ${money(stake)}`);
  return step(t, 'studio.event_step_slip', matches, [
    [t('studio.bet'), chips.join(', ')],
    [t('studio.paid'), money(slip?.payout ?? '')],
    [t('studio.computed'), money(computed)],
  ]);
}

function flightStep(
  { bet }: Extract<EventEvidence, { kind: 'flight' }>,
  { computed, matches }: NonNullable<EventVerdict['payout']>,
  t: Translate,
  money: (wire: string) => string,
): HTMLElement {
  const auto = bet ? t('studio.crash_auto_at', { multiplier: multiplierText(bet.target) }) : '';
  const out = bet?.cashed == null ? t('studio.crash_lost') : t('studio.crash_out_at', { multiplier: multiplierText(bet.cashed) });
  return step(t, 'studio.event_step_flight_bet', matches, [
    [t('studio.bet'), `${money(bet?.stake ?? '')} · ${auto} · ${out}`],
    [t('studio.paid'), money(bet?.payout ?? '')],
    [t('studio.computed'), money(computed)],
  ]);
}
