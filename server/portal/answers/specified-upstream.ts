import { memberInfo } from '../../../shared/api/accounts/contract.ts';
import type { MemberInfo } from '../../../shared/api/accounts/schemas.ts';
import { walletBalance } from '../../../shared/api/balance/contract.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { gameList, gameMenus, gameVendor } from '../../../shared/api/games/contract.ts';
import type { Game, GameMenu } from '../../../shared/api/games/schemas.ts';
import { consolidatedFunds } from '../../../shared/api/records/contract.ts';
import { systemWhitelabel } from '../../../shared/api/system/contract.ts';
import type { Whitelabel } from '../../../shared/api/system/schemas.ts';
import { merchantWallet } from '../../../shared/api/transfer/contract.ts';
import type { Wallets } from '../../../shared/api/transfer/schemas.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';
import { BoundedMap } from '../cache/bounded-map.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import { UNREADABLE } from '../upstream/tolerant-reader.ts';
import { completeValue } from './complete-value.ts';
import { type Offer, withToken } from './offer.ts';
import { closedPages } from './page-calls.ts';
import type { SiteDefaults } from './site-defaults.ts';
import { moduleFlagsOf, registerRulesOf } from './status-parts.ts';
import { createVendorNames } from './vendor-names.ts';

interface Input {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly raw?: Buffer;
}

type Substitute = (upstream: Upstream, visitor: Visitor, site: SiteDefaults) => Promise<unknown>;

/** Calls that a platform may not have, computed from those that it has. Undefined: no substitute. */
const SUBSTITUTES: Readonly<Record<string, Substitute>> = {
  'system.whitelabel': whitelabelOfStatus,
  'setting.register': registerRulesOf,
  'system.status': () => Promise.resolve({}),
  'games.menus': menusOfVendors,
  'member.info': (_upstream, { session }) =>
    Promise.resolve(session && { id: session.memberId, account: session.account, type: session.type, currency: session.currency }),
  'wallet.list': walletsOfBalance,
};

export interface SpecifiedUpstreamDeps {
  readonly offer: Offer;
  readonly site: SiteDefaults;
  readonly refuse: (visitor: Visitor) => Envelope<never>;
  /** The platform does not have the calls of this product. */
  readonly isForeign: () => boolean;
}

const NOT_OFFERED = 'not_offered';
const UNAVAILABLE = 'upstream_unavailable';
const SEEN_GAMES = 5_000;

/**
 * Calls to a platform that has fewer calls than the call table. A missing call is requested once a minute; its value, and that of a call whose
 * answers cannot be read, is computed from other calls where that is possible. A public call that the platform answers to members only is made with the member's token.
 */
export function specifiedUpstream(upstream: Upstream, { offer, site, refuse, isForeign }: SpecifiedUpstreamDeps): Upstream {
  const seen = new BoundedMap<string, Game>(SEEN_GAMES);
  const names = createVendorNames();
  const completed = { call: call as Upstream['call'] };

  async function answerOf(wanted: AnyCall, input: Input, visitor: Visitor): Promise<Envelope<unknown>> {
    if (offer.isMissing(wanted.id)) return refuse(visitor);
    const gameId = wanted.id === gameList.id && isForeign() ? (input.query as { gameId?: string } | undefined)?.gameId : undefined;
    if (gameId !== undefined) return oneGame(seen.get(gameId)) ?? refuse(visitor);
    const answer = await upstream.call(visitor.session && offer.needsToken(wanted.id) ? withToken(wanted) : wanted, input, visitor);
    if (!isForeign()) return answer;
    names.note(wanted, answer);
    const named = names.complete(answer);
    for (const game of gamesIn(wanted, named)) seen.set(game.gameId, game);
    return named;
  }
  async function call(wanted: AnyCall, input: Input, visitor: Visitor): Promise<Envelope<unknown>> {
    const answer = await answerOf(wanted, input, visitor);
    const isAbsent = answer.success ? isEmptyMenu(wanted, answer.value) : answer.code === NOT_OFFERED || isUnreadable(wanted, answer);
    if (!isAbsent) return closed(wanted, answer);
    const substitute = await SUBSTITUTES[wanted.id]?.(completed, visitor, site);
    if (substitute === undefined || substitute === null) return answer;
    const { value } = completeValue(wanted.value, substitute, site);
    return value === UNREADABLE ? answer : closed(wanted, { success: true, value });
  }
  /** The platform has answered, but with content that is not that of the call. */
  function isUnreadable({ id }: AnyCall, { code }: Extract<Envelope<unknown>, { success: false }>): boolean {
    return code === UNAVAILABLE && offer.unreadable().includes(id);
  }
  /** Menus leave out the pages whose call is missing. */
  function closed(wanted: AnyCall, answer: Envelope<unknown>): Envelope<unknown> {
    const pages = { ...closedPages(offer.missing()), ...(isForeign() ? { 'page.sorts': false } : {}) };
    if (wanted.id !== systemWhitelabel.id || !answer.success || Object.keys(pages).length === 0) return answer;
    const value = answer.value as Whitelabel;
    const contentVersion = `${value.contentVersion}-${Object.keys(pages).length}`;
    return { ...answer, value: { ...value, contentVersion, features: { ...value.features, ...pages } } };
  }
  return completed;
}

