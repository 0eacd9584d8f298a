import type { Envelope } from '../../../shared/api/envelope.ts';
import { favouriteIds, favouriteSet } from '../../../shared/api/games/calls.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { call } from '../../page/call.ts';
import { pageAccount } from '../../runtime/page-session.ts';

/** Session storage key; holds the ids of one account. */
const KEY = 'favGames';
const INTENT_KEY = 'favouriteIntent';
const INTENT_MS = 10 * MINUTE_MS;
/** Favourites may change on another device or in another tab. */
const FRESH_MS = 5 * MINUTE_MS;

type Refusal = Extract<Envelope<unknown>, { success: false }>;

/** Ids known to be saved by the platform, and ids displayed to the member. */
const saved = new Set<string>();
const displayed = new Set<string>();
const busy = new Set<string>();
const listeners = new Set<() => void>();
let loaded: Promise<void> | undefined;
/** Time of the last request, milliseconds. */
let fetchedAt = 0;

export function isFavourite(gameId: string): boolean {
  return displayed.has(gameId);
}

/** Calls `listener` on every change. Returns the function that stops it. */
export function onFavourites(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the favourites of the signed-in member: one call per tab and account. */
export function loadFavourites(): Promise<void> {
  loaded ??= load().catch(() => undefined);
  return loaded;
}

async function load(): Promise<void> {
  const account = pageAccount();
  if (account === null) return;
  const stored = readStored(account);
  const ids = stored ?? (await fetchIds());
  if (!ids) {
    loaded = undefined;
    return;
  }
  for (const id of ids) if (!busy.has(id)) saved.add(id) && displayed.add(id);
  store(account);
  notify();
}

async function fetchIds(): Promise<readonly string[] | undefined> {
  fetchedAt = Date.now();
  const answer = await call(favouriteIds);
  return answer.success ? answer.value.gameIds : undefined;
}

/**
 * Toggles a favourite at once. Resolves to the refusal if it was reverted. With repeated toggles, one call is pending
 * at a time and the last state wins.
 */
export async function toggleFavourite(gameId: string): Promise<Refusal | undefined> {
  setDisplayed(gameId, !displayed.has(gameId));
  if (busy.has(gameId)) return undefined;
  busy.add(gameId);
  try {
    return await saveChanges(gameId);
  } finally {
    busy.delete(gameId);
  }
}

async function saveChanges(gameId: string): Promise<Refusal | undefined> {
  while (displayed.has(gameId) !== saved.has(gameId)) {
    const favourite = displayed.has(gameId);
    const answer = await call(favouriteSet, { body: { gameId, favourite } });
    if (!answer.success) {
      setDisplayed(gameId, saved.has(gameId));
      return answer;
    }
    mark(saved, gameId, favourite);
    const account = pageAccount();
    if (account !== null) store(account);
  }
  return undefined;
}

function setDisplayed(gameId: string, on: boolean): void {
  mark(displayed, gameId, on);
  notify();
}

function mark(set: Set<string>, gameId: string, on: boolean): void {
  if (on) set.add(gameId);
  else set.delete(gameId);
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Stores the game that a visitor wanted to mark, until the sign-in returns, at most ten minutes. */
export function storeIntent(gameId: string): void {
  write(INTENT_KEY, { gameId, at: Date.now() });
}

/** The game that the member wanted to mark before the sign-in; returned once. */
export function takeIntent(): string | undefined {
  const intent = read(INTENT_KEY) as { gameId?: unknown; at?: unknown } | undefined;
  remove(INTENT_KEY);
  const fresh = typeof intent?.at === 'number' && Date.now() - intent.at < INTENT_MS;
  return fresh && typeof intent.gameId === 'string' ? intent.gameId : undefined;
}

function readStored(account: string): readonly string[] | undefined {
  const value = read(KEY) as { account?: unknown; ids?: unknown; at?: unknown } | undefined;
  if (value?.account !== account || !Array.isArray(value.ids) || typeof value.at !== 'number') return undefined;
  fetchedAt = value.at;
  if (Date.now() - value.at > FRESH_MS) return undefined;
  return value.ids.filter((id) => typeof id === 'string');
}

function store(account: string): void {
  write(KEY, { account, ids: [...saved], at: fetchedAt });
}

// Storage may be unavailable: every page then loads the ids.
function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    remove(key);
  }
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is unavailable.
  }
}
