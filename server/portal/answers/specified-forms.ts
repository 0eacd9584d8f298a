import { createHash } from 'node:crypto';
import { avatarHref } from '../../../shared/avatars.ts';
import { GAME_CATEGORIES, type GameCategory } from '../../../shared/constants.ts';
import { findList } from './find-list.ts';

type Item = Readonly<Record<string, unknown>>;
type Form = (value: unknown) => unknown;

/**
 * Answers that the specification of the calls allows in another form than the call table: groups instead of a flat list, another name of
 * the container. Each function gets an answer that does not fit its schema and returns it in the form of the table; what it does not
 * recognize stays as it is.
 */
const FORMS: Readonly<Record<string, Form>> = {
  'system.whitelabel': (value) => {
    const item = itemOf(value);
    const settings = { ...itemOf(item.settings), ...itemOf(item.features) };
    return Object.keys(settings).length === 0 ? item : { ...item, features: flagsOf(settings) };
  },
  'system.domainRoute': (value) => mapList(value, 'domainList', (item) => ({ ...item, url: item.url ?? addressOf(item.domain) })),
  'setting.register': (value) => {
    const item = itemOf(value);
    return 'fields' in item ? item : { ...rest(item), fields: objectsOf(item) };
  },
  'games.menus': (value) => {
    const menus = listOf(value, 'gameMenus').map(itemOf);
    return { gameMenus: menus.filter((menu) => categoryOf(menu.gameCategory)).map(menuOf) };
  },
  'games.vendors': (value) => {
    const data = itemOf(itemOf(value).data ?? value);
    return { data: { lanes: lanesOf(data.lanes ?? value) } };
  },
  'games.list': (value) => {
    const found = mapList(value, 'games', gameOf);
    const isWhole = Array.isArray(found.games) && Number(found.totalPages ?? 1) <= 1 && Number(found.pageNum ?? 1) <= 1;
    return isWhole ? { ...found, total: found.total ?? (found.games as unknown[]).length } : found;
  },
  'games.hot': (value) => mapList(value, 'list', gameOf),
  'games.popular': (value) => mapList(value, 'games', gameOf),
  'games.favourites': (value) => mapList(value, 'games', gameOf),
  'games.recent': (value) => mapList(value, 'games', gameOf),
  'games.rooms': (value) => mapList(value, 'rooms', (item) => ({ ...item, gameId: item.gameId ?? item.roomId })),
  'games.favouriteIds': (value) => ({
    gameIds: listOf(value, 'gameIds').map((one) => itemOf(one).gameId ?? one),
  }),
  'games.launch': (value) => {
    const item = itemOf(value);
    const address = item.game_url ?? item.game_url2 ?? item.url ?? item.gameUrl ?? item.launchUrl ?? item.launch_url;
    return { gameId: '', vassalage: '', ...item, game_url: address };
  },
  'system.status': (value) => {
    const item = itemOf(value);
    const info = itemOf(item.info);
    return { ...item, info: { ...info, resources: asList(info.resources).map(itemOf).map(resourceOf) } };
  },
  'lottery.vnNumbers': (value) => mapList(value, 'list', drawOf),
  'lottery.openedNumbers': (value) => mapList(value, 'list', drawOf),
  'lottery.menu': (value) => ({ ...itemOf(value), games: listOf(value, 'games').map(itemOf).flatMap(lotteryGamesOf) }),
  'content.announcements': (value) => mapList(value, 'banners', (item) => ({ ...item, imageUrl: item.imageUrl ?? item.url })),
  'points.rewards': (value) => mapList(value, 'goods', rewardOf),
  'points.redemptions': (value) => mapList(value, 'redemptions', redemptionOf),
  'records.funds': (value) => {
    const item = itemOf(value);
    const wallet = item.wallet ?? item.sumBalance ?? item.balance;
    return { hold: NO_AMOUNT, ...item, wallet, total: item.total ?? item.sumBalance ?? wallet };
  },
  'records.movements': (value) =>
    mapList(value, 'movements', (item) => ({ ...item, at: item.at ?? item.time ?? item.date, kind: item.kind ?? item.type })),
  'session.login': loginOf,
  'session.freePlay': loginOf,
  'session.remembered': loginOf,
  'member.register': loginOf,
  'member.registerMobile': loginOf,
  'member.avatar': (value) => {
    const { url, avatar, avatarType } = itemOf(value);
    return { url: url ?? (avatar === undefined ? undefined : avatarHref(avatarType === 'CUSTOM' ? 'CUSTOM' : 'STATIC', String(avatar))) };
  },
  'contracts.dividend': contractsOf,
  'contracts.daily': contractsOf,
  'contracts.hourly': contractsOf,
  'contracts.realTime': contractsOf,
  'agent.affiliate': (value) => ({ code: '', ...itemOf(value) }),
};

