import type { Executor, Tx } from '../../base/db/index.ts';
import { raiseContentVersion } from '../../merchant/index.ts';
import type { GameDraft } from './store.ts';

/** What an operator decides about a game; null: as its provider reports it. */
export interface Placement {
  readonly hot: boolean | null;
  readonly fresh: boolean | null;
  readonly position: number | null;
}

/** The drafts as operators have placed them. */
export async function placed(executor: Executor, drafts: readonly GameDraft[]): Promise<readonly GameDraft[]> {
  if (drafts.length === 0) return drafts;
  const rows = await executor
    .selectFrom('game_placement')
    .selectAll()
    .where(
      'game_id',
      'in',
      drafts.map(({ id }) => id),
    )
    .execute();
  const placements = new Map(rows.map((row) => [row.game_id, row]));
  return drafts.map((draft) => {
    const own = placements.get(draft.id);
    return own ? { ...draft, hot: own.hot ?? draft.hot, fresh: own.fresh ?? draft.fresh, position: own.position ?? draft.position } : draft;
  });
}

/** Places a game at once, and in later reports of its provider. False if there is no such game. */
export async function placeGame(
  tx: Tx,
  { merchant, id, now }: { readonly merchant: string; readonly id: string; readonly now: Date },
  placement: Placement,
): Promise<boolean> {
  const game = await tx.selectFrom('game').select(['hot', 'fresh', 'position']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!game) return false;
  const stored = { ...placement, updated_at: now };
  await tx
    .insertInto('game_placement')
    .values({ game_id: id, ...stored })
    .onConflict((conflict) => conflict.column('game_id').doUpdateSet(stored))
    .execute();
  const { hot, fresh, position } = placement;
  await tx
    .updateTable('game')
    .set({ hot: hot ?? game.hot, fresh: fresh ?? game.fresh, position: position ?? game.position })
    .where('id', '=', id)
    .execute();
  await raiseContentVersion(tx, merchant);
  return true;
}

export interface PlacedGame {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly vendor: string;
  readonly hot: boolean;
  readonly fresh: boolean;
  readonly position: number;
  readonly enabled: boolean;
  /** Closed by the provider. */
  readonly closedByVendor: boolean;
  /** Closed by an operator. */
  readonly maintenance: boolean;
  readonly own: Placement;
}

/** Games of a provider in the order of their lists, those that are not listed any more last. */
export async function gamesOfProvider(executor: Executor, provider: string, limit: number): Promise<readonly PlacedGame[]> {
  const rows = await executor
    .selectFrom('game')
    .innerJoin('game_vendor', 'game_vendor.code', 'game.vendor')
    .leftJoin('game_placement', 'game_placement.game_id', 'game.id')
    .where('game_vendor.provider', '=', provider)
    .select(['game.id', 'game.name', 'game.category', 'game.vendor', 'game.hot', 'game.fresh', 'game.position', 'game.enabled'])
    .select(['game.closed_by_vendor', 'game.maintenance'])
    .select(['game_placement.hot as own_hot', 'game_placement.fresh as own_fresh', 'game_placement.position as own_position'])
    .orderBy('game.enabled', 'desc')
    .orderBy('game.position')
    .orderBy('game.id')
    .limit(limit)
    .execute();
  return rows.map(({ closed_by_vendor, own_hot, own_fresh, own_position, ...row }) => ({
    ...row,
    closedByVendor: closed_by_vendor,
    own: { hot: own_hot, fresh: own_fresh, position: own_position },
  }));
}

/** Listed games by provider. */
export async function listedGames(executor: Executor): Promise<ReadonlyMap<string, number>> {
  const rows = await executor
    .selectFrom('game')
    .innerJoin('game_vendor', 'game_vendor.code', 'game.vendor')
    .where('game.enabled', '=', true)
    .groupBy('game_vendor.provider')
    .select('game_vendor.provider')
    .select(({ fn }) => fn.countAll<string>().as('games'))
    .execute();
  return new Map(rows.map(({ provider, games }) => [provider, Number(games)]));
}
