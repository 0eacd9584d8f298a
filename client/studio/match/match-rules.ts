import { MATCH_MARGIN_PERCENT, type MatchSport, matchTerms, SPORT_RULES, STRENGTHS } from '../../../shared/studio/events/match.ts';
import { MATCH_SECONDS, VOID_AFTER_SECONDS } from '../../../shared/studio/events/series.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';

const SHOWN_GAPS = [-4, -2, 0, 2, 4];

/** How matches come out, how the odds are made, and what happens when something goes wrong. */
export function matchRulesView({ t, context }: Pick<GameContext, 't' | 'context'>): readonly Node[] {
  const sport = context.variant as MatchSport;
  const { mode, chances } = SPORT_RULES[sport];
  const rows = SHOWN_GAPS.map((gap) => {
    const middle = Math.ceil(STRENGTHS / 2);
    const { homeRate, awayRate, odds } = matchTerms(sport, middle + gap, middle);
    const rates = mode === 'maps' ? percent(homeRate) : `${percent(homeRate)} / ${percent(awayRate)}`;
    return [gap > 0 ? `+${gap}` : String(gap), rates, odds.home, ...(odds.draw === null ? [] : [odds.draw]), odds.away];
  });
  const head = [
    t('studio.match_gap'),
    t(`studio.match_rates_${mode}`),
    t('studio.match_short_home'),
    ...(mode === 'maps' ? [] : [t('studio.match_short_draw')]),
    t('studio.match_short_away'),
  ];
  return [
    h('p', {}, h('b', {}, t('studio.match_rule_simulated'))),
    h('p', {}, t(`studio.match_rule_${mode}`, { count: chances })),
    h('p', {}, t('studio.match_rule_odds', { margin: MATCH_MARGIN_PERCENT })),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.match_rule_table')),
    h('div', { class: 'wide-table', tabindex: 0, role: 'group', 'aria-label': t('studio.match_rule_table') }, ruleTable(head, rows)),
    h('h3', {}, t('studio.match_rule_times_title')),
    h('p', {}, t('studio.match_rule_times', { seconds: MATCH_SECONDS })),
    h('p', {}, t('studio.match_rule_void', { minutes: VOID_AFTER_SECONDS / 60 })),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.match_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.match_rule_seed')),
  ];
}

function percent(perMille: number): string {
  return `${perMille / 10}%`;
}