const NO_AMOUNT = '0.0000';

/** Returns the answer in the form of the call table. */
export function inTableForm(callId: string, value: unknown): unknown {
  const form = FORMS[callId];
  const hasContent = typeof value === 'object' || value === undefined;
  return form && hasContent ? form(value) : value;
}

/** After its first sign-in a member has to choose a password. */
const FIRST_CHANGE = { mustChangePassword: true, needsOldPassword: true };

/**
 * User data is part of the answer, under a name that is not specified, or next to the token; without any, the member is loaded with the token.
 * A token alone is not the answer of a sign-in.
 */
function loginOf(value: unknown): unknown {
  const item = itemOf(value);
  if ('verification' in item) return item;
  const { token, member, ...others } = item;
  const user = [member, ...Object.values(others), item].map(itemOf).find(({ account, username }) => account ?? username);
  if (!user) return 'firstTimeLogin' in item || 'passwordExpired' in item ? { ...item, member: { account: '' } } : { token: null };
  const first = item.mustChangePassword === undefined && isTrue(item.firstTimeLogin) ? FIRST_CHANGE : {};
  return { ...item, ...first, member: { ...user, account: user.account ?? user.username ?? '', type: user.type ?? 0 } };
}

/** A list of conditions with their rates in percent is the contract of the signed-in agent. */
function contractsOf(value: unknown): unknown {
  const found = findList(value, 'list');
  if (!found || 'own' in itemOf(value)) return value;
  const items = found.list.map(itemOf);
  const tiers = items.map((item) => ({
    rateBp: Math.round(Number(item.rate) * 100),
    minValidBet: item.periodValidBet ?? item.betAmountDaily ?? item.betAmountPerHour ?? NO_AMOUNT,
    minProfit: item.periodProfitLoss ?? NO_AMOUNT,
    minActive: item.activeMembers ?? 0,
  }));
  const single = items.find(({ betAmountSingle }) => betAmountSingle !== undefined)?.betAmountSingle;
  const terms = { tiers, minSingleBet: single ?? NO_AMOUNT, carryNegative: false, ownPlay: false };
  const period = ['D', 'W', 'H', 'M'].find((one) => items.some((item) => item.period === one)) ?? null;
  return { ...found.fields, own: items.length === 0 ? null : { contractId: '', account: '', state: 'active', period, terms } };
}

function menuOf(menu: Item): Item {
  const gameCategory = categoryOf(menu.gameCategory) as GameCategory;
  return { ...menu, gameCategory, vendors: asList(menu.vendors).map((one) => vendorOf(one, gameCategory)) };
}

/** Categories with their vendors, or vendors with their category. */
function lanesOf(lanes: unknown): unknown[] {
  const groups = Array.isArray(lanes) ? lanes : Object.entries(itemOf(lanes)).map(([gameCategory, vendors]) => ({ gameCategory, vendors }));
  return groups.map(itemOf).flatMap((lane) => {
    const gameCategory = categoryOf(lane.gameCategory);
    if (!gameCategory) return [];
    return Array.isArray(lane.vendors) ? lane.vendors.map((one: unknown) => vendorOf(one, gameCategory)) : [vendorOf(lane, gameCategory)];
  });
}

function vendorOf(value: unknown, gameCategory: GameCategory): Item {
  return { ...itemOf(value), gameCategory };
}

function gameOf(game: Item): Item {
  const gameCategory = categoryOf(game.gameCategory) ?? categoryOf(game.gameType);
  return {
    ...game,
    gameId: game.gameId ?? game.roomId ?? game.code,
    showIcon: game.showIcon || undefined,
    ...(gameCategory && { gameCategory }),
  };
}

function lotteryGamesOf(entry: Item): Item[] {
  if (!Array.isArray(entry.gameMenus)) return [lotteryGameOf(entry, entry.lottoArea)];
  return entry.gameMenus.map((game: unknown) => lotteryGameOf(itemOf(game), entry.gameGroupCode));
}

