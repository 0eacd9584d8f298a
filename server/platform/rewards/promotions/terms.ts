import { languageOf } from '../../../../shared/i18n/languages.ts';
import { amountText, type CurrencyView, currencyView } from '../../../../shared/money/amount-text.ts';
import { pointsText } from '../../../../shared/money/points.ts';
import { zonedMinute } from '../../../../shared/time.ts';
import type { Translate } from '../../base/http/index.ts';
import { type PromotionRule, placesOf } from './rules.ts';

interface Reader {
  readonly translate: Translate;
  readonly language: string;
  readonly timeZone: string;
}

/** What the promotion gives, in one sentence. */
export function summaryOf(rule: PromotionRule, { translate, language }: Reader): string {
  const currency = currencyView(rule.currency);
  return translate(language, `promotions.gives_${rule.block}`, {
    reward: rewardText(rule, translate, language),
    need: amountText(BigInt(rule.target), currency),
    percent: percentText(rule.percent),
    most: amountText(BigInt(rule.amount), currency),
  });
}

/** All terms as sentences. They have no other source than the rule, so what members read is what runs. */
export function termsOf(rule: PromotionRule, reader: Reader): string[] {
  const { translate, language, timeZone } = reader;
  const say = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
    translate(language, `promotions.terms_${key}`, params);
  const isJoined = rule.block === 'deposit' || rule.block === 'stake' || rule.block === 'cashback';
  return [
    summaryOf(rule, reader),
    say('period', { from: zonedMinute(rule.starts_at, timeZone), until: zonedMinute(rule.ends_at, timeZone), zone: timeZone }),
    ...(rule.block === 'stake' ? [gamesText(rule, reader), say('play')] : []),
    ...(rule.block === 'cashback' ? [gamesText(rule, reader), say('loss')] : []),
    ...(rule.block === 'deposit' ? [say('deposit')] : []),
    ...(rule.block === 'cash' ? [say('application')] : []),
    ...audienceTerms(rule, reader),
    say('once'),
    say('places', { places: placesOf(rule).toLocaleString(languageOf(language).tag) }),
    say(isJoined ? 'setAside' : 'firstCome'),
    ...(isJoined ? [rule.block === 'cashback' ? say('atEnd') : say('claim', { days: rule.claim_days })] : []),
    rewardTerm(rule, reader),
    say('breaks'),
  ];
}

/** What the member does with the reward. */
function rewardTerm({ points, gives, currency }: PromotionRule, { translate, language, timeZone }: Reader): string {
  if (gives === null) return translate(language, `promotions.terms_${BigInt(points) > 0n ? 'points' : 'money'}`);
  if (gives.kind === 'bonus') return translate(language, 'promotions.terms_bonus', { times: gives.wagering, days: gives.days });
  if (gives.kind === 'tickets') {
    const values = { raffle: titleOf(gives.raffleTitles, language), until: zonedMinute(gives.closesAt, timeZone), zone: timeZone };
    return translate(language, 'promotions.terms_tickets', values);
  }
  const { gameName, stake, days, wagering } = gives;
  const values = { game: gameName, stake: amountText(BigInt(stake), currencyView(currency)), days, times: wagering ?? 0 };
  return translate(language, `promotions.terms_${wagering === null ? 'roundsReal' : 'roundsBonus'}`, values);
}

function audienceTerms({ min_level, new_days, agent_id, countries }: PromotionRule, { translate, language }: Reader): readonly string[] {
  const say = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
    translate(language, `promotions.terms_${key}`, params);
  const names = new Intl.DisplayNames([languageOf(language).tag], { type: 'region' });
  return [
    ...(min_level > 1 ? [say('level', { level: min_level })] : []),
    ...(new_days > 0 ? [say('new', { days: new_days })] : []),
    ...(agent_id === null ? [] : [say('team')]),
    ...(countries.length === 0
      ? []
      : [
          say('countries', {
            countries: listed(
              countries.map((code) => names.of(code) ?? code),
              language,
            ),
          }),
        ]),
  ];
}

function gamesText({ categories }: PromotionRule, { translate, language }: Reader): string {
  if (categories.length === 0) return translate(language, 'promotions.terms_allGames');
  const names = categories.map((category) => translate(language, `lobby.category_name_${category}`));
  return translate(language, 'promotions.terms_games', { games: listed(names, language) });
}

function listed(names: readonly string[], language: string): string {
  return new Intl.ListFormat(languageOf(language).tag, { type: 'conjunction' }).format(names);
}

/** The reward; of a deposit and of cashback the highest one. */
export function rewardText(
  { amount, points, tickets, currency, gives }: Pick<PromotionRule, 'amount' | 'points' | 'tickets' | 'currency' | 'gives'>,
  translate: Translate,
  language: string,
  view: CurrencyView = currencyView(currency),
): string {
  if (BigInt(points) > 0n) return translate(language, 'points.points', { points: pointsText(BigInt(points)) });
  if (gives?.kind === 'rounds') return translate(language, 'promotions.reward_rounds', { rounds: gives.rounds, game: gives.gameName });
  if (gives?.kind === 'tickets')
    return translate(language, 'promotions.reward_tickets', { tickets, raffle: titleOf(gives.raffleTitles, language) });
  const worth = amountText(BigInt(amount), view);
  return gives === null ? worth : translate(language, 'promotions.reward_bonus', { amount: worth });
}

/** Hundredths of a percent: "10%", "2.5%". */
function percentText(hundredths: number): string {
  return `${(hundredths / 100).toFixed(2).replace(/\.?0+$/, '')}%`;
}

/** The title in the language, or in the one that each promotion has. */
export function titleOf(titles: Readonly<Record<string, string>>, language: string): string {
  const code = languageOf(language).code;
  return titles[code] ?? titles.EN ?? Object.values(titles)[0] ?? '';
}
