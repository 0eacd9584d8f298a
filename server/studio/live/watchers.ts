import type { Response } from 'express';
import { tell } from '../tell.ts';

/** Somebody who looks at a game that is the same for all. */
export interface Watcher {
  readonly gameId: string;
  /** Who it is, for their own bets; undefined for a visitor. */
  readonly player: string | undefined;
  /** One event of a stream, as it goes over the wire. */
  write(text: string): void;
  end(): void;
}

/** Who looks at which game from this process. */
export interface Watchers {
  /** Answers how to leave. */
  add(watcher: Watcher): () => void;
  has(gameId: string): boolean;
  /** Games that somebody looks at. */
  games(): string[];
  tell(gameId: string, text: string): void;
  /** Wherever a player looks at a game. */
  of(gameId: string, player: string): Watcher[];
  close(): void;
}

const HEARTBEAT_MS = 10_000;
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  // Proxies of the nginx family would collect the events first.
  'X-Accel-Buffering': 'no',
};

/** `deserted` hears of a game when the last one has left it. */
export function createWatchers(deserted: (gameId: string) => void): Watchers {
  const byGame = new Map<string, Set<Watcher>>();
  /** Those of a player, so that a slip is not offered to everybody. */
  const byPlayer = new Map<string, Set<Watcher>>();
  let heartbeat: NodeJS.Timeout | undefined;

  function leave(watcher: Watcher): void {
    const watchers = byGame.get(watcher.gameId);
    watchers?.delete(watcher);
    const own = byPlayer.get(placeOf(watcher));
    if (own?.delete(watcher) && own.size === 0) byPlayer.delete(placeOf(watcher));
    if (watchers?.size === 0) {
      byGame.delete(watcher.gameId);
      deserted(watcher.gameId);
    }
    if (byGame.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }

  function write(gameId: string, text: string): void {
    for (const watcher of byGame.get(gameId) ?? []) watcher.write(text);
  }

  return {
    add(watcher) {
      const watchers = byGame.get(watcher.gameId) ?? new Set();
      byGame.set(watcher.gameId, watchers.add(watcher));
      if (watcher.player !== undefined) byPlayer.set(placeOf(watcher), (byPlayer.get(placeOf(watcher)) ?? new Set()).add(watcher));
      heartbeat ??= setInterval(() => {
        for (const gameId of byGame.keys()) write(gameId, ': still here\n\n');
      }, HEARTBEAT_MS);
      return () => leave(watcher);
    },
    has: (gameId) => byGame.has(gameId),
    games: () => [...byGame.keys()],
    tell: write,
    of: (gameId, player) => [...(byPlayer.get(placeOf({ gameId, player })) ?? [])],
    close() {
      clearInterval(heartbeat);
      for (const watchers of byGame.values()) for (const watcher of [...watchers]) watcher.end();
      byGame.clear();
      byPlayer.clear();
    },
  };
}

function placeOf({ gameId, player }: Pick<Watcher, 'gameId' | 'player'>): string {
  return `${gameId}/${player}`;
}

/** One event of a stream, as it goes over the wire. */
export function eventText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Answers with a stream that begins with `first`, until its reader goes. */
export function openStream(
  response: Response,
  first: string,
  who: Pick<Watcher, 'gameId' | 'player'>,
  watch: (watcher: Watcher) => () => void,
): void {
  response.status(200).set(STREAM_HEADERS);
  response.write(first);
  const leave = watch({ ...who, write: (text) => tell(response, text), end: () => void response.end() });
  // The page may have gone while what comes first was looked up.
  if (response.destroyed) leave();
  else response.once('close', leave);
}
