import { LEAST_ODDS, MATCH_MARGIN_PERCENT, marketsAt, oddsText } from '../../../shared/studio/events/markets.ts';
import {
  MAPS_TO_WIN,
  type MatchSport,
  matchSeconds,
  matchTerms,
  ROUNDS_TO_WIN,
  SPORT_RULES,
  STEP_SECONDS,
  STRENGTHS,
  SUSPENDED_SECONDS,
} from '../../../shared/studio/events/match.ts';
import { VOID_AFTER_SECONDS } from '../../../shared/studio/events/series.ts';
import { MOST_LEGS, MOST_PAYOUT } from '../../../shared/studio/events/slip.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';

const SHOWN_GAPS = [-4, -2, 0, 2, 4];

/** How matches come out, how the odds are made and when they hold, and what happens when something goes wrong. */
export function matchRulesView({ t, context, money }: Pick<GameContext, 't' | 'context' | 'money'>): readonly Node[] {
  const sport = context.variant as MatchSport;
  const rules = SPORT_RULES[sport];
  const { mode } = rules;
  const numbers = {
    ...(rules.mode === 'goals' ? { minutes: rules.steps * rules.stepMinutes, step: rules.stepMinutes } : {}),
    ...{ maps: MAPS_TO_WIN, rounds: ROUNDS_TO_WIN, seconds: STEP_SECONDS, suspended: SUSPENDED_SECONDS, lasts: matchSeconds(sport) },
  };
  return [
    h('p', {}, h('b', {}, t('studio.match_rule_simulated'))),
    h('p', {}, t(`studio.match_rule_${mode}`, numbers)),
    h('p', {}, t('studio.match_rule_odds', { margin: MATCH_MARGIN_PERCENT, least: oddsText(LEAST_ODDS) ?? '' })),
    h('p', {}, t('studio.match_rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.match_rule_table')),
    h('div', { class: 'wide-table', tabindex: 0, role: 'group', 'aria-label': t('studio.match_rule_table') }, oddsTable(sport, t)),
    h('h3', {}, t('studio.match_rule_markets_title')),
    h('p', {}, t(`studio.match_rule_markets_${mode}`)),
    h('h3', {}, t('studio.match_rule_live_title')),
    h('p', {}, t('studio.match_rule_live', numbers)),
    h('h3', {}, t('studio.match_rule_multiple_title')),
    h('p', {}, t('studio.match_rule_multiple', { count: MOST_LEGS, amount: money(MOST_PAYOUT) })),
    h('h3', {}, t('studio.match_rule_times_title')),
    h('p', {}, t('studio.match_rule_times', numbers)),
    h('p', {}, t('studio.match_rule_void', { minutes: VOID_AFTER_SECONDS / 60 })),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.match_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.match_rule_seed')),
  ];
}

function oddsTable(sport: MatchSport, t: GameContext['t']): Node {
  const middle = Math.ceil(STRENGTHS / 2);
  const { mode } = SPORT_RULES[sport];
  const rows = SHOWN_GAPS.map((gap) => {
    const terms = matchTerms(sport, middle + gap, middle);
    const rates = terms.mode === 'maps' ? percent(terms.homeRate) : `${percent(terms.homeRate)} / ${percent(terms.awayRate)}`;
    const odds = (marketsAt(terms, '')[0]?.picks ?? []).map((offer) => offer.odds ?? '–');
    return [gap > 0 ? `+${gap}` : String(gap), rates, ...odds];
  });
  const head = [
    t('studio.match_gap'),
    t(`studio.match_rates_${mode}`),
    t('studio.match_short_home'),
    ...(mode === 'maps' ? [] : [t('studio.match_short_draw')]),
    t('studio.match_short_away'),
  ];
  return ruleTable(head, rows);
}

function percent(perMille: number): string {
  return `${perMille / 10}%`;
}
