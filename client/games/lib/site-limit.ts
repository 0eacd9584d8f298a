import type { StudioSession } from '../../../shared/games/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { Units } from '../../../shared/money/money.ts';
import { h } from './dom.ts';
import { type StakeLimits, unitsOf } from './stakes.ts';

interface Words {
  readonly t: Translate;
  money(amount: Units | string): string;
}

/** The limits of a bet as values of a text; `site` is the highest stake of one bet on the site. */
export function limitValues({ minStake, maxStake, siteMaxStake }: StakeLimits, money: Words['money']) {
  return { min: money(minStake), max: money(maxStake), site: money(siteMaxStake ?? maxStake) };
}

/** True if even the lowest stake of the game is above the highest stake of the site. */
export function hasNoStake({ minStake, maxStake }: StakeLimits): boolean {
  return unitsOf(maxStake) < unitsOf(minStake);
}

/** The highest stake of the site as a paragraph of the rules, if it is below that of the game. */
export function siteRule(session: StudioSession | undefined, { t, money }: Words): readonly Node[] {
  if (!session?.limits.siteMaxStake) return [];
  const key = hasNoStake(session.limits) ? 'studio.error_no_stake' : 'studio.rule_site_max';
  return [h('p', { class: 'site-limit' }, t(key, limitValues(session.limits, money)))];
}

/** The limits of the session as a part of the rules. */
export function limitRules(session: StudioSession | undefined, words: Words): readonly Node[] {
  if (!session) return [];
  const { t, money } = words;
  const range = hasNoStake(session.limits) ? [] : [h('p', {}, t('studio.rule_stakes', limitValues(session.limits, money)))];
  return [h('h3', {}, t('studio.rule_limits_title')), ...range, ...siteRule(session, words)];
}

/** Why a table takes no more chips: the highest stake of the site, or that of the table. */
export function fullText(site: string | null, max: Units, { t, money }: Words): string {
  return site === null ? t('studio.table_full', { max: money(max) }) : t('studio.table_full_site', { site: money(site) });
}
