import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { gameList } from '../../../shared/api/games/calls.ts';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { GAME_PAGE_SIZE, INFINITE_SCROLL_THROTTLE_MS } from '../../../shared/constants.ts';
import { call, problemText } from '../../page/call.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { callQuery, type ListFilter, listHref } from './list-filter.ts';
import type { GameGridProps, VendorChoice } from './props.ts';
import { throttle } from './throttle.ts';
import { type AutoLoad, useAutoLoad } from './use-auto-load.ts';

/** Pause after typing before a search starts, in milliseconds. */
const SEARCH_MS = 250;
const MIN_SEARCH_LENGTH = 2;
/** The next page is loaded when the end of the list is this many screens away. */
const PREFETCH_SCREENS = 1.3;

interface ListState {
  readonly filter: ListFilter;
  readonly games: readonly Game[];
  readonly start: number;
  readonly page: number;
  readonly totalPages: number;
  readonly total: number | null;
  readonly vendors: readonly VendorChoice[];
  readonly busy: 'no' | 'search' | 'more';
  readonly problem: string;
}
type Props = GameGridProps & IslandContext;
type Answer = Awaited<ReturnType<typeof fetchPage>>;

export interface GameListHandle extends ListState {
  readonly list: RefObject<HTMLDivElement | null>;
  /** Below the last game. */
  readonly end: RefObject<HTMLParagraphElement | null>;
  readonly auto: AutoLoad;
  search(text: string): void;
  loadMore(event: MouseEvent): void;
  retry(): void;
}

/** The displayed games: from the server at first, then from searches and "load more", with the matching address. */
export function useGameList(props: Props): GameListHandle {
  const [state, setState] = useState<ListState>(() => first(props));
  const list = useRef<HTMLDivElement>(null);
  const current = useRef(state);
  current.current = state;
  const change = (part: Partial<ListState>) => {
    current.current = { ...current.current, ...part };
    setState(current.current);
  };
  const pages = useNextPage(list, state);
  const focus = useFocusAt(list, state.games.length);
  const searching = useRef<{ timer?: ReturnType<typeof setTimeout>; flight?: AbortController }>({});
  useEffect(() => () => stopSearch(searching.current), []);

  async function find(gameName: string): Promise<void> {
    stopSearch(searching.current);
    const flight = new AbortController();
    searching.current.flight = flight;
    const filter = { ...current.current.filter, gameName };
    change({ busy: 'search', problem: '', filter });
    const answer = await fetchPage(filter, 1, flight.signal);
    if (flight.signal.aborted) return;
    if (!answer.success) return change({ busy: 'no', problem: problemText(props.t, answer) });
    change({ ...found(answer.value, props.vendors), filter, page: 1, start: 0, busy: 'no' });
    history.replaceState(history.state, '', listHref(props.path, filter));
  }

  async function more(automatic = false): Promise<void> {
    const { filter, page, games } = current.current;
    change({ busy: 'more', problem: '' });
    const answer = await pages.take(filter, page + 1);
    if (current.current.busy !== 'more') return;
    if (!answer.success) return change({ busy: 'no', problem: problemText(props.t, answer) });
    const known = new Set(games.map(({ gameId }) => gameId));
    const added = answer.value.games.filter(({ gameId }) => !known.has(gameId));
    if (!automatic) focus.next(games.length);
    change({ games: [...games, ...added], page: page + 1, totalPages: answer.value.totalPages, total: answer.value.total, busy: 'no' });
    history.replaceState(history.state, '', listHref(props.path, filter, page + 1));
  }

  const last = useRef<() => void>(() => {});
  const start = (work: () => void) => {
    last.current = work;
    work();
  };
  const end = useRef<HTMLParagraphElement>(null);
  const auto = useAutoLoad(end, () => {
    const { busy, problem, page, totalPages } = current.current;
    // After a failure the visitor decides.
    if (busy !== 'no' || problem || page >= totalPages) return false;
    start(() => void more(true));
    return true;
  });
  return {
    ...state,
    list,
    end,
    auto,
    search(text) {
      const gameName = text.trim();
      clearTimeout(searching.current.timer);
      if (gameName === current.current.filter.gameName || (gameName !== '' && gameName.length < MIN_SEARCH_LENGTH)) return;
      searching.current.timer = setTimeout(() => start(() => void find(gameName)), SEARCH_MS);
    },
    loadMore(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      if (current.current.busy !== 'no') return;
      auto.restart();
      start(() => void more());
    },
    retry: () => last.current(),
  };
}

function first({ filter, games, start, pageNum, totalPages, total, vendors }: Props): ListState {
  return { filter, games, start, page: pageNum, totalPages, total, vendors, busy: 'no', problem: '' };
}

function fetchPage(filter: ListFilter, pageNo: number, signal?: AbortSignal) {
  return call(gameList, { query: { ...callQuery(filter), pageNo, pageSize: GAME_PAGE_SIZE }, ...(signal ? { signal } : {}) });
}

function found(value: Extract<Answer, { success: true }>['value'], vendors: readonly VendorChoice[]) {
  const { games, total, totalPages, vendorCounts } = value;
  return { games, total, totalPages, vendors: vendorCounts ? recounted(vendors, vendorCounts) : vendors };
}

/** The same vendors in the same order, with their current number of games. */
function recounted(
  vendors: readonly VendorChoice[],
  counts: readonly { readonly vassalage: string; readonly count: number }[],
): VendorChoice[] {
  const byCode = new Map(counts.map(({ vassalage, count }) => [vassalage, count]));
  return vendors.map((vendor) => ({ ...vendor, count: byCode.get(vendor.code) ?? 0 }));
}

function stopSearch({ timer, flight }: { timer?: ReturnType<typeof setTimeout>; flight?: AbortController }): void {
  clearTimeout(timer);
  flight?.abort();
}

/** The next page, loaded before its place is visible, so that "load more" shows it at once. */
function useNextPage(list: RefObject<HTMLDivElement | null>, state: ListState) {
  const ahead = useRef<{ key: string; answer: Promise<Answer> }>(null);
  const wanted = useRef(state);
  wanted.current = state;
  useEffect(() => {
    const checkScroll = throttle(() => {
      const { filter, page, totalPages, busy } = wanted.current;
      const end = list.current?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
      if (page >= totalPages || busy !== 'no' || end > innerHeight * (1 + PREFETCH_SCREENS)) return;
      const key = listHref('', filter, page + 1);
      if (ahead.current?.key !== key) ahead.current = { key, answer: fetchPage(filter, page + 1) };
    }, INFINITE_SCROLL_THROTTLE_MS);
    addEventListener('scroll', checkScroll, { passive: true });
    return () => {
      removeEventListener('scroll', checkScroll);
      checkScroll.cancel();
    };
  }, [list]);
  return {
    async take(filter: ListFilter, page: number): Promise<Answer> {
      const prefetched = ahead.current;
      ahead.current = null;
      const answer = prefetched?.key === listHref('', filter, page) ? await prefetched.answer : undefined;
      return answer?.success ? answer : fetchPage(filter, page);
    },
  };
}

/** Moves the focus to the first tile added by the last change. */
function useFocusAt(list: RefObject<HTMLDivElement | null>, count: number) {
  const at = useRef(-1);
  useEffect(() => {
    if (at.current < 0 || at.current >= count) return;
    list.current?.children[at.current]?.querySelector<HTMLElement>('[data-part="name"]')?.focus();
    at.current = -1;
  }, [list, count]);
  return {
    next(index: number) {
      at.current = index;
    },
  };
}
