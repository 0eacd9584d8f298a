import { ROULETTE_SPOTS, type SpotKind } from '../../../shared/games/roulette.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';

const KINDS: readonly SpotKind[] = ['straight', 'split', 'street', 'corner', 'line', 'dozen', 'column', 'even-money'];

export function rouletteRules({ t, context }: GameContext): readonly Node[] {
  const rows = KINDS.map((kind) => {
    const odds = ROULETTE_SPOTS.find((spot) => spot.kind === kind)?.odds ?? 0;
    return [t(`studio.kind_${kind}`), t(`studio.kind_${kind}_what`), t('studio.odds', { odds })];
  });
  return [
    h('p', {}, t('studio.roulette_rule_intro')),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.pay_table')),
    ruleTable([t('studio.bet'), t('studio.covers'), t('studio.pays')], rows),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.roulette_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}
