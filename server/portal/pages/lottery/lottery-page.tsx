import type { LotteryLobbyProps } from '../../../../client/islands/games/props.ts';
import { type DrawView, LOTTERY_AREAS, type LotteryGameView, type LotteryPath } from '../../../../client/islands/lottery/lottery-view.ts';
import { lotteryMenu, openedNumbers, vnNumbers } from '../../../../shared/api/schedule/contract.ts';
import type { LotteryDraw, LotteryGame } from '../../../../shared/api/schedule/schemas.ts';
import { OPENED_NUMBERS_COUNT } from '../../../../shared/constants.ts';
import { LotteryPage } from '../../../../views/pages/lottery/lottery.tsx';
import { callOr, callValue } from '../call-value.ts';
import type { LoadInput } from '../load-input.ts';
import { VIEW_ISLANDS } from '../page-islands.ts';
import type { PageView } from '../page-view.ts';
import { shownTime } from '../shown-time.ts';

/** Query parameters of the lottery pages. */
export const LOTTERY_PARAMETERS = ['gameCode', 'playType'];

/**
 * The lobby of one lottery area. `gameCode` selects the game, `playType` the first open one that plays so; unknown values are ignored.
 */
export function lotteryPage(path: LotteryPath) {
  return async (input: LoadInput): Promise<PageView> => ({
    status: 200,
    title: input.context.t(`lottery.title_${path.slice(1)}`),
    entry: 'views/pages/lottery/lottery.tsx',
    islands: VIEW_ISLANDS['views/pages/lottery/lottery.tsx'],
    body: <LotteryPage context={input.context} lobby={await loadLobby(input, path)} />,
  });
}

async function loadLobby({ upstream, visitor, query, timeZone }: LoadInput, path: LotteryPath): Promise<LotteryLobbyProps> {
  const area = LOTTERY_AREAS[path];
  const answer = await callValue(upstream, lotteryMenu, { query: { lottoArea: area } }, visitor);
  // A platform may answer all groups of games at once; the page without an area of its own shows them all.
  const games = area === 'LOTT' ? answer.games : answer.games.filter(({ lottoArea }) => lottoArea === area);
  const game = chosenGame(games, query);
  const numbers = path === '/vnlottery' ? vnNumbers : openedNumbers;
  const numbersInput = { query: { gameCode: game?.code, count: OPENED_NUMBERS_COUNT } };
  const found = game ? await callOr(upstream, numbers, numbersInput, visitor, null) : { list: [] };
  return {
    path,
    games: games.map((one) => gameView(one, timeZone)),
    selected: game?.code ?? null,
    playType: query.get('playType'),
    draws: found === null ? null : found.list.map((draw) => drawView(draw, timeZone)),
    timeZone,
  };
}

function drawView({ issue, numbers, drawnAt, verifyUrl }: LotteryDraw, timeZone: string): DrawView {
  return { issue, numbers, drawnAt, verifyUrl, drawnText: shownTime(drawnAt, timeZone).slice(5) };
}

export function chosenGame(games: readonly LotteryGame[], query: Pick<URLSearchParams, 'get'>): LotteryGame | undefined {
  const [gameCode, playType] = [query.get('gameCode'), query.get('playType')];
  const open = games.filter(({ maintenance }) => !maintenance);
  return (
    games.find(({ code }) => code === gameCode) ?? open.find(({ defaultPlayType }) => defaultPlayType === playType) ?? open[0] ?? games[0]
  );
}

function gameView(game: LotteryGame, timeZone: string): LotteryGameView {
  const { code, gameName, showIcon, issueSeconds, maintenance, latest, current } = game;
  const closesText = current ? shownTime(current.closesAt, timeZone).slice(11, 19) : '';
  return { code, gameName, showIcon, issueSeconds, maintenance, latest, current: current && { ...current, closesText } };
}
