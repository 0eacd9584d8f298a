import { useEffect, useState } from 'react';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import { gameList } from '../../../shared/api/games/calls.ts';
import { DROPDOWN_FIRST_PAGE, DROPDOWN_NEXT_PAGE, type GameCategory } from '../../../shared/constants.ts';
import { call } from '../../page/call.ts';
import { storedGames, storeGames, type VendorGames } from './dropdown-store.ts';

const LOADING: VendorGames = { state: 'loading', games: [], pages: 1 };
const FAILED: VendorGames = { state: 'failed', games: [], pages: 1 };
const MEMBERS_ONLY: VendorGames = { state: 'members', games: [], pages: 1 };
const cache = new Map<string, VendorGames>(storedGames());

/** Range of games on a page of the dropdown: 21 on the first, 18 on every later page. */
export function dropdownSlice(page: number): { readonly offset: number; readonly pageSize: number } {
  if (page === 1) return { offset: 0, pageSize: DROPDOWN_FIRST_PAGE };
  return { offset: DROPDOWN_FIRST_PAGE + (page - 2) * DROPDOWN_NEXT_PAGE, pageSize: DROPDOWN_NEXT_PAGE };
}

export function dropdownPages(total: number): number {
  return 1 + Math.max(0, Math.ceil((total - DROPDOWN_FIRST_PAGE) / DROPDOWN_NEXT_PAGE));
}

/** Without a total the number of pages is that of the answer, whose pages have the size of this one. */
function shownGames({ games, total, totalPages }: ValueOf<typeof gameList>, page: number): VendorGames {
  return { state: 'ready', games, pages: dropdownPages(total ?? totalPages * dropdownSlice(page).pageSize) };
}

/** A page of a vendor's games, cached in the session store after the first request. Increase `attempt` to try again. */
export function useVendorGames(category: GameCategory, vendor: string | undefined, page: number, attempt: number): VendorGames {
  const [, redraw] = useState(0);
  const key = `${category} ${vendor} ${page}`;
  useEffect(() => {
    if (vendor === undefined || cache.get(key)?.state === 'ready') return;
    cache.delete(key);
    const controller = new AbortController();
    const query = { gameCategory: category, vassalage: vendor, ...dropdownSlice(page) };
    void call(gameList, { query, signal: controller.signal }).then((answer) => {
      if (controller.signal.aborted) return;
      cache.set(key, answer.success ? shownGames(answer.value, page) : answer.code === 'unauthorized' ? MEMBERS_ONLY : FAILED);
      storeGames(cache);
      redraw(attempt + Math.random());
    });
    return () => controller.abort();
  }, [category, vendor, page, key, attempt]);
  return cache.get(key) ?? LOADING;
}
