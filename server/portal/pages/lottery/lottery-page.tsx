import type { LotteryLobbyProps } from '../../../../client/islands/games/props.ts';
import {
  type DrawView,
  gameCodeHref,
  gamesOfLobby,
  LOTTERY_AREAS,
  type LotteryGameView,
  type LotteryPath,
} from '../../../../client/islands/lottery/lottery-view.ts';
import { playHref } from '../../../../client/page/paths.ts';
import { lotteryMenu, openedNumbers, vnNumbers } from '../../../../shared/api/schedule/contract.ts';
import type { LotteryDraw, LotteryGame } from '../../../../shared/api/schedule/schemas.ts';
import { OPENED_NUMBERS_COUNT } from '../../../../shared/constants.ts';
import { hasPlayType, lotteryPrizeMode, lotterySheets, lotteryZone } from '../../../../shared/games/contract.ts';
import { LotteryPage } from '../../../../views/pages/lottery/lottery.tsx';
import { defined } from '../../../kit/defined.ts';
import { safePath } from '../../forms/safe-path.ts';
import { callOr, callValue } from '../call-value.ts';
import type { LoadInput } from '../load-input.ts';
import { VIEW_ISLANDS } from '../page-islands.ts';
import type { PageView } from '../page-view.ts';
import { shownTime } from '../shown-time.ts';
import { calendarView } from './calendar-view.ts';
import { playTypeViews } from './play-type-views.ts';
import { trendsView } from './trend-views.ts';

/** Query parameters of the lottery pages. */
export const LOTTERY_PARAMETERS = ['gameCode', 'playType', 'backUrl'];

/**
 * The page that bets on a lottery, which the address of its lobby asks for with `view=betting`; undefined for the lobby itself. The exit of
 * the game leads to `backUrl`, if that is an address of this site.
 */
export function bettingHref(path: LotteryPath, query: Pick<URLSearchParams, 'get'>): string | undefined {
  const gameCode = query.get('gameCode');
  if (query.get('view') !== 'betting' || !gameCode) return undefined;
  return playHref(gameCode, safePath(query.get('backUrl'), gameCodeHref(path, gameCode)), query.get('playType'));
}

/**
 * The lobby of one lottery area. `gameCode` selects the game, `playType` one of its play types, or the first open game that plays so;
 * unknown values are ignored.
 */
export function lotteryPage(path: LotteryPath) {
  return async (input: LoadInput): Promise<PageView> => {
    const { game, lobby, now } = await loadLobby(input, path);
    const back = safePath(input.query.get('backUrl'), '') || undefined;
    const sheets = game && lotterySheets(game.code, game.prizeMode, input.currency.currency);
    const drawn = (lobby.draws ?? []).map(({ numbers }) => numbers);
    const calendar = game && calendarView(game.code, now, input.context.t, game.closedDays);
    const trends = game && trendsView(game.code, drawn, input.context.t);
    return {
      status: 200,
      title: input.context.t(`lottery.title_${path.slice(1)}`),
      entry: 'views/pages/lottery/lottery.tsx',
      islands: VIEW_ISLANDS['views/pages/lottery/lottery.tsx'],
      body: (
        <LotteryPage
          context={input.context}
          lobby={lobby}
          playTypes={playTypeViews(sheets ?? [], input)}
          {...defined({ calendar, trends, back })}
        />
      ),
    };
  };
}

interface Lobby {
  readonly game: LotteryGame | undefined;
  readonly lobby: LotteryLobbyProps;
  /** By the clock of the platform. */
  readonly now: number;
}

/** The most games on one stream. */
const MAX_PUSHED = 20;

async function loadLobby({ upstream, visitor, query, timeZone: ownZone }: LoadInput, path: LotteryPath): Promise<Lobby> {
  // Results and coming draws have the times of the game's market; a lottery of another vendor names none.
  const zoneOf = (code: string) => lotteryZone(code) ?? ownZone;
  const answer = await callValue(upstream, lotteryMenu, { query: { lottoArea: LOTTERY_AREAS[path] } }, visitor);
  const games = gamesOfLobby(answer.games, path, query.get('gameCode'));
  const game = chosenGame(games, query);
  const timeZone = game ? zoneOf(game.code) : ownZone;
  const numbers = path === '/vnlottery' ? vnNumbers : openedNumbers;
  const numbersInput = { query: { gameCode: game?.code, count: OPENED_NUMBERS_COUNT } };
  const found = game ? await callOr(upstream, numbers, numbersInput, visitor, null) : { list: [] };
  const lobby = {
    path,
    games: games.map((one) => gameView(one, zoneOf(one.code))),
    selected: game?.code ?? null,
    playType: query.get('playType'),
    draws: found === null ? null : found.list.map((draw) => drawView(draw, timeZone)),
    timeZone,
    pushed: games
      .map(({ code }) => code)
      .filter((code) => lotteryPrizeMode(code) !== undefined)
      .slice(0, MAX_PUSHED),
  };
  return { game, lobby, now: Date.parse(answer.now) };
}

function drawView({ issue, numbers, drawnAt, verifyUrl }: LotteryDraw, timeZone: string): DrawView {
  return { issue, numbers, drawnAt, verifyUrl, drawnText: shownTime(drawnAt, timeZone).slice(5) };
}

export function chosenGame(games: readonly LotteryGame[], query: Pick<URLSearchParams, 'get'>): LotteryGame | undefined {
  const [gameCode, playType] = [query.get('gameCode'), query.get('playType')];
  const open = games.filter(({ maintenance }) => !maintenance);
  const plays = ({ code, defaultPlayType }: LotteryGame) =>
    playType !== null && (defaultPlayType === playType || hasPlayType(code, playType));
  return games.find(({ code }) => code === gameCode) ?? open.find(plays) ?? open[0] ?? games[0];
}

function gameView(game: LotteryGame, timeZone: string): LotteryGameView {
  const { code, gameName, showIcon, issueSeconds, maintenance, latest, current } = game;
  const closesText = current ? shownTime(current.closesAt, timeZone).slice(11, 19) : '';
  return { code, gameName, showIcon, issueSeconds, maintenance, latest, current: current && { ...current, closesText } };
}