function lotteryGameOf(game: Item, area: unknown): Item {
  const lottoArea = ['VN', 'SEA'].find((name) => name === area) ?? 'LOTT';
  const vassalage = game.vassalage ?? (lottoArea === 'VN' ? 'TCG_LOTTO_VN' : 'TCG_SEA');
  return { ...game, lottoArea, vassalage, showIcon: game.showIcon || undefined, code: game.code ?? game.gameId };
}

/** Kinds of resources are those of the call table in small letters, with a hyphen. */
function resourceOf(resource: Item): Item {
  const type = typeof resource.resourceType === 'string' ? resource.resourceType.toLowerCase().replaceAll(/[\s_]+/g, '-') : undefined;
  return { ...resource, resourceType: type };
}

/** `numero` is the number of the issue, as in the address of the call. */
function drawOf(draw: Item): Item {
  const numbers = draw.numbers ?? draw.openNumbers;
  return {
    ...draw,
    gameCode: draw.gameCode ?? draw.code,
    issue: draw.issue ?? draw.numero,
    numbers: typeof numbers === 'string' ? numbers.split(/[\s,|]+/).filter((one) => one !== '') : numbers,
    drawnAt: draw.drawnAt ?? draw.openTime,
  };
}

/** A reward of the points mall, as the specification names its fields. */
function rewardOf(item: Item): Item {
  const points = item.requiredPoints ?? item.points;
  const amount = moneyOf(item.requiredAmount ?? item.amount);
  return {
    ...item,
    goodsId: item.goodsId ?? item.rewardId ?? item.id ?? nameId(item.name),
    kind: item.kind ?? (amount === null ? 'goods' : 'credit'),
    requiredPoints: typeof points === 'number' ? String(points) : points,
    requiredAmount: amount,
  };
}

function redemptionOf(item: Item): Item {
  const status =
    typeof item.status === 'string'
      ? item.status
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_')
      : item.status;
  const points = item.points ?? item.changedPoints;
  return {
    ...item,
    redemptionId: item.redemptionId ?? item.id ?? nameId(item.name),
    goodsId: item.goodsId ?? item.rewardId ?? nameId(item.name),
    kind: item.kind ?? (moneyOf(item.amount) === null ? 'goods' : 'credit'),
    points: typeof points === 'number' ? String(points) : points,
    amount: moneyOf(item.amount),
    status,
    reason: item.reason ?? (status === 'rejected' ? item.remark : ''),
    requestedAt: item.requestedAt ?? item.time ?? item.date,
  };
}

/** Null for no amount, and for zero. */
function moneyOf(amount: unknown): unknown {
  return amount === undefined || amount === null || Number(amount) === 0 ? null : amount;
}

/** Id of a reward that has a name only. */
function nameId(name: unknown): string {
  return createHash('sha256').update(String(name)).digest('hex').slice(0, 12);
}

function categoryOf(value: unknown): GameCategory | undefined {
  const name = String(value).toUpperCase();
  return GAME_CATEGORIES.find((category) => category === name);
}

function listOf(value: unknown, name: string): readonly unknown[] {
  return findList(value, name)?.list ?? [];
}

/** With the list in the form of the table; unchanged if the answer has content but no list, so that it is not read as an empty one. */
function mapList(value: unknown, name: string, change: (item: Item) => unknown): Item {
  const found = findList(value, name);
  return found ? { ...found.fields, [name]: found.list.map((one) => change(itemOf(one))) } : itemOf(value);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function flagsOf(settings: Item): Record<string, boolean> {
  const isFlag = (value: unknown) => [true, false, 0, 1, '0', '1', 'true', 'false'].includes(value as never);
  const flags = Object.entries(settings).filter(([, value]) => isFlag(value));
  return Object.fromEntries(flags.map(([name, value]) => [name, isTrue(value)]));
}

function isTrue(value: unknown): boolean {
  return [true, 1, '1', 'true'].includes(value as never);
}

function objectsOf(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => typeof value === 'object' && value !== null));
}

function rest(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => typeof value !== 'object'));
}

function addressOf(domain: unknown): unknown {
  return typeof domain === 'string' && /^[\w.-]+(?::\d+)?$/.test(domain) ? `https://${domain}` : domain;
}

function itemOf(value: unknown): Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Item) : {};
}
