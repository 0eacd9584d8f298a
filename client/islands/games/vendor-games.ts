import { gameList } from '../../../shared/api/games/calls.ts';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { GAME_PAGE_SIZE } from '../../../shared/constants.ts';
import { call } from '../../page/call.ts';

/** Pause after typing before a search starts, in milliseconds. */
const SEARCH_MS = 250;
const MIN_SEARCH_LENGTH = 2;

export interface VendorGamesState {
  /** `busy`: the list still shows the previous search. */
  readonly status: 'busy' | 'shown' | 'failed';
  readonly games: readonly Game[];
  readonly name: string;
  readonly page: number;
  readonly pages: number;
  /** Null: unknown. */
  readonly total: number | null;
  readonly refusal: { readonly code?: string; readonly message: string } | null;
}

/** The games of one vendor, searched and paged. The latest request wins, regardless of the order of the responses. */
export interface VendorGames {
  readonly state: VendorGamesState;
  subscribe(listener: () => void): () => void;
  search(text: string): void;
  show(page: number): void;
  retry(): void;
  close(): void;
}

export function createVendorGames(vassalage: string, fetchPage = fetchGames): VendorGames {
  let state: VendorGamesState = { status: 'busy', games: [], name: '', page: 1, pages: 1, total: 0, refusal: null };
  let flight: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const change = (part: Partial<VendorGamesState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };

  async function load(name: string, page: number): Promise<void> {
    clearTimeout(timer);
    flight?.abort();
    const own = new AbortController();
    flight = own;
    change({ status: 'busy', name, page, refusal: null });
    const answer = await fetchPage({ vassalage, gameName: name, pageNo: page }, own.signal);
    if (own.signal.aborted) return;
    if (!answer.success) return change({ status: 'failed', refusal: answer });
    const { games, totalPages, total } = answer.value;
    change({ status: 'shown', games, pages: totalPages, total });
  }
  void load('', 1);

  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    search(text) {
      const name = text.trim();
      clearTimeout(timer);
      if (name === state.name || (name.length > 0 && name.length < MIN_SEARCH_LENGTH)) return;
      timer = setTimeout(() => void load(name, 1), SEARCH_MS);
    },
    show: (page) => void load(state.name, page),
    retry: () => void load(state.name, state.page),
    close() {
      clearTimeout(timer);
      flight?.abort();
      listeners.clear();
    },
  };
}

function fetchGames(query: { vassalage: string; gameName: string; pageNo: number }, signal: AbortSignal) {
  return call(gameList, { query: { ...query, pageSize: GAME_PAGE_SIZE }, signal });
}
