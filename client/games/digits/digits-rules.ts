import type { DigitsVariant } from '../../../shared/games/catalogue.ts';
import {
  DIGIT_PATTERNS,
  DIGITS,
  type DigitsKind,
  digitsKinds,
  digitsMultiplier,
  digitsReturn,
  digitsTenths,
  digitsWays,
} from '../../../shared/games/digits.ts';
import { toPercent } from '../../../shared/games/fraction.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { timesText } from '../lib/times-text.ts';

/** Example numbers for all bets of their kind, by pattern of equal digits. */
function samples(variant: DigitsVariant, kind: DigitsKind): readonly string[] {
  const patterns = DIGIT_PATTERNS.filter((pattern) => pattern.length === DIGITS[variant]);
  if (kind === 'last') return ['47'];
  return kind === 'box' ? patterns.filter((pattern) => digitsWays('box', pattern).ways > 1) : patterns.slice(-1);
}

export function digitsRules({ t, context }: GameContext, variant: DigitsVariant): readonly Node[] {
  const rows = digitsKinds(variant).flatMap((kind) =>
    samples(variant, kind).map((number) => {
      const { ways, draws } = digitsWays(kind, number);
      return [
        t(`studio.digits_${kind}`),
        number,
        t('studio.digits_odds', { ways, draws: draws.toLocaleString(context.languageTag) }),
        timesText(digitsMultiplier(digitsTenths(kind, number))),
        `${toPercent(digitsReturn(kind, number))}%`,
      ];
    }),
  );
  const head = ['studio.bet', 'studio.digits_example', 'studio.chance', 'studio.pays', 'studio.digits_return'].map((key) => t(key));
  return [
    h('p', {}, t('studio.digits_rule_intro', { count: DIGITS[variant] })),
    ...digitsKinds(variant).map((kind) => h('p', {}, h('b', {}, t(`studio.digits_${kind}`)), ` – ${t(`studio.digits_${kind}_what`)}`)),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.pay_table')),
    h('p', {}, t('studio.digits_rule_multiplier')),
    h('div', { class: 'wide-table', tabindex: 0, role: 'group', 'aria-label': t('studio.pay_table') }, ruleTable(head, rows)),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.digits_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}
