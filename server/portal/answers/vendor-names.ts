import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { gameMenus, gameVendor } from '../../../shared/api/games/calls.ts';
import type { Game, Vendor } from '../../../shared/api/games/schemas.ts';
import { BoundedMap } from '../cache/bounded-map.ts';

export interface VendorNames {
  /** Records the names of an answer with vendors. */
  note(call: Pick<AnyCall, 'id'>, answer: Envelope<unknown>): void;
  /** The answer with the names of the vendors at games that have their code only. */
  complete(answer: Envelope<unknown>): Envelope<unknown>;
}

const VENDORS = 1_000;

/** Names of vendors, for a platform whose lists of games have codes only. */
export function createVendorNames(): VendorNames {
  const names = new BoundedMap<string, string>(VENDORS);
  const complete = (game: Game): Game => {
    const name = game.accountTypeName === game.vassalage ? names.get(game.vassalage) : undefined;
    return name === undefined ? game : { ...game, accountTypeName: name };
  };
  return {
    note({ id }, answer) {
      if (answer.success) for (const { vassalage, displayName } of vendorsIn(id, answer.value)) names.set(vassalage, displayName);
    },
    complete(answer) {
      if (!answer.success || typeof answer.value !== 'object' || answer.value === null) return answer;
      const { games, list } = answer.value as { readonly games?: unknown; readonly list?: unknown };
      if (isGames(games)) return { ...answer, value: { ...answer.value, games: games.map(complete) } };
      return isGames(list) ? { ...answer, value: { ...answer.value, list: list.map(complete) } } : answer;
    },
  };
}

function vendorsIn(id: string, value: unknown): readonly Vendor[] {
  if (id === gameVendor.id) return (value as { readonly data: { readonly lanes: readonly Vendor[] } }).data.lanes;
  if (id !== gameMenus.id) return [];
  return (value as { readonly gameMenus: readonly { readonly vendors: readonly Vendor[] }[] }).gameMenus.flatMap(({ vendors }) => vendors);
}

function isGames(list: unknown): list is readonly Game[] {
  return Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null && 'accountTypeName' in one);
}
