import { languageOf } from '../../../../shared/i18n/languages.ts';
import { amountText, currencyView } from '../../../../shared/money/amount-text.ts';
import { zonedMinute } from '../../../../shared/time.ts';
import type { Translate } from '../../base/http/index.ts';
import { prizeAmounts, type RaffleRule, sumOfPrizes } from './rules.ts';

interface Reader {
  readonly translate: Translate;
  readonly language: string;
  readonly timeZone: string;
}

/** The prizes in one sentence. */
export function summaryOf({ prizes, currency }: RaffleRule, { translate, language }: Reader): string {
  const view = currencyView(currency);
  const params = {
    total: amountText(sumOfPrizes(prizes), view),
    count: prizeAmounts(prizes).length,
    first: amountText(BigInt(prizes[0]?.amount ?? 0), view),
  };
  return translate(language, 'raffle.summary', params);
}

/** All terms as sentences. They have no other source than the rule, so what members read is what runs. */
export function termsOf(rule: RaffleRule, reader: Reader): string[] {
  const { translate, language, timeZone } = reader;
  const say = (key: string, params: Readonly<Record<string, string | number>> = {}) => translate(language, key, params);
  const money = (units: string) => amountText(BigInt(units), currencyView(rule.currency));
  const at = (time: Date) => zonedMinute(time, timeZone);
  return [
    say('promotions.terms_period', { from: at(rule.starts_at), until: at(rule.ends_at), zone: timeZone }),
    ...(BigInt(rule.stake_step) > 0n
      ? [say('raffle.terms_stake', { step: money(rule.stake_step) }), gamesText(rule, reader), say('raffle.terms_play')]
      : []),
    ...(BigInt(rule.deposit_least) > 0n ? [say('raffle.terms_deposit', { least: money(rule.deposit_least) })] : []),
    say('raffle.terms_most', { max: rule.max_tickets.toLocaleString(languageOf(language).tag) }),
    ...(rule.min_level > 1 ? [say('promotions.terms_level', { level: rule.min_level })] : []),
    say('raffle.terms_list'),
    say('raffle.terms_draw', { at: at(rule.draws_at) }),
    say('raffle.terms_once'),
    say('raffle.terms_claim', { days: rule.claim_days }),
    say('promotions.terms_money'),
    say('promotions.terms_breaks'),
  ];
}

function gamesText({ categories }: RaffleRule, { translate, language }: Reader): string {
  if (categories.length === 0) return translate(language, 'promotions.terms_allGames');
  const names = categories.map((category) => translate(language, `lobby.category_name_${category}`));
  const games = new Intl.ListFormat(languageOf(language).tag, { type: 'conjunction' }).format(names);
  return translate(language, 'promotions.terms_games', { games });
}

/** The title in the language, or in the one that each raffle has. */
export function titleOf(titles: Readonly<Record<string, string>>, language: string): string {
  const code = languageOf(language).code;
  return titles[code] ?? titles.EN ?? Object.values(titles)[0] ?? '';
}
