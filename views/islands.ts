import type { IslandModule } from '../client/runtime/island.ts';

const modules = import.meta.glob<IslandModule>(['../client/islands/*.tsx', './personal/*.tsx', '!../client/islands/*.test.tsx'], {
  eager: true,
});

/** The islands by name, as rendered by the server; the browser loads the same modules on demand, except `personal`. */
export const ISLANDS: ReadonlyMap<string, IslandModule> = new Map(
  Object.entries(modules).map(([path, island]) => [path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length), island]),
);
