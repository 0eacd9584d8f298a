import type { StudioSession } from '../../../shared/games/protocol.ts';
import type { Child } from '../lib/dom.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { siteRule } from '../lib/site-limit.ts';
import { houseTerms } from './terms.ts';

const RULES = ['goal', 'order', 'combos', 'chops', 'turn', 'time', 'leave', 'void'] as const;

export function roomRules(game: GameContext, session: StudioSession | undefined): readonly Child[] {
  const { t, context } = game;
  return [
    ...RULES.map((rule) => h('p', {}, t(`studio.room_rule_${rule}`))),
    h('h3', {}, t('studio.room_rule_money_title')),
    h('p', {}, t('studio.room_rule_money', houseTerms(game))),
    ...siteRule(session, game),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.room_rule_fair_title')),
    h('p', {}, t('studio.room_rule_fair')),
    h('p', {}, t('studio.room_rule_people')),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.room_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}
