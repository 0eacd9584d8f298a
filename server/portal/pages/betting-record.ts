import { BET_PERIODS, type BetPeriod, type BettingRecordProps, type BetView } from '../../../client/lib/island-props.ts';
import { type Bet, bettingRecord } from '../../../shared/api/game-calls.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';
import { categoryLabel } from '../../../views/components/navigation.ts';
import type { MemberContent } from '../../../views/pages/member.tsx';
import { pageNumber } from './game-list-page.tsx';
import { refused } from './member-page.tsx';
import type { Query } from './page-view.ts';
import type { VisitorInput } from './visitor-input.ts';
import { isDay, shiftDay, startOfDay, zonedDay, zonedText } from './zoned-time.ts';

const PAGE = 'personalHistoryCopy';
const STATUSES = ['open', 'won', 'lost', 'cancelled'] as const;
/** Days before today that a preset begins and ends. */
const PRESETS: Readonly<Record<Exclude<BetPeriod, 'custom'>, readonly [from: number, to: number]>> = {
  today: [0, 0],
  yesterday: [1, 1],
  '7d': [6, 0],
  '30d': [29, 0],
};

/** The betting record of a period in the merchant's time zone. */
export async function bettingRecordContent(input: VisitorInput): Promise<MemberContent> {
  const { upstream, visitor, query, timeZone, context } = input;
  const period = readPeriod(query, timeZone, Date.now());
  const gameCategory = GAME_CATEGORIES.find((category) => category === query.get('gameCategory'));
  const status = STATUSES.find((known) => known === query.get('status'));
  const answer = await upstream.call(
    bettingRecord,
    {
      query: {
        from: new Date(startOfDay(period.from, timeZone)).toISOString(),
        to: new Date(startOfDay(shiftDay(period.to, 1), timeZone) - 1).toISOString(),
        ...(gameCategory ? { gameCategory } : {}),
        ...(status ? { status } : {}),
        pageNo: pageNumber(query.get('pageNo')),
      },
    },
    visitor,
  );
  if (!answer.success) return refused(PAGE, answer, input);
  const { bets, totals, currencySymbol, pageNum, totalPages } = answer.value;
  const record: BettingRecordProps = {
    bets: bets.map((bet) => betView(bet, timeZone)),
    totals,
    currencySymbol,
    timeZone,
    pageNum,
    totalPages,
    filter: { ...period, gameCategory: gameCategory ?? '', status: status ?? '' },
    categories: context.menus.map((menu) => ({ category: menu.gameCategory, label: categoryLabel(context.t, menu.gameCategory) })),
    action: `/member/${PAGE}`,
    keep: {},
  };
  return { page: PAGE, record };
}

/** The days that the address asks for; a custom period needs two real days in order. */
export function readPeriod(query: Query, timeZone: string, now: number): { period: BetPeriod; from: string; to: string } {
  const today = zonedDay(now, timeZone);
  const asked = BET_PERIODS.find((known) => known === query.get('period')) ?? 'today';
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  if (asked === 'custom' && isDay(from) && isDay(to) && from <= to) return { period: 'custom', from, to };
  const preset = asked === 'custom' ? 'today' : asked;
  const [first, last] = PRESETS[preset];
  return { period: preset, from: shiftDay(today, -first), to: shiftDay(today, -last) };
}

function betView(bet: Bet, timeZone: string): BetView {
  return {
    ...bet,
    placedAtText: zonedText(bet.placedAt, timeZone),
    settledAtText: bet.settledAt && zonedText(bet.settledAt, timeZone),
    transferTexts: bet.transfers.map(({ at }) => zonedText(at, timeZone)),
  };
}