/** The specification has no call for one game; lists that were read before contain it. */
function oneGame(game: Game | undefined): Envelope<unknown> | undefined {
  return game && { success: true, value: { games: [game], pageNum: 1, totalPages: 1, total: 1 } };
}

function gamesIn({ id }: AnyCall, answer: Envelope<unknown>): readonly Game[] {
  if (!answer.success || !id.startsWith('games.')) return [];
  const { games, list } = answer.value as { readonly games?: readonly Game[]; readonly list?: readonly Game[] };
  return (games ?? list ?? []).filter((game) => typeof game.gameId === 'string' && typeof game.nodeId === 'string');
}

/** Loads the member of a new session. */
export function memberOf(upstream: Upstream) {
  return async (token: string, visitor: Visitor): Promise<MemberInfo | undefined> => {
    const session = { token, memberId: '', account: '', type: 0, currency: '', expiresAt: 0 };
    const answer = await upstream.call(memberInfo, {}, { ...visitor, session });
    return answer.success && answer.value.account !== '' ? answer.value : undefined;
  };
}

/** The merchant's defaults with the switches of the module tree in the status; those of the merchant file have precedence. */
async function whitelabelOfStatus(upstream: Upstream, visitor: Visitor, site: SiteDefaults): Promise<unknown> {
  const features = { ...(await moduleFlagsOf(upstream, visitor)), ...site.features };
  return completeValue(systemWhitelabel.value, { features }, site).value;
}

function isEmptyMenu({ id }: AnyCall, value: unknown): boolean {
  return id === gameMenus.id && (value as { readonly gameMenus: readonly unknown[] }).gameMenus.length === 0;
}

/** The vendors by category, in the order of the header. */
async function menusOfVendors(upstream: Upstream, visitor: Visitor): Promise<unknown> {
  const answer = await upstream.call(gameVendor, {}, visitor);
  const lanes = answer.success ? answer.value.data.lanes : [];
  const menus = GAME_CATEGORIES.map((gameCategory): GameMenu => {
    const vendors = lanes.filter((vendor) => vendor.gameCategory === gameCategory);
    return { gameCategory, labelName: gameCategory, vendors };
  });
  return { gameMenus: menus.filter(({ vendors }) => vendors.length > 0) };
}

/** The wallet alone: a platform without the list of wallets names no money at vendors. */
async function walletsOfBalance(upstream: Upstream, visitor: Visitor): Promise<unknown> {
  const [balance, merchant, funds] = await Promise.all([
    upstream.call(walletBalance, {}, visitor),
    upstream.call(merchantWallet, {}, visitor),
    upstream.call(consolidatedFunds, {}, visitor),
  ]);
  if (!balance.success) return undefined;
  const { sumBalance, currency, currencySymbol, version, asOf } = balance.value;
  const { hold, vendors, total } = funds.success ? funds.value : { hold: '0.0000', vendors: [], total: sumBalance };
  const rest: Pick<Wallets, 'withdrawable' | 'turnoverLeft' | 'turnoverRequired'> = {
    withdrawable: sumBalance,
    turnoverLeft: '0.0000',
    turnoverRequired: '0.0000',
  };
  const wallets = vendors.map(({ vassalage, balance: amount }) => ({
    vassalage,
    vendorName: vassalage,
    balance: amount,
    maintenance: false,
  }));
  const isSingle = merchant.success ? merchant.value.isSingle : true;
  return { isPartial: true, isSingle, currency, currencySymbol, total, wallet: sumBalance, version, asOf, hold, ...rest, vendors: wallets };
}
