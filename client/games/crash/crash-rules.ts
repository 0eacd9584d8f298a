import {
  drawsReaching,
  FLIGHT_RETURN,
  FLIGHT_TIMES,
  HIGHEST_TARGET,
  LOWEST_TARGET,
  lowestFlightReturn,
  MAX_BETS,
  MAX_WIN,
  multiplierText,
  reachedAt,
  targetReturn,
} from '../../../shared/games/crash/flight.ts';
import { fraction, toPercent } from '../../../shared/games/fraction.ts';
import { stakeLimits } from '../../../shared/games/rules.ts';
import { inCoins } from '../../../shared/money/currency-steps.ts';
import { toWire } from '../../../shared/money/money.ts';
import { h } from '../lib/dom.ts';
import { coin, money } from '../lib/game-page.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { siteRule } from '../lib/site-limit.ts';
import type { CrashPage } from './crash-view.ts';

const EXAMPLES = [101, 120, 150, 200, 300, 500, 1_000, 5_000, HIGHEST_TARGET];
const DRAW_RANGE = 2n ** 32n;

/** Limits of the game, for a page without a session. */
function ownLimits({ variant }: CrashPage['context']) {
  const { min, max } = stakeLimits(variant);
  return { minStake: toWire(min), maxStake: toWire(max) };
}

/** How to play, the return, what happens when a connection is lost, and the formula. */
export function crashRules({ t, state, context }: CrashPage): readonly Node[] {
  const { minStake, maxStake } = state.session?.limits ?? ownLimits(context);
  const rows = EXAMPLES.map((target) => [
    `${multiplierText(target)}x`,
    `${(reachedAt(target) / 1_000).toFixed(1)} s`,
    `${toPercent(fraction(BigInt(drawsReaching(target)), DRAW_RANGE))}%`,
    `${toPercent(targetReturn(target))}%`,
  ]);
  const range = { min: multiplierText(LOWEST_TARGET), max: multiplierText(HIGHEST_TARGET) };
  const amounts = {
    min: money(state, minStake),
    max: money(state, maxStake),
    win: money(state, inCoins(MAX_WIN, coin(state))),
    bets: MAX_BETS,
    coin: money(state, coin(state)),
  };
  return [
    h('p', {}, t('studio.crash_rule_play', { seconds: FLIGHT_TIMES.betting / 1_000 })),
    h('p', {}, t('studio.crash_rule_target', range)),
    h('h3', {}, t('studio.crash_rule_lost_title')),
    h('p', {}, t('studio.crash_rule_lost')),
    h('p', {}, t('studio.crash_rule_moment')),
    h('p', {}, t('studio.crash_rule_broken')),
    h('h3', {}, t('studio.crash_rule_return_title')),
    h('p', {}, t('studio.crash_rule_return', { percent: FLIGHT_RETURN, least: toPercent(lowestFlightReturn()) })),
    ruleTable([t('studio.crash_target'), t('studio.crash_rule_after'), t('studio.crash_rule_chance'), t('studio.table_return')], rows),
    h('p', {}, t('studio.crash_formula')),
    h('h3', {}, t('studio.crash_rule_limits_title')),
    h('p', {}, t('studio.crash_rule_limits', amounts)),
    ...siteRule(state.session, { t, money: (wire) => money(state, wire) }),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.crash_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.crash_rule_trial')),
  ];
}
