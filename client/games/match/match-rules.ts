import { LEAST_ODDS, MATCH_MARGIN_PERCENT, marketsAt, oddsText } from '../../../shared/games/events/markets.ts';
import {
  MAPS_TO_WIN,
  type MatchSport,
  matchSeconds,
  matchTerms,
  ROUNDS_TO_WIN,
  SPORT_RULES,
  STEP_SECONDS,
  SUSPENDED_SECONDS,
} from '../../../shared/games/events/match.ts';
import { VOID_AFTER_SECONDS } from '../../../shared/games/events/series.ts';
import { MAX_LEGS, MAX_PAYOUT } from '../../../shared/games/events/slip.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { inCoins } from '../../../shared/money/currency-steps.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { limitRules } from '../lib/site-limit.ts';

/** Example strengths of a home side against an average team. */
const EXAMPLE_STRENGTHS = [75, 90, 100, 110, 125];
const AVERAGE = { attack: 100, defence: 100 };

/** How matches are decided, how odds are set and when they apply, and how malfunctions are handled. */
export function matchRulesView(
  { t, context, money, coin }: Pick<GameContext, 't' | 'context' | 'money' | 'coin'>,
  session: StudioSession | undefined,
): readonly Node[] {
  const sport = context.variant as MatchSport;
  const rules = SPORT_RULES[sport];
  const { mode } = rules;
  const numbers = {
    ...(rules.mode === 'goals' ? { minutes: rules.steps * rules.stepMinutes, step: rules.stepMinutes } : {}),
    maps: MAPS_TO_WIN,
    rounds: ROUNDS_TO_WIN,
    seconds: STEP_SECONDS,
    suspended: SUSPENDED_SECONDS,
    lasts: matchSeconds(sport),
  };
  return [
    h('p', {}, h('b', {}, t('studio.match_rule_simulated'))),
    h('p', {}, t(`studio.match_rule_${mode}`, numbers)),
    h('p', {}, t('studio.match_rule_odds', { margin: MATCH_MARGIN_PERCENT, least: oddsText(LEAST_ODDS) ?? '' })),
    h('p', {}, t('studio.match_rule_return', { rtp: context.rtp }), ' ', t('studio.rule_cents', { coin: money(coin()) })),
    h('h3', {}, t('studio.match_rule_table')),
    h('p', {}, t(`studio.match_rule_strength_${mode}`, strengthNumbers(sport))),
    h('div', { class: 'wide-table', tabindex: 0, role: 'group', 'aria-label': t('studio.match_rule_table') }, oddsTable(sport, t)),
    h('h3', {}, t('studio.match_rule_markets_title')),
    h('p', {}, t(`studio.match_rule_markets_${mode}`)),
    h('h3', {}, t('studio.match_rule_live_title')),
    h('p', {}, t('studio.match_rule_live', numbers)),
    h('h3', {}, t('studio.match_rule_multiple_title')),
    h('p', {}, t('studio.match_rule_multiple', { count: MAX_LEGS, amount: money(inCoins(MAX_PAYOUT, coin())), coin: money(coin()) })),
    ...limitRules(session, { t, money }),
    h('h3', {}, t('studio.match_rule_times_title')),
    h('p', {}, t('studio.match_rule_times', numbers)),
    h('p', {}, t('studio.match_rule_void', { minutes: VOID_AFTER_SECONDS / 60 })),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.match_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.match_rule_seed')),
  ];
}

function oddsTable(sport: MatchSport, t: GameContext['t']): Node {
  const { mode } = SPORT_RULES[sport];
  const rows = EXAMPLE_STRENGTHS.map((strength) => {
    const terms = matchTerms(sport, { attack: strength, defence: strength }, AVERAGE);
    const rates = terms.mode === 'maps' ? percent(terms.homeRate) : `${percent(terms.homeRate)} / ${percent(terms.awayRate)}`;
    const odds = (marketsAt(terms, '')[0]?.picks ?? []).map((offer) => offer.odds ?? '–');
    return [`${strength} / ${strength}`, rates, ...odds];
  });
  const head = [
    t('studio.match_strength'),
    t(`studio.match_rates_${mode}`),
    t('studio.match_short_home'),
    ...(mode === 'maps' ? [] : [t('studio.match_short_draw')]),
    t('studio.match_short_away'),
  ];
  return ruleTable(head, rows);
}

function strengthNumbers(sport: MatchSport): Readonly<Record<string, string | number>> {
  const rules = SPORT_RULES[sport];
  if (rules.mode === 'maps') return { points: rules.perPoint / 10 };
  return { base: percent(rules.base), home: rules.homePercent - 100 };
}

function percent(perMille: number): string {
  return `${perMille / 10}%`;
}
