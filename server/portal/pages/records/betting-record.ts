import type { BettingRecordProps, BetView } from '../../../../client/islands/records/props.ts';
import { BET_FILTER_STATES } from '../../../../shared/api/records/constants.ts';
import { bettingRecord as betsCall } from '../../../../shared/api/records/contract.ts';
import type { Bet } from '../../../../shared/api/records/schemas.ts';
import { GAME_CATEGORIES } from '../../../../shared/constants.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { NO_CURRENCY } from '../../../../shared/money/amount-text.ts';
import { RECORD_DAYS } from '../../../../shared/records.ts';
import { isOpen } from '../../../../views/components/member-entries.ts';
import { categoryLabel } from '../../../../views/components/navigation.ts';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import type { Query } from '../page-view.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { legView } from './leg-view.ts';
import { fileHref } from './record-file.ts';
import { type Days, instantsOf, periodOf, readDays } from './record-period.ts';

export const BETTING_RECORD_PATH = '/member/personalHistoryCopy';
const ROUND = /^[A-Za-z0-9_.:-]{1,80}$/;
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;
const NOTHING = {
  bets: [],
  totals: { count: 0, stake: '0', validStake: '0', payout: '0', net: '0' },
  ...NO_CURRENCY,
  pageNum: 1,
  totalPages: 1,
};

/** The betting record of a period in the merchant's time zone, or one bet named in the address. */
export async function bettingRecord(input: VisitorInput): Promise<BettingRecordProps | RefusedPage> {
  const { query, timeZone, now, context } = input;
  const days = readDays(query, timeZone, now);
  const filter = readBetFilter(query);
  const betId = CODE.exec(query.get('betId') ?? '')?.[0];
  const roundId = ROUND.exec(query.get('roundId') ?? '')?.[0];
  const named = betId !== undefined ? { betId } : roundId !== undefined ? { roundId } : undefined;
  const period = periodOf(context.t, days, RECORD_DAYS.list);
  const answer = period.problem && named === undefined ? undefined : await loadBets(input, days, filter, named);
  if (answer && !answer.success) return refusedBy(answer);
  const { bets, currency, currencySymbol, ...value } = answer?.value ?? NOTHING;
  return {
    ...value,
    currency: { currency, currencySymbol },
    bets: bets.map((bet) => betView(bet, timeZone, context.t)),
    action: BETTING_RECORD_PATH,
    parameters: { ...filter },
    period,
    timeZone,
    csvHref: isOpen('betFile', context.features) ? fileHref(BETTING_RECORD_PATH, days, filter) : null,
    filter,
    categories: context.menus.map((menu) => ({ value: menu.gameCategory, label: categoryLabel(context.t, menu.gameCategory) })),
    vendors: vendorChoices(input),
    single: named !== undefined,
  };
}

export type BetChoice = BettingRecordProps['filter'];

/** Filter of the record by the address; unknown values are ignored. */
export function readBetFilter(query: Query): BetChoice {
  return {
    gameCategory: GAME_CATEGORIES.find((category) => category === query.get('gameCategory')) ?? '',
    vassalage: CODE.exec(query.get('vassalage') ?? '')?.[0] ?? '',
    status: BET_FILTER_STATES.find((known) => known === query.get('status')) ?? '',
  };
}

/** The filter and the days as parameters of both bet calls. */
export function betQuery(days: Days, timeZone: string, filter: BetChoice) {
  const category = GAME_CATEGORIES.find((known) => known === filter.gameCategory);
  const status = BET_FILTER_STATES.find((known) => known === filter.status);
  return {
    ...instantsOf(days, timeZone),
    ...(category ? { gameCategory: category } : {}),
    ...(filter.vassalage ? { vassalage: filter.vassalage } : {}),
    ...(status ? { status } : {}),
  };
}

/** `named`: one bet by its id or that of its round; undefined: those of the filter. */
function loadBets(
  { upstream, visitor, query, timeZone }: VisitorInput,
  days: Days,
  filter: BetChoice,
  named: { readonly betId: string } | { readonly roundId: string } | undefined,
) {
  const betsQuery = named ?? { ...betQuery(days, timeZone, filter), pageNo: pageNumber(query.get('pageNo')) };
  return upstream.call(betsCall, { query: betsQuery }, visitor);
}

export function vendorChoices({ context }: VisitorInput) {
  const names = new Map(
    context.menus.flatMap(({ vendors }) => vendors.map(({ vassalage, displayName }) => [vassalage, displayName] as const)),
  );
  return [...names].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label));
}

export function betView({ legs = [], detail, ...bet }: Bet, timeZone: string, t: Translate): BetView {
  return {
    ...bet,
    summary: detail?.summary ?? '',
    lines: (detail?.lines ?? []).map(({ name, label, value }) => ({ name, label: label ?? t(`records.line_${name}`), value })),
    legViews: legs.map((leg) => legView(leg, t)),
    placedAtText: shownTime(bet.placedAt, timeZone),
    settledAtText: bet.settledAt && shownTime(bet.settledAt, timeZone),
    transferTexts: bet.transfers.map(({ at }) => shownTime(at, timeZone)),
  };
}
