import { gameHref, isLottery, lotteryHref } from '../../../../client/page/paths.ts';
import type { Game, Vendor } from '../../../../shared/api/games/schemas.ts';
import { CATEGORY_PAGE, SUPPORT_PLAY_TRIAL, TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { VisitorInput } from '../visitor-input.ts';
import type { Target } from './target.ts';

/** What a game page does for a target and a visitor. */
export type Plan =
  | { readonly kind: 'launch'; readonly gameId: string; readonly game: Game | null }
  | { readonly kind: 'first-game'; readonly vendor: Vendor }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'signed-out'; readonly name: string | null; readonly text: 'notLoggedIn' | 'freeOff' }
  | { readonly kind: 'free-play'; readonly name: string; readonly realHref: string }
  | { readonly kind: 'real-account' | 'no-free-play'; readonly name: string; readonly realHref: string; readonly game: Game }
  | { readonly kind: 'trial-account'; readonly name: string }
  | { readonly kind: 'closed'; readonly name: string; readonly category: Game['gameCategory'] | null; readonly end: string | null }
  | { readonly kind: 'missing' };

export interface PlanInput {
  readonly target: Target;
  /** Member type; null for visitors. */
  readonly memberType: number | null;
  readonly wantsTrial: boolean;
  /** A lottery opens its own screen, unless the play button of that screen requests the frame. */
  readonly intoFrame: boolean;
  readonly freePlay: boolean;
}

export function planOf(input: PlanInput): Plan {
  const { target } = input;
  switch (target.kind) {
    case 'none':
      return { kind: 'missing' };
    case 'unknown':
      return signedInOr(input, null, { kind: 'launch', gameId: target.gameId, game: null });
    case 'vendor':
      return vendorPlan(input, target.vendor);
    case 'game':
      return gamePlan(input, target.game);
  }
}

function vendorPlan(input: PlanInput, vendor: Vendor): Plan {
  const { vassalage, displayName, gameCategory, maintenance, popup } = vendor;
  if (!input.intoFrame && isLottery(vendor)) return { kind: 'redirect', to: lotteryHref(vassalage) };
  if (maintenance) return { kind: 'closed', name: displayName, category: gameCategory, end: null };
  // With script a dialog lists the games; without it the page of the category does.
  if (!input.intoFrame && popup) return { kind: 'redirect', to: `${CATEGORY_PAGE[gameCategory]}?page=${encodeURIComponent(vassalage)}` };
  return signedInOr(input, displayName, { kind: 'first-game', vendor });
}

function gamePlan(input: PlanInput, game: Game): Plan {
  const { gameId, gameName: name, vassalage, gameCategory, maintenance, maintenanceEnd = null } = game;
  const { memberType, wantsTrial } = input;
  const onTrial = memberType === TRIAL_TYPE;
  const hasTrial = game.supportPlay === SUPPORT_PLAY_TRIAL;
  if (!input.intoFrame && !wantsTrial && isLottery(game)) return { kind: 'redirect', to: lotteryHref(vassalage, gameId) };
  if (maintenance) return { kind: 'closed', name, category: gameCategory, end: maintenanceEnd };
  if (onTrial && !hasTrial) return { kind: 'trial-account', name };
  if (wantsTrial && !onTrial) return trialPlan(input, game, hasTrial);
  return signedInOr(input, name, { kind: 'launch', gameId, game });
}

/** Free play runs on trial accounts, so that it never costs a real wallet money. */
function trialPlan({ memberType, freePlay }: PlanInput, game: Game, hasTrial: boolean): Plan {
  const { gameName: name, gameId } = game;
  const realHref = gameHref(gameId);
  if (!hasTrial) return { kind: 'no-free-play', name, realHref, game };
  if (memberType !== null) return { kind: 'real-account', name, realHref, game };
  return freePlay ? { kind: 'free-play', name, realHref } : { kind: 'signed-out', name, text: 'freeOff' };
}

function signedInOr({ memberType }: PlanInput, name: string | null, plan: Plan): Plan {
  return memberType === null ? { kind: 'signed-out', name, text: 'notLoggedIn' } : plan;
}

export function planInput({ visitor, query, context }: VisitorInput, target: Target, alwaysFrame: boolean): PlanInput {
  return {
    target,
    memberType: visitor.session?.type ?? null,
    wantsTrial: query.get('trial') === '1',
    intoFrame: alwaysFrame || query.get('play') === '1' || query.get('from') === '/lottery',
    freePlay: context.features.freePlay ?? false,
  };
}
