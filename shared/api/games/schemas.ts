import * as v from 'valibot';
import { GAME_CATEGORIES, GAME_PAGE_SIZE, POPULAR_GAMES_COUNT, VOLATILITIES } from '../../constants.ts';
import { code, codes, instant, nothing, text, wholeNumber, wireAmount } from '../fields.ts';

const category = v.picklist(GAME_CATEGORIES);

export const gameValue = v.object({
  gameId: v.string(),
  nodeId: v.string(),
  /** Vendor code. */
  vassalage: v.string(),
  accountTypeName: v.string(),
  gameName: v.string(),
  nodeName: v.string(),
  showIcon: v.string(),
  /** 0: a free trial is offered. */
  supportPlay: v.number(),
  /** Kind within the category: a live classify code, else the vendor's own name. */
  gameType: v.string(),
  gameCategory: category,
  /** Published return to player in percent ("96.12"), null if the vendor publishes none. */
  rtp: v.nullable(v.string()),
  /** Return of the best bet if bets differ; `rtp` is then the return of the worst bet. */
  rtpMost: v.optional(v.nullable(v.string())),
  /** Volatility and maximum win in stakes ("4003.45"), if the vendor publishes them. */
  volatility: v.optional(v.nullable(v.picklist(VOLATILITIES))),
  mostWin: v.optional(v.nullable(v.string())),
  minBet: wireAmount,
  lineNum: v.number(),
  isHot: v.boolean(),
  isNew: v.boolean(),
  maintenance: v.boolean(),
  /** End of the maintenance, if known. */
  maintenanceEnd: v.optional(v.nullable(instant)),
});
export type Game = v.InferOutput<typeof gameValue>;

export const vendorValue = v.object({
  vassalage: v.string(),
  displayName: v.string(),
  smallIcon: v.string(),
  /** 1: hot. */
  isHot: v.number(),
  gameCategory: category,
  /** Null: the platform does not count them. */
  gameCount: v.nullable(v.number()),
  /** A click opens the list of the vendor's games in a dialog instead of a game. */
  popup: v.optional(v.boolean(), false),
  maintenance: v.boolean(),
});
export type Vendor = v.InferOutput<typeof vendorValue>;

export const gameMenus = {
  query: v.strictObject({ merchantCode: v.optional(code) }),
  body: nothing,
  value: v.object({ gameMenus: v.array(v.object({ gameCategory: category, labelName: v.string(), vendors: v.array(vendorValue) })) }),
};
export type GameMenu = v.InferOutput<(typeof gameMenus)['value']>['gameMenus'][number];

export const gameVendor = {
  query: v.strictObject({ merchantCode: v.optional(code) }),
  body: nothing,
  value: v.object({ data: v.object({ lanes: v.array(vendorValue) }) }),
};

/** `gameCategory` is part of the query because one page serves four categories. */
export const gameList = {
  query: v.strictObject({
    clientType: v.optional(wholeNumber(0, 99)),
    platform: v.optional(text(64)),
    channel: v.optional(code),
    merchant: v.optional(code),
    /** One game: its data before the launch. */
    gameId: v.optional(code),
    gameName: v.optional(text(64)),
    minBet: v.optional(text(16)),
    minLineNum: v.optional(wholeNumber(0, 10_000)),
    pageNo: v.optional(wholeNumber(1, 10_000), 1),
    pageSize: v.optional(wholeNumber(1, 100), GAME_PAGE_SIZE),
    /** Number of games to skip instead of whole pages: the dropdown shows 21, then 18. */
    offset: v.optional(wholeNumber(0, 100_000)),
    /** One or more vendors, comma-separated. */
    vassalage: v.optional(codes),
    language: v.optional(code),
    gameType: v.optional(code),
    gameCategory: v.optional(category),
    /** `rebate`: by the point rate of the category, then by published return. */
    sort: v.optional(v.picklist(['popular', 'name', 'new', 'rebate'])),
  }),
  body: nothing,
  value: v.object({
    games: v.array(gameValue),
    pageNum: v.number(),
    totalPages: v.number(),
    /** Null: the platform names the number of pages only. */
    total: v.nullable(v.number()),
    /** Number of games per vendor with the same filter except vendors; only with `pageNo` 1. */
    vendorCounts: v.optional(v.array(v.object({ vassalage: v.string(), displayName: v.string(), count: v.number() }))),
  }),
};

export const vassalageGameTypes = {
  query: v.strictObject({ vassalage: v.optional(code), gameCategory: v.optional(category), language: v.optional(code) }),
  body: nothing,
  value: v.object({ list: v.array(v.object({ gameType: v.string(), count: v.number() })) }),
};

