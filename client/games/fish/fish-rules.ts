import type { FishVariant } from '../../../shared/games/catalogue.ts';
import { fishChance, fishMultiplier, type Species } from '../../../shared/games/fish.ts';
import { toPercent } from '../../../shared/games/fraction.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { exampleStake, ruleTable } from '../lib/rule-table.ts';

export function fishRules(game: GameContext, variant: FishVariant, targets: readonly Species[]): readonly Node[] {
  const { t, context } = game;
  const { stake, show } = exampleStake(game);
  const rows = targets.map((species) => {
    const multiplier = fishMultiplier(variant, species) ?? 1;
    return [t(`studio.species_${species}`), `×${multiplier}`, `${toPercent(fishChance(multiplier))}%`, show(stake * BigInt(multiplier))];
  });
  const head = ['studio.target_name', 'studio.pays', 'studio.hit_chance', 'studio.pays_on_ten'].map((key) =>
    t(key, { stake: show(stake) }),
  );
  return [
    h('p', {}, t('studio.fish_rule_intro')),
    h('p', {}, t('studio.fish_rule_draw')),
    h('p', {}, t('studio.fish_rule_return', { rtp: context.rtp })),
    h('p', {}, t('studio.fish_rule_room')),
    h('p', {}, t('studio.fish_rule_gone')),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.pay_table')),
    ruleTable(head, rows),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.fish_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}
