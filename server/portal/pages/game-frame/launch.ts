import { type FramePosition, onLaunchHost, withFramePosition, withTimeZone } from '../../../../client/islands/game-frame/launch-host.ts';
import type { GameFrameProps } from '../../../../client/islands/games/props.ts';
import { CUSTOMER_SERVICE } from '../../../../client/page/paths.ts';
import { launchGame } from '../../../../shared/api/games/contract.ts';
import type { Game } from '../../../../shared/api/games/schemas.ts';
import { launchAddress } from '../../../../shared/api/launch-address.ts';
import { PROTECTION_CODES } from '../../../../shared/api/responsible-gaming/codes.ts';
import { protectionPlay } from '../../../../shared/api/responsible-gaming/contract.ts';
import { LAUNCH_FIELDS, LONG_BETS, TRIAL_TYPE } from '../../../../shared/constants.ts';
import { defined } from '../../../kit/defined.ts';
import type { VisitorInput } from '../visitor-input.ts';

const PLAY_TYPE = /^[A-Za-z0-9_.-]{1,64}$/;
const PLACE = /^[A-Za-z0-9_.:-]{1,80}$/;

export type FrameView = Pick<GameFrameProps, 'game' | 'url' | 'message' | 'rest' | 'next' | 'sameOrigin' | 'hosts' | 'frames'>;
export type LaunchResult =
  | { readonly kind: 'frame'; readonly frame: FrameView; readonly status: number }
  /** The game closed, or requires another account, since the list was made. */
  | { readonly kind: 'closed' | 'trial-account'; readonly name: string };

/** Requests the launch address of a game with every field of the launch request. */
export async function launch(input: VisitorInput, gameId: string, game: Game | null): Promise<LaunchResult> {
  const { upstream, visitor, context, merchant } = input;
  // A vendor's page must never get the site's own origin.
  const launchHosts = input.launchHosts.filter((host) => host !== input.origin);
  const frames = (input.vendorFrames ?? []).filter((host) => host !== input.origin);
  const { session } = visitor;
  const body = {
    ...LAUNCH_FIELDS,
    gameId,
    ...(game ? { nodeId: game.nodeId, vassalage: game.vassalage } : {}),
    ...(session ? { username: session.account, token: session.token } : {}),
    merchantCode: merchant,
    language: context.language.code,
    theme: context.theme,
    ...playTypeOf(input.query),
    ...(input.query.get('trial') === '1' ? { trial: true } : {}),
  };
  const answer = await upstream.call(launchGame, { body }, visitor);
  const place = placeOf(input.query);
  const name = game?.gameName ?? context.t('lobby.gameUnavailable');
  if (!answer.success) {
    if (answer.code === 'game_maintenance') return { kind: 'closed', name };
    if (answer.code === 'in_need_true_account' && session?.type === TRIAL_TYPE) return { kind: 'trial-account', name };
    return { kind: 'frame', frame: closedFrame(input, gameId, game, answer), status: answer.code === 'game_not_found' ? 404 : 200 };
  }
  const { value } = answer;
  const known = viewOf(input, gameId, game);
  // A platform may answer with the address alone.
  const view = {
    ...known,
    gameId: value.gameId || gameId,
    name: value.gameName || name,
    vassalage: value.vassalage || known.vassalage,
    vendorName: value.vendorName || known.vendorName,
  };
  const address = launchAddress(value);
  const url = onLaunchHost(
    withTimeZone(withFramePosition(address, place, frames), input.timeZone),
    { hosts: launchHosts, frames },
    input.origin,
  );
  const message = url === null ? context.t(causeOf(address)) : null;
  return {
    kind: 'frame',
    frame: {
      game: view,
      url,
      message,
      sameOrigin: [address, url ?? address].some((one) => isOwnOrigin(one, input.origin)),
      hosts: launchHosts,
      frames,
    },
    status: 200,
  };
}

/** Why an address cannot be framed: an answer without one is a fault of the platform. */
function causeOf(address: string) {
  return address === '' ? 'errors.launch_failed' : 'play.hostUnknown';
}

/** The refusal that a launch would get because of the member's breaks, exclusion, hold or limits; launches nothing. */
export async function playRefusal(input: VisitorInput, game: Game): Promise<FrameView | undefined> {
  if (!input.visitor.session) return undefined;
  const answer = await input.upstream.call(protectionPlay, {}, input.visitor);
  const refused = answer.success ? answer.value.refused : null;
  return refused ? closedFrame(input, game.gameId, game, refused) : undefined;
}

interface Closed {
  readonly code: string;
  readonly message: string;
}

/** The game frame with the reason for the refusal and the next step. */
function closedFrame(input: VisitorInput, gameId: string, game: Game | null, { code, message }: Closed): FrameView {
  const next = { ...defined({ rest: restOf(code) }), next: nextOf(code) };
  return { game: viewOf(input, gameId, game), url: null, message, ...next, sameOrigin: false, hosts: input.launchHosts };
}

function viewOf({ query, context }: VisitorInput, gameId: string, game: Game | null): FrameView['game'] {
  return {
    gameId,
    nodeId: game?.nodeId ?? null,
    name: game?.gameName ?? context.t('lobby.gameUnavailable'),
    vassalage: game?.vassalage ?? null,
    vendorName: game?.accountTypeName ?? '',
    place: placeOf(query),
    longBets: hasLongBets(game),
  };
}

function placeOf(query: VisitorInput['query']): FramePosition | null {
  for (const kind of ['match', 'room'] as const) {
    const id = PLACE.exec(query.get(kind) ?? '')?.[0];
    if (id !== undefined) return { kind, id };
  }
  return null;
}

/** Of the address of a lottery's page. */
function playTypeOf(query: VisitorInput['query']): { readonly playType?: string } {
  const playType = PLAY_TYPE.exec(query.get('playType') ?? '')?.[0];
  return playType === undefined ? {} : { playType };
}

function hasLongBets(game: Game | null): boolean {
  return game !== null && LONG_BETS.includes(game.gameCategory);
}

/** The kind of rest that the refusal is about; undefined for any other reason. */
function restOf(refusal: string): FrameView['rest'] {
  if (refusal === 'time_out') return 'break';
  return refusal === 'self_excluded' || refusal === 'self_excluded_open' ? 'exclusion' : undefined;
}

/** Page where the member can resolve the refusal. */
function nextOf(refusal: string): string | null {
  if (refusal === 'account_held' || refusal === 'free_play_closed') return CUSTOMER_SERVICE;
  return PROTECTION_CODES.some((code) => code === refusal) ? '/member/protection' : null;
}

/**
 * Games of this product are sandboxed without `allow-same-origin`, on every host; a vendor's own host may keep its origin. Both the
 * address of the launch and the one that is opened decide.
 */
function isOwnOrigin(url: string, origin: string): boolean {
  return !URL.canParse(url) || new URL(url).origin === origin;
}
