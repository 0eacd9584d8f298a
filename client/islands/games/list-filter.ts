import { CATEGORY_PAGE, GAME_PAGE_SIZE, type GameCategory } from '../../../shared/constants.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { parseInputAmount } from '../../../shared/money/money.ts';

export const SORTS = ['popular', 'name', 'new', 'rebate'] as const;
export type Sort = (typeof SORTS)[number];

/** `ALL`: a search from the home page covers every category. */
export type ListCategory = GameCategory | 'ALL';

/** Filter in the address. Empty texts and lists are unset. */
export interface ListFilter {
  readonly category: ListCategory | null;
  /** Vendor codes in alphabetical order. */
  readonly vendors: readonly string[];
  readonly gameType: string;
  readonly gameName: string;
  /** Games with a minimum bet of at least this, in whole units ("0.5"). */
  readonly minBet: string;
  readonly minLineNum: string;
  readonly sort: Sort;
}

export const MIN_LINES = ['10', '20', '40'] as const;
/**
 * Maximum number of pages that one call returns. They are shown together, so that a returning visitor finds the same
 * page height.
 */
const MAX_COMBINED_PAGES = 4;
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;
const AMOUNT = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/;
const MAX_VENDORS = 50;

/** Reads the filter of a list from its address; unknown values are ignored. A form sends `page` once per vendor. */
export function readFilter(path: string, query: URLSearchParams, categories: readonly GameCategory[]): ListFilter {
  const one = <Value extends string>(name: string, known: readonly Value[]) => known.find((value) => value === query.get(name));
  const wanted = query.get('category');
  const matching = (name: string, shape: RegExp) => shape.exec(query.get(name)?.trim() ?? '')?.[0] ?? '';
  return {
    category: wanted === 'ALL' && path === '/rng' ? 'ALL' : (one('category', categories) ?? defaultCategory(path, categories)),
    vendors: vendorsOf(query),
    gameType: matching('gameType', CODE),
    gameName: matching('gameName', /^.{1,64}$/su),
    minBet: matching('minBet', AMOUNT),
    minLineNum: one('minLineNum', MIN_LINES) ?? '',
    sort: one('sort', SORTS) ?? 'popular',
  };
}

function vendorsOf(query: URLSearchParams): string[] {
  const codes = query.getAll('page').flatMap((text) => text.split(','));
  return [...new Set(codes.filter((code) => CODE.test(code)))].sort().slice(0, MAX_VENDORS);
}

function defaultCategory(path: string, categories: readonly GameCategory[]): GameCategory | null {
  const own = path === '/elott' ? 'ELOTT' : undefined;
  return categories.find((category) => category === own) ?? categories[0] ?? null;
}

/** The filter as address parameters, without defaults. */
export function parametersOf(path: string, filter: ListFilter): Record<string, string> {
  const { category, vendors, gameType, gameName, minBet, minLineNum, sort } = filter;
  const named = category === 'ALL' || (path === '/elott' && category !== null) ? category : '';
  const all = { category: named, page: vendors.join(','), gameType, gameName, minBet, minLineNum, sort: sort === 'popular' ? '' : sort };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

export function listHref(path: string, filter: ListFilter, page = 1): string {
  // Commas stay unescaped, which a query allows.
  const parameters = { ...parametersOf(path, filter), ...(page > 1 ? { pageNo: String(page) } : {}) };
  const query = new URLSearchParams(parameters).toString().replaceAll('%2C', ',');
  return query ? `${path}?${query}` : path;
}

/** Query of `games.list`, without `page`. */
export function callQuery({ category, vendors, gameType, gameName, minBet, minLineNum, sort }: ListFilter) {
  return {
    ...(category && category !== 'ALL' ? { gameCategory: category } : {}),
    ...(vendors.length > 0 ? { vassalage: vendors.join(',') } : {}),
    ...(gameType ? { gameType } : {}),
    ...(gameName ? { gameName } : {}),
    ...(minBet ? { minBet } : {}),
    ...(minLineNum ? { minLineNum } : {}),
    sort,
  };
}

/** One page, or all pages up to it if one call can return them. `start`: index of the first game. */
export function combinedPage(page: number): { readonly pageNo: number; readonly pageSize: number; readonly start: number } {
  if (page <= MAX_COMBINED_PAGES) return { pageNo: 1, pageSize: page * GAME_PAGE_SIZE, start: 0 };
  return { pageNo: page, pageSize: GAME_PAGE_SIZE, start: (page - 1) * GAME_PAGE_SIZE };
}

/** True if anything except category and order is set. */
export function isNarrowed({ vendors, gameType, gameName, minBet, minLineNum }: ListFilter): boolean {
  return vendors.length > 0 || [gameType, gameName, minBet, minLineNum].some(Boolean);
}

/** The same category without filters. */
export function cleared(filter: ListFilter): ListFilter {
  const category = filter.category === 'ALL' ? 'RNG' : filter.category;
  return { ...filter, category, vendors: [], gameType: '', gameName: '', minBet: '', minLineNum: '' };
}

/** A least stake of the filter as people read it. */
export function betText(minBet: string, currency: CurrencyView): string {
  return amountText(parseInputAmount(minBet) ?? minBet, currency);
}

/** Only slots can be filtered by lines and stakes. */
export function offersStakes(path: string): boolean {
  return path === CATEGORY_PAGE.RNG;
}