export const favouriteIds = {
  query: nothing,
  body: nothing,
  value: v.object({ gameIds: v.array(v.string()) }),
};

export const favouriteGames = {
  query: v.strictObject({ count: v.optional(wholeNumber(1, 200), 100), gameCategory: v.optional(category) }),
  body: nothing,
  value: v.object({ games: v.array(gameValue) }),
};

export const favouriteSet = {
  query: nothing,
  body: v.strictObject({ gameId: code, favourite: v.boolean() }),
  value: v.object({ gameId: v.string(), favourite: v.boolean() }),
};

export const recentGames = {
  query: v.strictObject({ count: v.optional(wholeNumber(1, 50), POPULAR_GAMES_COUNT), gameCategory: v.optional(category) }),
  body: nothing,
  value: v.object({ games: v.array(gameValue) }),
};

export const rankList = {
  query: v.strictObject({ count: v.optional(wholeNumber(1, 50), 10) }),
  body: nothing,
  value: v.object({
    from: instant,
    to: instant,
    list: v.array(
      v.object({
        rank: v.number(),
        account: v.string(),
        stake: wireAmount,
        rounds: v.number(),
        currency: v.string(),
        currencySymbol: v.string(),
      }),
    ),
  }),
};

export const roomList = {
  query: v.strictObject({ vassalage: v.optional(code), language: v.optional(code) }),
  body: nothing,
  value: v.object({
    rooms: v.array(
      v.object({
        roomId: v.string(),
        gameId: v.string(),
        gameName: v.string(),
        vassalage: v.string(),
        vendorName: v.string(),
        showIcon: v.string(),
        minBet: wireAmount,
        maxBet: wireAmount,
        currency: v.string(),
        currencySymbol: v.string(),
        maintenance: v.boolean(),
        /** Players in the room, and those waiting for an opponent; null if the vendor does not report them. */
        players: v.nullish(v.number(), null),
        waiting: v.nullish(v.number(), null),
      }),
    ),
  }),
};
export type PvpRoom = v.InferOutput<(typeof roomList)['value']>['rooms'][number];

export const hotGames = {
  query: v.strictObject({
    merchantCode: v.optional(code),
    isPlatform: v.optional(wholeNumber(0, 9)),
    vassalage: v.optional(code),
    platform: v.optional(text(64)),
    language: v.optional(code),
  }),
  body: nothing,
  value: v.object({ list: v.array(gameValue) }),
};

export const popularGames = {
  query: v.strictObject({
    count: v.optional(wholeNumber(1, 100), POPULAR_GAMES_COUNT),
    prizeMode: v.optional(code),
    device: v.optional(code),
    language: v.optional(code),
    gameCategory: v.optional(category),
  }),
  body: nothing,
  value: v.object({ games: v.array(gameValue) }),
};

export const winnerBoard = {
  query: nothing,
  body: nothing,
  value: v.object({
    winners: v.array(
      v.object({
        account: v.string(),
        gameId: v.string(),
        gameName: v.string(),
        vassalage: v.string(),
        showIcon: v.string(),
        amount: wireAmount,
        currency: v.string(),
        currencySymbol: v.string(),
        at: instant,
      }),
    ),
  }),
};
export type Winner = v.InferOutput<(typeof winnerBoard)['value']>['winners'][number];

/** Fields of the launch request; the server takes player and token from the session. */
export const launchGame = {
  query: nothing,
  body: v.strictObject({
    gameId: code,
    nodeId: v.optional(code),
    vassalage: v.optional(code),
    accountType: v.optional(v.number()),
    confirmTrans: v.optional(v.number()),
    launchMode: v.optional(code),
    platform: v.optional(text(64)),
    clientType: v.optional(v.number()),
    merchantCode: v.optional(code),
    language: v.optional(code),
    theme: v.optional(code),
    /** Kind of play of a lottery that the game starts with; the vendor knows its names. */
    playType: v.optional(code),
    username: v.optional(text(64)),
    /** Part of the interface but never read; the session decides. */
    token: v.optional(text(4096)),
    /** Free play: needs a trial account, otherwise refused. */
    trial: v.optional(v.boolean()),
  }),
  /** At least one of the two addresses is set; `game_url` wins. */
  value: v.object({
    game_url: v.optional(v.string()),
    game_url2: v.optional(v.string()),
    gameId: v.string(),
    gameName: v.string(),
    vassalage: v.string(),
    vendorName: v.string(),
    gameCategory: category,
    expiresAt: instant,
  }),
};
