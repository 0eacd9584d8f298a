import { useEffect, useState } from 'react';
import { gameList } from '../../../shared/api/games/calls.ts';
import type { Game } from '../../../shared/api/games/schemas.ts';
import { call } from '../../page/call.ts';

const SEARCH_MS = 200;
export const MIN_SEARCH_LENGTH = 2;
const SUGGESTED_GAMES = 6;
/** Responses cached by this page, so that deleting a letter needs no request. */
const MAX_CACHED_ANSWERS = 40;
const cachedAnswers = new Map<string, Suggestions>();

export interface Suggestions {
  /** The text of the search. */
  readonly text: string;
  readonly games: readonly Game[];
  /** Null: unknown. */
  readonly total: number | null;
  /** `members`: the platform shows its games to members only. */
  readonly problem: 'failed' | 'members' | null;
}

/** Games for the typed text, from two letters on; undefined while loading. */
export function useSuggestions(typed: string): Suggestions | undefined {
  const text = typed.trim();
  const [found, setFound] = useState<Suggestions>();
  const cached = cachedAnswers.get(text);
  useEffect(() => {
    if (text.length < MIN_SEARCH_LENGTH || cachedAnswers.has(text)) return;
    const flight = new AbortController();
    const timer = setTimeout(() => void load(text, flight.signal).then((answer) => answer && setFound(answer)), SEARCH_MS);
    return () => {
      clearTimeout(timer);
      flight.abort();
    };
  }, [text]);
  return cached ?? (found?.text === text ? found : undefined);
}

async function load(text: string, signal: AbortSignal): Promise<Suggestions | undefined> {
  const answer = await call(gameList, { query: { gameName: text, pageSize: SUGGESTED_GAMES }, signal });
  if (signal.aborted) return undefined;
  if (!answer.success) return { text, games: [], total: 0, problem: answer.code === 'unauthorized' ? 'members' : 'failed' };
  const found: Suggestions = { text, games: answer.value.games, total: answer.value.total, problem: null };
  const [oldest] = cachedAnswers.keys();
  if (cachedAnswers.size >= MAX_CACHED_ANSWERS && oldest !== undefined) cachedAnswers.delete(oldest);
  cachedAnswers.set(text, found);
  return found;
}
