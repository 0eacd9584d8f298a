import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { GAME_SWITCH, isClosedAt, raiseContentVersion } from '../../merchant/index.ts';

/** One game, a vendor's games, or all games. */
export type SwitchScope = { readonly game: string } | { readonly vendor: string } | 'all';

export interface SwitchState {
  readonly closed: boolean;
  /** Start of the closure; null: at once. */
  readonly from: Date | null;
  /** End of the closure; null: ends by hand. */
  readonly until: Date | null;
}

export const SWITCHED_ON: SwitchState = { closed: false, from: null, until: null };

/** `planned`: closes at a future time. */
export type SwitchStatus = 'on' | 'off' | 'planned';

export function switchStatus({ closed, from, until }: SwitchState, now: Date): SwitchStatus {
  if (!closed || (until !== null && until <= now)) return 'on';
  return from !== null && from > now ? 'planned' : 'off';
}

/**
 * Closes or opens games: closed games cannot be opened and take no stakes for new rounds, while running rounds can be completed (GLI-19
 * 4.15). Invalidates the portals' caches. False if there is no such game or vendor.
 */
export async function switchGames(executor: Executor, merchant: string, scope: SwitchScope, state: SwitchState): Promise<boolean> {
  const { closed, from, until } = state.closed ? state : SWITCHED_ON;
  const maintenance = { maintenance: closed, maintenance_from: from, maintenance_end: until };
  const { numUpdatedRows } =
    scope === 'all'
      ? await executor.updateTable('game_vendor').set({ closed, closed_from: from, closed_until: until }).executeTakeFirst()
      : 'vendor' in scope
        ? await executor.updateTable('game_vendor').set(maintenance).where('code', '=', scope.vendor).executeTakeFirst()
        : await executor.updateTable('game').set(maintenance).where('id', '=', scope.game).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await raiseContentVersion(executor, merchant);
  return true;
}

export interface VendorSwitch extends SwitchState {
  readonly code: string;
  readonly name: string;
  readonly games: number;
  readonly gamesClosed: number;
}

export interface GameSwitch extends SwitchState {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
}

export interface Switches {
  /** The switch for all games. */
  readonly all: SwitchState;
  readonly vendors: readonly VendorSwitch[];
  /** Games closed individually, and those found by the search; at most fifty. */
  readonly games: readonly GameSwitch[];
}

const GAMES_SHOWN = 50;

export async function readSwitches(executor: Executor, search: string, now: Date): Promise<Switches> {
  const vendors = await executor
    .selectFrom('game_vendor as v')
    .innerJoin('game', 'game.vendor', 'v.code')
    .where('game.enabled', '=', true)
    .groupBy('v.code')
    .orderBy('v.position')
    .orderBy('v.code')
    .select(['v.code', 'v.name', 'v.maintenance', 'v.maintenance_from', 'v.maintenance_end', 'v.closed', 'v.closed_from', 'v.closed_until'])
    .select(({ fn }) => [fn.countAll<string>().as('games'), fn.countAll<string>().filterWhere(isClosedAt(GAME_SWITCH, now)).as('off')])
    .execute();
  const searchText = search.trim().toLowerCase();
  const games = await executor
    .selectFrom('game')
    .select(['id', 'name', 'vendor', 'maintenance', 'maintenance_from', 'maintenance_end'])
    .where('enabled', '=', true)
    .where(({ or, and, eb }) =>
      or([
        and([eb('maintenance', '=', true), or([eb('maintenance_end', 'is', null), eb('maintenance_end', '>', now)])]),
        ...(searchText === '' ? [] : [eb(sql`strpos(search || ' ' || lower(id), ${searchText})`, '>', 0)]),
      ]),
    )
    .orderBy('maintenance', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(GAMES_SHOWN)
    .execute();
  const closedVendor = vendors.find(({ closed }) => closed);
  return {
    all: { closed: closedVendor !== undefined, from: closedVendor?.closed_from ?? null, until: closedVendor?.closed_until ?? null },
    vendors: vendors.map(({ code, name, maintenance, maintenance_from, maintenance_end, games: all, off }) => ({
      code,
      name,
      closed: maintenance,
      from: maintenance_from,
      until: maintenance_end,
      games: Number(all),
      gamesClosed: Number(off),
    })),
    games: games.map(({ id, name, vendor, maintenance, maintenance_from, maintenance_end }) => ({
      id,
      name,
      vendor,
      closed: maintenance,
      from: maintenance_from,
      until: maintenance_end,
    })),
  };
}

export interface PlannedSwitch extends SwitchState {
  readonly scope: 'all' | 'vendor' | 'game';
  readonly name: string;
}

/** Current and planned closures, the next change first, those without an end last. */
export async function plannedSwitches(executor: Executor, now: Date): Promise<readonly PlannedSwitch[]> {
  const { rows } = await sql<Omit<PlannedSwitch, 'closed'>>`
    select 'all' as scope, '' as name, min(closed_from) as from, min(closed_until) as until
      from game_vendor where closed having count(*) > 0
    union all select 'vendor', name, maintenance_from, maintenance_end from game_vendor where maintenance
    union all (select 'game', name, maintenance_from, maintenance_end from game where maintenance and enabled order by name limit ${GAMES_SHOWN})
    `.execute(executor);
  const next = ({ from, until }: SwitchState) => (from !== null && from > now ? Number(from) : Number(until ?? Number.POSITIVE_INFINITY));
  return rows
    .map((row) => ({ ...row, closed: true }))
    .filter((row) => switchStatus(row, now) !== 'on')
    .sort((a, b) => (next(a) === next(b) ? 0 : next(a) - next(b)));
}

/** The next scheduled change of a switch. */
export async function nextSwitch(executor: Executor, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (
      select unnest(array[maintenance_from, maintenance_end]) as at from game where maintenance
      union all select unnest(array[maintenance_from, maintenance_end]) from game_vendor where maintenance
      union all select unnest(array[closed_from, closed_until]) from game_vendor where closed
    ) as times where at > ${now.toISOString()}::timestamptz`.execute(executor);
  return rows[0]?.at ?? null;
}
