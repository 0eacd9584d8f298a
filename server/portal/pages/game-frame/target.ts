import { gameList } from '../../../../shared/api/games/contract.ts';
import type { Game, Vendor } from '../../../../shared/api/games/schemas.ts';
import { CallRefused } from '../call-value.ts';
import type { Query } from '../page-view.ts';
import type { VisitorInput } from '../visitor-input.ts';

const CODE = /^[A-Za-z0-9_.-]{1,64}$/;

/** Target of a game page's address. `unknown`: the platform did not answer the query for the game. */
export type Target =
  | { readonly kind: 'game'; readonly game: Game }
  | { readonly kind: 'unknown'; readonly gameId: string }
  | { readonly kind: 'vendor'; readonly vendor: Vendor }
  | { readonly kind: 'none' };

/** `?gameId=` names a game, `?vassalage=` alone a vendor. */
export async function targetOf({ upstream, visitor, context, query }: VisitorInput): Promise<Target> {
  const gameId = codeOf(query, 'gameId');
  if (gameId === undefined) {
    const code = codeOf(query, 'vassalage');
    const vendor = context.menus.flatMap(({ vendors }) => vendors).find(({ vassalage }) => vassalage === code);
    return vendor ? { kind: 'vendor', vendor } : { kind: 'none' };
  }
  const answer = await upstream.call(gameList, { query: { gameId, pageSize: 1 } }, visitor);
  if (!answer.success) return { kind: 'unknown', gameId };
  const game = answer.value.games.find((found) => found.gameId === gameId);
  return game ? { kind: 'game', game } : { kind: 'none' };
}

/** A vendor without a list of its own starts with its first open game. */
export async function firstGame({ upstream, visitor }: VisitorInput, { vassalage }: Vendor): Promise<Game | undefined> {
  const query = { vassalage, pageSize: 10 };
  const answer = await upstream.call(gameList, { query }, visitor);
  if (!answer.success && answer.code === 'not_offered') throw new CallRefused(gameList.id, answer);
  if (!answer.success) return undefined;
  return answer.value.games.find((game) => !game.maintenance) ?? answer.value.games[0];
}

function codeOf(query: Query, name: string): string | undefined {
  const value = query.get(name) ?? '';
  return CODE.test(value) ? value : undefined;
}
