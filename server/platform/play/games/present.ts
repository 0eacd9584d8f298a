import type { Game, PvpRoom, Vendor } from '../../../../shared/api/games/schemas.ts';
import { SUPPORT_PLAY_TRIAL, VENDOR_HOT } from '../../../../shared/constants.ts';
import { STUDIO_ART_PATH } from '../../../../shared/games/contract.ts';
import type { CurrencyView } from '../../../../shared/money/amount-text.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { namedPlaceholder } from '../../../../shared/named-placeholder.ts';
import { STUDIO_PROVIDER, type VendorRoom } from '../vendors/index.ts';
import type { VendorOfCategory } from './catalogue.ts';
import { presentReturn } from './present-return.ts';
import type { ListedGame } from './reads.ts';

const NO_TRIAL = 1;
const NO_POPULARITY = 0;

type Pictured = Pick<ListedGame, 'id' | 'name' | 'provider' | 'picture'>;

/** Picture of a game. Only the built-in vendor draws one; a game without a picture shows its name. */
export function pictureOf({ id, name, provider, picture }: Pictured): string {
  return picture ?? (provider === STUDIO_PROVIDER ? `${STUDIO_ART_PATH}/${id}.svg` : namedPlaceholder(name));
}

export function presentGame(game: ListedGame): Game {
  return {
    gameId: game.id,
    nodeId: game.id,
    vassalage: game.vendor,
    accountTypeName: game.vendorName,
    gameName: game.name,
    nodeName: game.name,
    showIcon: pictureOf(game),
    supportPlay: game.trial ? SUPPORT_PLAY_TRIAL : NO_TRIAL,
    gameType: game.gameType,
    gameCategory: game.category,
    ...presentReturn(game.rtp),
    volatility: game.volatility,
    mostWin: game.mostWin,
    minBet: toWire(game.minBet),
    lineNum: game.lineNum,
    isHot: game.hot,
    isNew: game.fresh,
    maintenance: game.maintenance,
    maintenanceEnd: game.maintenanceEnd?.toISOString() ?? null,
  };
}

/** A card game without reported rooms counts as one room without player counts. */
export function presentRooms(game: ListedGame, rooms: readonly VendorRoom[], currency: CurrencyView): readonly PvpRoom[] {
  const base = {
    gameId: game.id,
    gameName: game.name,
    vassalage: game.vendor,
    vendorName: game.vendorName,
    showIcon: pictureOf(game),
    ...currency,
    maintenance: game.maintenance,
  };
  const gameRooms = rooms.filter((room) => room.gameId === game.id);
  if (gameRooms.length === 0)
    return [{ ...base, roomId: game.id, minBet: toWire(game.minBet), maxBet: toWire(game.maxBet), players: null, waiting: null }];
  return gameRooms.map(({ roomId, stake, occupancy }) => ({
    ...base,
    roomId,
    minBet: toWire(stake),
    maxBet: toWire(stake),
    players: occupancy?.players ?? null,
    waiting: occupancy?.waiting ?? null,
  }));
}

export function presentVendor(vendor: VendorOfCategory): Vendor {
  return {
    vassalage: vendor.code,
    displayName: vendor.name,
    smallIcon: vendor.picture ?? (vendor.provider === STUDIO_PROVIDER ? `${STUDIO_ART_PATH}/vendor-${vendor.code}.svg` : ''),
    isHot: vendor.hot ? VENDOR_HOT : NO_POPULARITY,
    gameCategory: vendor.category,
    gameCount: vendor.gameCount,
    popup: vendor.popup,
    maintenance: vendor.maintenance,
  };
}

/** Masked so that members recognise their own name only: "ca•••7". */
export function maskName(account: string): string {
  const characters = [...account];
  return `${characters.slice(0, 2).join('')}•••${characters.length > 4 ? characters.at(-1) : ''}`;
}
