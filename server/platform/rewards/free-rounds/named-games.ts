import type { Executor } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { FreeRoundDeps, GrantRow } from './contracts.ts';

/** The games of a grant in a few words: the first, and how many others. `names`: by id; an unknown one is shown as its id. */
export function gamesNamed(
  { translate }: { readonly translate: Translate },
  { games }: Pick<GrantRow, 'games'>,
  names: ReadonlyMap<string, string>,
  language: string,
): string {
  const [first = ''] = games;
  const game = names.get(first) ?? first;
  return games.length < 2 ? game : translate(language, 'rewards.free_games', { game, more: games.length - 1 });
}

/** The same for a message to the member, in the member's language. */
export async function gamesText(
  deps: Pick<FreeRoundDeps, 'games' | 'translate' | 'merchant'>,
  executor: Executor,
  grant: GrantRow,
): Promise<string> {
  const member = await executor.selectFrom('member').select('language').where('id', '=', grant.member_id).executeTakeFirst();
  const language = member?.language ?? (await readMerchant(executor, deps.merchant)).settings.defaultLanguage;
  const found = await deps.games.findMany(executor, grant.games.slice(0, 1), language);
  return gamesNamed(deps, grant, new Map([...found].map(([id, { gameName }]) => [id, gameName])), language);
}

/** Page on which a grant is played: that of its first game. */
export function hrefOf({ games: [gameId = ''] }: Pick<GrantRow, 'games'>): string {
  return `/game?gameId=${encodeURIComponent(gameId)}`;
}
