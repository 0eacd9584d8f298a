import type { LottoArea } from '../../../../shared/api/schedule/constants.ts';
import type { LotteryDraw, LotteryGame, Match } from '../../../../shared/api/schedule/schemas.ts';
import { lotteryPrizeMode } from '../../../../shared/games/contract.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { DrawDetails, MatchDetails } from '../../../../shared/seamless/events.ts';
import { type ListedGame, pictureOf } from '../games/index.ts';
import type { EventRow, Providers } from '../vendors/index.ts';

const AREAS: Readonly<Record<string, LottoArea>> = { TCG_SEA: 'SEA', TCG_LOTTO_VN: 'VN' };

/** `SEA` and `VN` contain the games of one vendor each; all others share a lobby. */
export function areaOf({ vendor }: Pick<ListedGame, 'vendor'>): LottoArea {
  return AREAS[vendor] ?? 'LOTT';
}

/** Games of the built-in vendor have a family of odds of their own; others have that of their lobby. */
export function prizeModeOf(game: ListedGame): LotteryGame['prizeMode'] {
  const known = lotteryPrizeMode(game.id);
  if (known) return known;
  if (game.category === 'ELOTT') return 'Elott';
  return areaOf(game) === 'SEA' ? 'SEA' : 'Lott';
}

export function presentLottery(
  game: ListedGame,
  {
    upcoming,
    last,
    providers,
  }: { readonly upcoming: EventRow | undefined; readonly last: EventRow | undefined; readonly providers: Providers },
): LotteryGame {
  return {
    code: game.id,
    gameName: game.name,
    vassalage: game.vendor,
    lottoArea: areaOf(game),
    prizeMode: prizeModeOf(game),
    showIcon: pictureOf(game),
    isGame: true,
    defaultPlayType: game.gameType,
    issueSeconds: everySeconds(upcoming ?? last),
    current: upcoming
      ? { issue: upcoming.issue, closesAt: upcoming.closes_at.toISOString(), drawsAt: upcoming.draws_at.toISOString() }
      : null,
    latest: last ? presentDraw(last, providers) : null,
    ...closedDaysOf(upcoming ?? last),
    maintenance: game.maintenance,
  };
}

export function presentDraw(row: EventRow, providers: Providers): LotteryDraw {
  return {
    gameCode: row.game_id,
    issue: row.issue,
    numbers: row.result as string[],
    drawnAt: row.draws_at.toISOString(),
    totals: (row.totals ?? []).map(({ currency, sold, paid }) => ({ currency, sold: toWire(BigInt(sold)), paid: toWire(BigInt(paid)) })),
    reversed: row.reversed,
    verifyUrl: providers.get(row.provider)?.verifyUrl(row.event_id) ?? null,
  };
}

export function presentMatch(row: EventRow, game: ListedGame): Match {
  const { league, home, away, draw, featured, minutes = null } = row.details as MatchDetails;
  return {
    matchId: row.event_id,
    gameId: game.id,
    vassalage: game.vendor,
    gameCategory: game.category as Match['gameCategory'],
    league,
    home,
    away,
    draw,
    featured,
    isVirtual: row.seed_hash !== '',
    minutes,
    startsAt: row.closes_at.toISOString(),
    endsAt: row.draws_at.toISOString(),
    score: (row.result as Match['score']) ?? row.live,
  };
}

/** Those that the vendor has named with its newest report of a draw. */
function closedDaysOf(row: EventRow | undefined): Pick<LotteryGame, 'closedDays'> {
  const { closedDays = [] } = (row?.details ?? {}) as Partial<DrawDetails>;
  return closedDays.length > 0 ? { closedDays: [...closedDays] } : {};
}

function everySeconds(row: EventRow | undefined): number {
  return row ? (row.details as DrawDetails).everySeconds : 0;
}
