import type { Response } from 'express';
import { writeEvent } from '../write-event.ts';

/** A stream of a game that shows the same to all viewers. */
export interface Watcher {
  readonly gameId: string;
  /** The player, for their own bets; undefined for a visitor. */
  readonly player: string | undefined;
  /** One event of a stream in wire format. */
  write(text: string): void;
  end(): void;
}

/** The viewers of each game in this process. */
export interface Watchers {
  /** Returns a function that removes the viewer. */
  add(watcher: Watcher): () => void;
  has(gameId: string): boolean;
  /** Games with viewers. */
  games(): string[];
  publish(gameId: string, text: string): void;
  /** All streams of a player in a game. */
  of(gameId: string, player: string): Watcher[];
  close(): void;
}

const HEARTBEAT_MS = 10_000;
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  // Proxies of the nginx family would buffer the events.
  'X-Accel-Buffering': 'no',
};

/** `deserted` is called when the last viewer of a game has left. */
export function createWatchers(onDeserted: (gameId: string) => void): Watchers {
  const byGame = new Map<string, Set<Watcher>>();
  /** By player, so that a slip is not offered to every viewer. */
  const byPlayer = new Map<string, Set<Watcher>>();
  let heartbeat: NodeJS.Timeout | undefined;

  function leave(watcher: Watcher): void {
    const watchers = byGame.get(watcher.gameId);
    watchers?.delete(watcher);
    const own = byPlayer.get(playerKey(watcher));
    if (own?.delete(watcher) && own.size === 0) byPlayer.delete(playerKey(watcher));
    if (watchers?.size === 0) {
      byGame.delete(watcher.gameId);
      onDeserted(watcher.gameId);
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
      if (watcher.player !== undefined) byPlayer.set(playerKey(watcher), (byPlayer.get(playerKey(watcher)) ?? new Set()).add(watcher));
      heartbeat ??= setInterval(() => {
        for (const gameId of byGame.keys()) write(gameId, ': still here\n\n');
      }, HEARTBEAT_MS);
      return () => leave(watcher);
    },
    has: (gameId) => byGame.has(gameId),
    games: () => [...byGame.keys()],
    publish: write,
    of: (gameId, player) => [...(byPlayer.get(playerKey({ gameId, player })) ?? [])],
    close() {
      clearInterval(heartbeat);
      for (const watchers of byGame.values()) for (const watcher of [...watchers]) watcher.end();
      byGame.clear();
      byPlayer.clear();
    },
  };
}

function playerKey({ gameId, player }: Pick<Watcher, 'gameId' | 'player'>): string {
  return `${gameId}/${player}`;
}

/** One event of a stream in wire format. */
export function eventText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Responds with a stream that starts with `first`, until the client disconnects. */
export function openStream(
  response: Response,
  first: string,
  viewer: Pick<Watcher, 'gameId' | 'player'>,
  watch: (watcher: Watcher) => () => void,
): void {
  response.status(200).set(STREAM_HEADERS);
  response.write(first);
  const leave = watch({ ...viewer, write: (text) => writeEvent(response, text), end: () => void response.end() });
  // The client may have disconnected while the first event was loaded.
  if (response.destroyed) leave();
  else response.once('close', leave);
}
