import { gameList, launchGame } from '../../../shared/api/game-calls.ts';
import { launchAddress } from '../../../shared/api/launch-address.ts';
import { CLIENT_TYPE, TRIAL_TYPE } from '../../../shared/constants.ts';
import { isHere } from '../../../views/components/navigation.ts';
import { GamePage } from '../../../views/pages/game.tsx';
import { callOr } from './call-value.ts';
import type { PageView, Query } from './page-view.ts';
import type { VisitorInput } from './visitor-input.ts';

const CODE = /^[A-Za-z0-9_.-]{1,64}$/;

/** `/game?gameId=` or `?vassalage=` (the vendor's first game): launches for a signed-in visitor, else asks to sign in. */
export async function gamePage(input: VisitorInput): Promise<PageView> {
  const { context, visitor } = input;
  const page = { entry: 'views/pages/game.tsx', noIndex: true, title: context.t('lobby.play') } as const;
  if (!visitor.session) {
    const body = <GamePage context={context} game={{ kind: 'signed-out', loginHref: loginHref(context.here) }} />;
    return { ...page, status: 200, islands: [], body };
  }
  const game = await launch(input);
  return {
    ...page,
    status: game.status,
    title: game.frame.game.name,
    islands: ['game-frame'],
    body: <GamePage context={context} game={{ kind: 'frame', ...game.frame }} />,
  };
}

export function loginHref(here: string): string {
  return `/login?next=${encodeURIComponent(here)}`;
}

async function launch(input: VisitorInput) {
  const { upstream, visitor, context, query } = input;
  const trial = visitor.session?.type === TRIAL_TYPE;
  const gameId = await wantedGame(input);
  const exitHref = exitOf(query, context.here);
  // Free play runs on trial accounts: a real wallet never pays for what was asked for as free.
  if (query.get('trial') === '1' && !trial) {
    const game = { gameId: gameId ?? '', name: context.t('lobby.freePlay'), vendorName: '' };
    return { status: 200, frame: { game, url: null, message: context.t('lobby.freePlayNeedsTrial'), sameOrigin: false, trial, exitHref } };
  }
  const answer = gameId
    ? await upstream.call(
        launchGame,
        {
          body: {
            gameId,
            accountType: 1,
            confirmTrans: 0,
            launchMode: 'GLS',
            platform: 'html5-desktop',
            clientType: CLIENT_TYPE,
            language: context.language.code,
            theme: context.theme,
          },
        },
        visitor,
      )
    : undefined;
  if (!answer?.success) {
    const message = answer?.message ?? context.t('errors.game_not_found');
    const game = { gameId: gameId ?? '', name: context.t('lobby.gameUnavailable'), vendorName: '' };
    const status = answer && answer.code !== 'game_not_found' ? 200 : 404;
    return { status, frame: { game, url: null, message, sameOrigin: false, trial, exitHref } };
  }
  const { gameName: name, vendorName } = answer.value;
  const url = launchAddress(answer.value);
  const game = { gameId: answer.value.gameId, name, vendorName };
  return { status: 200, frame: { game, url, message: null, sameOrigin: isOwn(url, input.origin), trial, exitHref } };
}

async function wantedGame({ upstream, visitor, query }: VisitorInput): Promise<string | undefined> {
  const gameId = query.get('gameId');
  if (gameId && CODE.test(gameId)) return gameId;
  const vassalage = query.get('vassalage');
  if (!vassalage || !CODE.test(vassalage)) return undefined;
  const { games } = await callOr(upstream, gameList, { query: { vassalage, pageSize: 1 } }, { ...visitor, session: null }, { games: [] });
  return games[0]?.gameId;
}

/** Pages of this product get a sandbox without `allow-same-origin`; a vendor's own host may keep its origin. */
function isOwn(url: string, origin: string): boolean {
  return !URL.canParse(url) || new URL(url).origin === origin;
}

function exitOf(query: Query, here: string): string {
  const from = query.get('from');
  return from && /^\/[a-z]{2,12}$/.test(from) && !isHere(from, here) ? from : '/index';
}
