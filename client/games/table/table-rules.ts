import { ROUND_VOID_AFTER_SECONDS } from '../../../shared/games/events/series.ts';
import { type Fraction, isLess, toPercent } from '../../../shared/games/fraction.ts';
import { spotMost, TABLE_TIMES, tableReturns, tableRules } from '../../../shared/games/live/table.ts';
import type { TableGame } from '../../../shared/games/live/table-games.ts';
import type { TableSpot } from '../../../shared/games/live/table-rules.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { rouletteSpot } from '../../../shared/games/roulette.ts';
import { stakeLimits } from '../../../shared/games/rules.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { siteRule } from '../lib/site-limit.ts';
import { tableSpotName } from './names.ts';

/** Pay table with the exact return of every bet, limits, times, and how malfunctions are handled. */
export function tableRulesView({ t, context, money, coin }: GameContext, session: StudioSession | undefined): readonly Node[] {
  const game = context.variant as TableGame;
  const { cycle, betting } = TABLE_TIMES[game];
  const { min, max } = stakeLimits(game, coin());
  const limit = (spot: TableSpot) => (session ? money(spotMost(spot, max)) : '–');
  const rows = kindsOf(game).map(({ spot, name, lowest }) => [name(t), odds(spot), `${toPercent(lowest)}%`, limit(spot)]);
  return [
    h('h3', {}, t('studio.pay_table')),
    ruleTable([t('studio.bet'), t('studio.pays'), t('studio.table_return'), t('studio.table_most')], rows),
    h('p', { class: 'quiet' }, t('studio.table_return_note')),
    ...(session ? [h('p', {}, t('studio.table_limits', { min: money(min), max: money(max) }))] : []),
    ...siteRule(session, { t, money }),
    h('h3', {}, t('studio.match_rule_times_title')),
    h('p', {}, t('studio.table_rule_times', { cycle, betting })),
    h('p', {}, t('studio.table_rule_void', { seconds: ROUND_VOID_AFTER_SECONDS })),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.table_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.table_rule_trial')),
  ];
}

interface Kind {
  readonly spot: TableSpot;
  readonly name: (t: GameContext['t']) => string;
  readonly lowest: Fraction;
}

/** One row for all bets of a kind that pay alike. */
function kindsOf(game: TableGame): readonly Kind[] {
  const returns = tableReturns(game);
  const kinds = new Map<string, Kind>();
  for (const spot of tableRules(game).spots) {
    const lowest = returns.get(spot.id);
    const kind = kindOf(game, spot);
    const known = kinds.get(kind.key);
    if (lowest && (!known || isLess(lowest, known.lowest))) kinds.set(kind.key, { spot, name: kind.name, lowest });
  }
  return [...kinds.values()];
}

function kindOf(game: TableGame, spot: TableSpot): { readonly key: string; readonly name: Kind['name'] } {
  const whole = { key: spot.id, name: (t: GameContext['t']) => tableSpotName(game, spot.id, t) };
  if (game === 'wheel') {
    const kind = rouletteSpot(spot.id)?.kind ?? '';
    return { key: kind, name: (t) => t(`studio.kind_${kind}`) };
  }
  if (game !== 'sicbo') return whole;
  const [kind = '', first] = spot.id.split('-');
  if (kind === 'any' || first === undefined) return whole;
  if (kind !== 'total') return { key: kind, name: (t) => t(`studio.sicbo_kind_${kind}`) };
  const total = Math.min(Number(first), 21 - Number(first));
  return { key: `total-${total}`, name: (t) => t('studio.sicbo_kind_total', { low: total, high: 21 - total }) };
}

/** Net odds: "8:1", "0.95:1". */
function odds({ pays }: TableSpot): string {
  return `${String((pays - 100) / 100)}:1`;
}
