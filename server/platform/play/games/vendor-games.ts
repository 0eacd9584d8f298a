import { parseInputAmount, type Units } from '../../../../shared/money/money.ts';
import type { VendorBrand, VendorGame } from '../../../../shared/seamless/games.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { raiseContentVersion, readMerchant, smallestStake } from '../../merchant/index.ts';
import { findProvider, type GameIntake, type ProviderDefinition, pictureOrigins } from '../vendors/index.ts';
import { placed } from './placement.ts';
import { type GameDraft, saveGames, saveVendor } from './store.ts';

/** Outside vendors follow the built-in ones, unless their `order` says otherwise. */
const FIRST_POSITION = 1_000;

export interface TakenGames {
  readonly changed: boolean;
  /** Ids or codes, each with the reason. */
  readonly rejected: readonly string[];
}

/**
 * Stores the brands of a provider. Its games without a brand of the definition are withdrawn. A brand of another provider is rejected.
 */
export async function takeBrands(tx: Tx, merchant: string, definition: ProviderDefinition): Promise<TakenGames> {
  const { code: provider, vendors } = definition;
  const owners = await tx
    .selectFrom('game_vendor')
    .select(['code', 'provider'])
    .where((eb) =>
      eb.or([
        eb('provider', '=', provider),
        eb(
          'code',
          'in',
          vendors.map(({ code }) => code),
        ),
      ]),
    )
    .execute();
  const foreign = new Set(owners.filter((owner) => owner.provider !== provider).map(({ code }) => code));
  let changed = false;
  for (const [index, vendor] of vendors.entries()) {
    if (foreign.has(vendor.code)) continue;
    changed = (await saveVendor(tx, brandDraft(vendor, index, definition))) || changed;
  }
  const dropped = owners.filter((owner) => owner.provider === provider && !vendors.some(({ code }) => code === owner.code));
  if (dropped.length > 0) changed = (await withdraw(tx, { vendors: dropped.map(({ code }) => code), except: [] })) || changed;
  if (changed) await raiseContentVersion(tx, merchant);
  return { changed, rejected: [...foreign].map((code) => `${code} (vendor of another provider)`) };
}

function brandDraft({ code, name, hot, popup, order, picture }: VendorBrand, index: number, definition: ProviderDefinition) {
  const isKnownHost = picture !== undefined && pictureOrigins(definition).includes(new URL(picture).origin);
  const position = order ?? FIRST_POSITION + index;
  return { code, name, provider: definition.code, hot, popup, position, picture: isKnownHost ? picture : null };
}

/** Games that providers report by call or by their feed. */
export function createGameIntake({ merchant }: { readonly merchant: string }): GameIntake {
  return {
    async take(tx, code, games, complete) {
      const provider = await findProvider(tx, code);
      if (!provider) return games.map(({ id }) => `${id} (provider)`);
      return (await takeGames(tx, merchant, provider.definition, { games, complete })).rejected;
    },
  };
}

/** `complete`: the list has all games of the provider, so that others are withdrawn. */
export async function takeGames(
  tx: Tx,
  merchant: string,
  definition: ProviderDefinition,
  { games, complete }: { readonly games: readonly VendorGame[]; readonly complete: boolean },
): Promise<TakenGames> {
  const brands = await tx.selectFrom('game_vendor').select(['code', 'name']).where('provider', '=', definition.code).execute();
  const names = new Map(brands.map(({ code, name }) => [code, name]));
  const foreign = await gamesOfOthers(tx, definition.code, games);
  const rejected: string[] = [];
  const leastStake = smallestStake((await readMerchant(tx, merchant)).settings.currency);
  const drafts = games.flatMap((game, index): GameDraft[] => {
    const vendor = game.vendor ?? definition.vendors[0]?.code ?? '';
    const vendorName = names.get(vendor);
    if (foreign.has(game.id)) rejected.push(`${game.id} (game of another provider)`);
    else if (vendorName === undefined) rejected.push(`${game.id} (vendor)`);
    else return [gameDraft(game, { vendor, vendorName, index, origins: pictureOrigins(definition), rejected, leastStake })];
    return [];
  });
  let changed = drafts.length > 0 && (await saveGames(tx, await placed(tx, drafts)));
  const vendors = [...names.keys()];
  if (complete) changed = (await withdraw(tx, { vendors, except: drafts.map(({ id }) => id) })) || changed;
  if (changed) await raiseContentVersion(tx, merchant);
  return { changed, rejected };
}

async function gamesOfOthers(tx: Tx, provider: string, games: readonly VendorGame[]): Promise<ReadonlySet<string>> {
  if (games.length === 0) return new Set();
  const rows = await tx
    .selectFrom('game')
    .innerJoin('game_vendor', 'game_vendor.code', 'game.vendor')
    .select('game.id')
    .where('game_vendor.provider', '<>', provider)
    .where(
      'game.id',
      'in',
      games.map(({ id }) => id),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

interface Place {
  readonly vendor: string;
  readonly vendorName: string;
  readonly index: number;
  readonly origins: readonly string[];
  readonly rejected: string[];
  /** Of a game that names none. */
  readonly leastStake: Units;
}

/** A picture on an unknown host is left out: the pages could not show it. */
function gameDraft(game: VendorGame, { vendor, vendorName, index, origins, rejected, leastStake }: Place): GameDraft {
  const isKnownHost = game.picture !== undefined && origins.includes(new URL(game.picture).origin);
  if (game.picture !== undefined && !isKnownHost) rejected.push(`${game.id} (picture on a host that pictureHosts does not name)`);
  const minBet = (game.minBet === undefined ? undefined : parseInputAmount(game.minBet)) ?? leastStake;
  const maxBet = game.maxBet === undefined ? minBet : (parseInputAmount(game.maxBet) ?? minBet);
  return {
    id: game.id,
    vendor,
    vendorName,
    name: game.name,
    category: game.category,
    gameType: game.type,
    trial: game.trial,
    hot: game.hot,
    fresh: game.new,
    rtp: game.rtp ?? null,
    volatility: game.volatility ?? null,
    mostWin: null,
    minBet,
    maxBet: maxBet < minBet ? minBet : maxBet,
    lineNum: game.lines,
    position: game.order ?? index,
    picture: isKnownHost ? (game.picture ?? null) : null,
    closedByVendor: game.maintenance,
    enabled: game.offered,
  };
}

/** Lists the games of these vendors no longer, except for some. Records still name them. */
export async function withdraw(
  executor: Executor,
  { vendors, except }: { readonly vendors: readonly string[]; readonly except: readonly string[] },
): Promise<boolean> {
  if (vendors.length === 0) return false;
  let query = executor
    .updateTable('game')
    .set({ enabled: false })
    .where('enabled', '=', true)
    .where('vendor', 'in', [...vendors]);
  if (except.length > 0) query = query.where('id', 'not in', [...except]);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}
