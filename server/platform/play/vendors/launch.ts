import { MEMBER_TYPE, type Theme } from '../../../../shared/constants.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { GameFacts, Provider, VendorDeps } from './contracts.ts';
import * as store from './store.ts';

export const TICKET_MS = MINUTE_MS;

export interface LaunchOrder {
  readonly actor: Actor;
  readonly gameId: string;
  readonly language: string;
  readonly theme: Theme;
  readonly playType?: string;
}

export interface Launch {
  readonly gameUrl: string;
  readonly game: GameFacts;
  readonly trial: boolean;
  readonly expiresAt: Date;
}

type LaunchDeps = Pick<VendorDeps, 'providers' | 'games' | 'members' | 'protection' | 'clock'>;

/** Ticket for one game: single use, valid for one minute, stored as a hash. */
export async function issueTicket(
  executor: Executor,
  { clock }: Pick<VendorDeps, 'clock'>,
  { actor, gameId, provider, language }: Pick<LaunchOrder, 'actor' | 'gameId' | 'language'> & { provider: string },
): Promise<{ ticket: string; expiresAt: Date }> {
  await store.ensurePlayer(executor, provider, actor.memberId);
  const { token, hash } = store.makeToken();
  const expiresAt = new Date(clock.now().getTime() + TICKET_MS);
  await store.insertTicket(executor, {
    hash,
    provider,
    member_id: actor.memberId,
    game_id: gameId,
    language,
    session_id: actor.sessionId,
    expires_at: expiresAt,
    used_at: null,
  });
  return { ticket: token, expiresAt };
}

/** Opens a game: returns the frame's address with a ticket. */
export async function launch(executor: Executor, deps: LaunchDeps, order: LaunchOrder): Promise<Launch> {
  const { actor, gameId, language, theme, playType } = order;
  const { game, provider, currency, trial } = await checkLaunch(executor, deps, order);
  const offered = provider.languageFor?.(language) ?? language;
  const { ticket, expiresAt } = await issueTicket(executor, deps, { actor, gameId, provider: game.provider, language: offered });
  const chosen = playType === undefined ? {} : { playType };
  const gameUrl = provider.launchUrl({ ticket, gameId, language: offered, theme, currency, ...chosen });
  return { gameUrl, game, trial, expiresAt };
}

export interface CheckedLaunch {
  readonly game: GameFacts;
  readonly provider: Provider;
  readonly currency: string;
  readonly trial: boolean;
}

/** Refuses what may not be opened, and starts the session timer of what may. */
export async function checkLaunch(executor: Executor, deps: LaunchDeps, { actor, gameId, language }: LaunchOrder): Promise<CheckedLaunch> {
  const game = await deps.games.find(executor, gameId, language);
  if (!game) throw new Refusal('game_not_found');
  if (!game.enabled) throw new Refusal('game_maintenance');
  const provider = deps.providers.get(game.provider);
  const member = await deps.members.find(executor, actor.memberId);
  if (!provider || !member || member.blocked) throw new Refusal('launch_failed');
  if (provider.permissions && !provider.permissions.includes('bet')) throw new Refusal('game_maintenance');
  // The wallet would refuse every call, or every bet.
  if (provider.secret === undefined || provider.currencies?.includes(member.currency) === false) throw new Refusal('launch_failed');
  const trial = member.type === MEMBER_TYPE.trial;
  // Play money exists in the ledger only.
  if (trial && provider.transferWallet) throw new Refusal('in_need_true_account');
  if (trial && (await deps.protection.refuseTrial(executor, actor.memberId))) throw new Refusal('free_play_closed');
  if (!trial) {
    const refusal = await deps.protection.refusePlay(executor, actor.memberId);
    if (refusal) throw protectionRefusal(refusal);
    await deps.protection.notePlay(executor, actor.memberId);
  }
  return { game, provider, currency: member.currency, trial };
}
